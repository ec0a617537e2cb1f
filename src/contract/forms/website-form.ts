import * as z from 'zod'
import { grouped } from '../format/numbers.ts'
import { orList } from '../lists/query-params.ts'
import { maxKeptReports, maxPasswordLength, type Privacy, PrivacyValue, privacyValues } from '../websites/website.ts'
import { flagField, optional, optionalTrimmed, rawTextField, wholeNumberField, withMessages } from './form.ts'

/** A password to set. */
export const NewPassword = rawTextField(maxPasswordLength)
export const passwordMessage = `Enter a password of 1 to ${maxPasswordLength} characters.`

const privacyField = z
  .transform((text): Privacy | unknown => privacyValues.find((value) => String(value) === text) ?? text)
  .pipe(PrivacyValue)

/** A change of a website's privacy, password or search visibility. At least one field is needed. */
export const WebsiteForm = withMessages(
  z
    .object({
      findable: optionalTrimmed(flagField),
      privacy: optionalTrimmed(privacyField),
      password: optional(NewPassword),
    })
    .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
      error: 'one_required',
      path: ['privacy'],
      when: () => true,
    }),
  {
    findable: { otherwise: 'Use 1 or 0.', not_allowed: 'Search engines can only list a public website (privacy 0).' },
    privacy: {
      otherwise: `Choose ${orList(privacyValues)}.`,
      one_required: 'Choose a privacy or enter a password.',
    },
    password: {
      otherwise: passwordMessage,
      not_allowed: 'Only a password-protected website (privacy 2) has a password.',
      required: 'Enter a password, because this website doesn’t have one yet.',
    },
  },
)
export type WebsiteChange = z.output<typeof WebsiteForm>

/** How many reports of each page a website keeps. Absent or empty: all. */
export const RetentionForm = withMessages(z.object({ keep: optionalTrimmed(wholeNumberField(1, maxKeptReports)) }), {
  keep: `Enter a whole number from 1 to ${grouped(maxKeptReports)}, or leave it blank.`,
})
