import * as z from 'zod'

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

/** Returns the first email address in a text, or null. */
export const contactIn = (text: string): string | null =>
  text.split(/[\s,;:<>()|]/).find((part) => /^[\w+-]+(\.[\w+-]+)*@[a-z\d-]+(\.[a-z\d-]+)+$/i.test(part)) ?? null
