import * as z from 'zod'
import { Id } from '#contract/values.ts'
import { type Attempts, createAttempts } from '#service/oidc/attempts.ts'

const GoogleAttempt = z.object({
  website: Id,
  /** Who began it, and can end it. */
  author: z.string(),
  verifier: z.string(),
  started: z.number(),
})
export type GoogleAttempt = z.infer<typeof GoogleAttempt>
export type GoogleAttempts = Attempts<GoogleAttempt>

/** The state that goes to Google and back is the attempt itself, encrypted. */
export const createGoogleAttempts = (secret: string): GoogleAttempts =>
  createAttempts(secret, 'google attempt', GoogleAttempt)
