import * as z from 'zod'
import {
  countOrNull,
  flagOrNull,
  lenientId,
  lenientName,
  momentOrNull,
  scoreOrNull,
  withOther,
} from '../responses/lenient.ts'

/** Who can read a website and its reports without a key. */
export const privacies = { public: 0, private: 1, password: 2 } as const
export type Privacy = (typeof privacies)[keyof typeof privacies]
export const privacyValues = Object.values(privacies)

export const privacyLabels: Record<Privacy, string> = { 0: 'Public', 1: 'Private', 2: 'Password' }

/** In Unicode code points. */
export const maxPasswordLength = 128

const shape = {
  id: lenientId,
  domain: lenientName,
  /** Null if the server does not send it. */
  privacy: z.transform((given) => privacyValues.find((value) => given === value || given === String(value)) ?? null),
  /** Null if the server does not send it. */
  has_password: flagOrNull,
  /** Whether search engines can list it, which requires Public. Null if the server does not send it. */
  findable: flagOrNull,
  reports_count: countOrNull,
  /** Two decimals; null if the website has no report or the server does not send it. */
  reports_avg_score: scoreOrNull,
  /** Figures of the latest report of each URL. Null if the server does not send them. */
  pages_count: countOrNull,
  /** Two decimals. */
  pages_avg_score: scoreOrNull,
  pages_good: countOrNull,
  pages_decent: countOrNull,
  pages_bad: countOrNull,
  /** Pages that Google cannot index: those that the filter `indexability=blocked` finds. */
  pages_blocked: countOrNull,
  created_at: momentOrNull,
  updated_at: momentOrNull,
}

/** Precedes an object of `shape`: turns a `password`, which some servers send, into `has_password`. */
const tidyWebsite = z.transform((given) => {
  if (typeof given !== 'object' || !given || !('password' in given)) return given
  const { password, ...website } = given
  return {
    has_password: typeof password === 'string' && !/^([01]?|true|false)$/.test(password) ? true : password,
    ...website,
  }
})

/** A website as a list shows it. */
export const Website = tidyWebsite.pipe(z.object(shape))
export type Website = z.infer<typeof Website>

/** A website on its own page, with unknown fields. */
export const WholeWebsite = tidyWebsite.pipe(withOther(shape))
export type WholeWebsite = z.infer<typeof WholeWebsite>
