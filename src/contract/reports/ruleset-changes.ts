import * as z from 'zod'
import { integer, orNull } from '../responses/lenient.ts'
import { outcomes } from './analysis.ts'
import { ratings } from './rating.ts'

const ChangedRating = z.object({ from: z.enum(ratings), to: z.enum(ratings), pages: integer })
const ChangedOutcome = z.object({
  id: z.string(),
  /** Null for a check that the older ruleset did not have. */
  from: orNull(z.enum(outcomes)),
  /** Null for a check that the newer ruleset does not have. */
  to: orNull(z.enum(outcomes)),
  pages: integer,
})

/** What a ruleset changed. Pages are counted by their latest report at the time of rescoring. */
export const RulesetChanges = z.object({
  ruleset: integer,
  /** Pages whose rating changed. */
  pages: integer,
  /** Websites with such pages. */
  websites: integer,
  ratings: z.array(ChangedRating),
  /** The changed results by check, the most frequent change first. */
  checks: z.array(ChangedOutcome),
})
export type RulesetChanges = z.infer<typeof RulesetChanges>
