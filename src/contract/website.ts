import * as z from 'zod/mini'
import { countOrNull, flagOrNull, lenientId, lenientName, momentOrNull, scoreOrNull, withOther } from './lenient.ts'

/** Who may read a website and its reports without a key. */
export const privacies = { public: 0, private: 1, password: 2 } as const
export type Privacy = (typeof privacies)[keyof typeof privacies]
export const privacyValues = Object.values(privacies)

export const privacyLabels: Record<Privacy, string> = { 0: 'Public', 1: 'Private', 2: 'Password' }

/** In Unicode code points. */
export const maxPasswordLength = 128

const shape = {
  id: lenientId,
  domain: lenientName,
  /** Null where a server does not say. */
  privacy: z.transform((given) => privacyValues.find((value) => given === value || given === String(value)) ?? null),
  /** Null where a server does not say. */
  has_password: flagOrNull,
  /** Search engines may find it: never unless it is public. Null where a server does not say. */
  findable: flagOrNull,
  reports_count: countOrNull,
  /** Two decimals; null when the website has no report, or the server does not say. */
  reports_avg_score: scoreOrNull,
  created_at: momentOrNull,
  updated_at: momentOrNull,
}

/** Goes before an object of `shape`: where a server says by `password` that there is one, or sends it, only that is kept. */
const tidyWebsite = z.transform((given) => {
  if (typeof given !== 'object' || !given || !('password' in given)) return given
  const { password, ...website } = given
  return {
    has_password: typeof password === 'string' && !/^([01]?|true|false)$/.test(password) ? true : password,
    ...website,
  }
})

/** A website as a list shows it. */
export const Website = z.pipe(tidyWebsite, z.object(shape))
export type Website = z.infer<typeof Website>

/** A website on its own page, with what else the server says of it. */
export const WholeWebsite = z.pipe(tidyWebsite, withOther(shape))
export type WholeWebsite = z.infer<typeof WholeWebsite>
