import * as z from 'zod'
import { orList } from '../lists/query-params.ts'
import {
  documentSections,
  logoTypes,
  maxBrandFooter,
  maxBrandIntro,
  maxBrandName,
  maxLogoBytes,
  maxLogoPixels,
  paperSizes,
} from '../sharing/client-document.ts'
import {
  because,
  betweenCommas,
  choiceOf,
  labelField,
  labelMessage,
  optionalTrimmed,
  readEntries,
  textField,
  textMessage,
  withDefault,
  withMessages,
} from './form.ts'

/** The brand of client reports. A field that is left out is empty, or has its default. */
export const BrandForm = withMessages(
  z.object({
    name: labelField(maxBrandName),
    color: optionalTrimmed(
      z
        .string()
        .regex(/^#[\da-f]{6}$/i, because('invalid_color'))
        .toLowerCase(),
    ),
    intro: textField(maxBrandIntro),
    footer: labelField(maxBrandFooter),
    sections: z
      // Each is named once, so of more than all at least one is wrong.
      .transform((text) => readEntries(text, betweenCommas, documentSections.length, { once: true }))
      .pipe(z.array(choiceOf(documentSections))),
    paper: withDefault(choiceOf(paperSizes), 'a4'),
  }),
  {
    name: {
      label: 'Name',
      hint: 'Your agency or team. Clients see it on the cover and on shared pages.',
      otherwise: labelMessage(maxBrandName),
    },
    color: {
      label: 'Colour',
      hint: 'Such as #1a73e8. Leave blank for black and white.',
      otherwise: 'Enter a colour such as #1a73e8.',
    },
    intro: {
      label: 'Introduction',
      hint: 'Appears on the cover of reports without an introduction of their own.',
      otherwise: textMessage(maxBrandIntro),
    },
    footer: {
      label: 'Footer',
      hint: 'Appears on printed pages. An email in it is the contact on shared pages.',
      otherwise: labelMessage(maxBrandFooter),
    },
    sections: `Choose from ${documentSections.join(', ')}, separated by commas.`,
    paper: `Choose ${orList(paperSizes)}.`,
  },
)
export type BrandFields = z.output<typeof BrandForm>

/** The introduction of one client report. A blank one is none, also if the brand has one. */
export const IntroductionForm = withMessages(z.object({ introduction: textField(maxBrandIntro) }), {
  introduction: {
    label: 'Introduction',
    hint: 'Appears on the cover. Leave blank for none.',
    otherwise: textMessage(maxBrandIntro),
  },
})

/** Returns the length of base64 text for a number of bytes. */
const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4

/** A logo as a data URL, as browsers write it. Whether it is a picture is checked when it is stored. */
export const LogoForm = withMessages(
  z.object({
    image: z
      .string(because('required'))
      .min(1, { error: 'required', abort: true })
      .max(`data:${logoTypes[2]};base64,`.length + base64Length(maxLogoBytes), {
        error: 'too_long',
        abort: true,
      })
      .regex(/^data:image\/(png|jpeg|svg\+xml);base64,[A-Za-z\d+/]+={0,2}$/, because('invalid_image')),
  }),
  {
    image: {
      otherwise: 'Choose a PNG, JPEG or SVG file.',
      too_long: `Choose a file of at most ${maxLogoBytes / 1024} KiB.`,
      too_complex: `We can’t draw this image within our limits. Choose a PNG or JPEG of at most ${maxLogoPixels} million pixels.`,
    },
  },
)
