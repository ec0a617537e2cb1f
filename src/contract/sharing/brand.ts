import * as z from 'zod'
import { orElse, orNull } from '../responses/lenient.ts'

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

/** How client reports look, and what they say and contain. Empty texts and null are left out of the report. */
export const Brand = z.object({
  /** Who made the report, such as an agency. */
  name: orElse(z.string(), ''),
  /** #rrggbb in lower case. */
  color: orNull(z.string()),
  intro: orElse(z.string(), ''),
  footer: orElse(z.string(), ''),
  sections: orElse(z.array(z.enum(documentSections)), [...documentSections]),
  paper: orElse(z.enum(paperSizes), 'a4'),
  /** A data URL. */
  logo: orNull(z.string()),
  updated_at: orNull(z.string()),
})
export type Brand = z.infer<typeof Brand>
