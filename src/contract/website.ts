import * as z from 'zod/mini'
import { lenientInteger, lenientNumber, orElse, orNull } from './lenient.ts'

/** Who may read a website and its reports without a key. */
export const privacies = { public: 0, private: 1, password: 2 } as const
export type Privacy = (typeof privacies)[keyof typeof privacies]
export const privacyValues = Object.values(privacies)

export const privacyLabels: Record<Privacy, string> = { 0: 'Public', 1: 'Private', 2: 'Password' }

/** In Unicode code points. */
export const maxPasswordLength = 128

const Privacy = lenientInteger.check(z.refine((given) => privacyValues.some((value) => value === given))) as z.ZodMiniType<Privacy>

export const Website = z.object({
  id: lenientInteger,
  domain: z.string(),
  /** Null where a server does not say; it is then treated as Private. */
  privacy: orNull(Privacy),
  has_password: orElse(z.boolean(), false),
  /** Search engines may find it: never unless it is public. Null where a server does not say. */
  findable: orNull(z.boolean()),
  reports_count: orNull(lenientInteger),
  /** Two decimals; null when the website has no report. */
  reports_avg_score: orNull(lenientNumber),
  created_at: orNull(z.string()),
  updated_at: orNull(z.string()),
})
export type Website = z.infer<typeof Website>
