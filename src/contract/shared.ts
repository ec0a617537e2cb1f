import * as z from 'zod/mini'
import { integer, orNull } from './lenient.ts'

/** What is read without a key, from our own pages alone; the bodies are those of the keyed paths. */
export const sharedPaths = {
  report: (id: number) => `/api/v1/shared/reports/${id}`,
  website: (id: number) => `/api/v1/shared/websites/${id}`,
  websiteReports: (id: number) => `/api/v1/shared/websites/${id}/reports`,
  unlock: (id: number) => `/api/v1/shared/websites/${id}/unlock`,
  forget: (id: number) => `/api/v1/shared/websites/${id}/forget`,
}

const Locked = z.object({
  locked: z.object({ by: z.enum(['website', 'link']), website_id: orNull(integer) }),
})

export type Locked = { by: 'website' | 'link'; websiteId: number | null }

/** What a 401 says about the password that would open it; null when it is about something else. Never throws. */
export function readLocked(body: unknown): Locked | null {
  const read = z.safeParse(Locked, body)
  return read.success ? { by: read.data.locked.by, websiteId: read.data.locked.website_id } : null
}
