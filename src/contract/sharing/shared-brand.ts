import * as z from 'zod'
import { type QueryParams, text, wholeNumber } from '../lists/query-params.ts'
import { maxId } from '../values.ts'

export const SharedBrand = z
  .object({
    name: z.string(),
    logo: z.string().nullable(),
    color: z.string().nullable(),
    /** The email address in the footer of the brand. */
    contact: z.string().nullable(),
  })
  .meta({
    id: 'SharedBrand',
    description:
      'The part of the brand that visitors of shared pages see. The name can be empty, and everything else null. `contact` is the first email in its footer.',
  })
export type SharedBrand = z.infer<typeof SharedBrand>

/** A page for visitors, by what it shows. */
export type SharedBrandQuery = { website_id: number | null; report_id: number | null; token: string }
export const sharedBrandParams: QueryParams<SharedBrandQuery> = {
  website_id: wholeNumber(maxId, null),
  report_id: wholeNumber(maxId, null),
  token: text(100),
}

/** Returns the first email address in a text, or null. */
export const contactIn = (text: string): string | null =>
  text.split(/[\s,;:<>()|]/).find((part) => /^[\w+-]+(\.[\w+-]+)*@[a-z\d-]+(\.[a-z\d-]+)+$/i.test(part)) ?? null
