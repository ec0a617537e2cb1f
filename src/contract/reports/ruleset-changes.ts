import * as z from 'zod'
import { outcomes } from './analysis.ts'
import { ratings } from './rating.ts'

const ChangedRating = z.object({ from: z.enum(ratings), to: z.enum(ratings), pages: z.int() })
const ChangedOutcome = z.object({
  id: z.string(),
  /** Null for a check that the older ruleset did not have. */
  from: z.enum(outcomes).nullable(),
  /** Null for a check that the newer ruleset does not have. */
  to: z.enum(outcomes).nullable(),
  pages: z.int(),
})

export const RulesetChanges = z
  .object({
    ruleset: z.int(),
    pages: z.int(),
    websites: z.int(),
    ratings: z.array(ChangedRating),
    /** The changed results by check, the most frequent change first. */
    checks: z.array(ChangedOutcome),
  })
  .meta({
    id: 'RulesetChanges',
    description:
      'What a ruleset changed in stored reports. `pages` and `websites` count changed ratings, by the latest report of each page at the time of rescoring.',
  })
export type RulesetChanges = z.infer<typeof RulesetChanges>
