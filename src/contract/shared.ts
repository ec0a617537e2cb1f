import * as z from 'zod/mini'
import { integer, orNull } from './lenient.ts'

const Locked = z.object({
  locked: z.object({ by: z.enum(['website', 'link']), website_id: orNull(integer) }),
})

export type Locked = { by: 'website' | 'link'; websiteId: number | null }

/** What a 401 says about the password that would open it; null when it is about something else. Never throws. */
export function readLocked(body: unknown): Locked | null {
  const read = z.safeParse(Locked, body)
  return read.success ? { by: read.data.locked.by, websiteId: read.data.locked.website_id } : null
}
