import * as z from 'zod'

export const SharedBrand = z.object({ name: z.string(), logo: z.string().nullable() }).meta({
  id: 'SharedBrand',
  description: 'The part of the brand that is in the header of shared pages. The name can be empty, and the logo null.',
})
