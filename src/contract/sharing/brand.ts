import * as z from 'zod'
import { Timestamp } from '../values.ts'

/** The parts of a client report that can be left out. The cover and the summary are always there. */
export const documentSections = ['actions', 'progress', 'appendix'] as const
export type DocumentSection = (typeof documentSections)[number]

export const paperSizes = ['a4', 'letter'] as const
export type PaperSize = (typeof paperSizes)[number]

/** In Unicode code points. */
export const maxBrandName = 80
export const maxBrandIntro = 600
export const maxBrandFooter = 200

export const logoTypes = ['image/png', 'image/jpeg', 'image/svg+xml'] as const
export type LogoType = (typeof logoTypes)[number]
export const maxLogoBytes = 128 * 1024

/** Empty texts and null are left out of a client report. */
export const Brand = z
  .object({
    /** Who made the report, such as an agency. */
    name: z.string(),
    /** #rrggbb in lower case. */
    color: z.string().nullable(),
    intro: z.string(),
    footer: z.string(),
    sections: z.array(z.enum(documentSections)),
    paper: z.enum(paperSizes),
    logo: z.string().nullable(),
    updated_at: Timestamp.nullable(),
  })
  .meta({
    id: 'Brand',
    description:
      'The brand of client reports: its name, colour, texts and logo, and the sections and paper size of each report. `logo` is a data URL.',
  })
export type Brand = z.infer<typeof Brand>
