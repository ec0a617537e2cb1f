import * as z from 'zod'
import { orList } from '../lists/query-params.ts'
import { maxKeptReports } from '../websites/retention.ts'
import { maxPasswordLength, type Privacy, PrivacyValue, privacyValues } from '../websites/website.ts'
import { flagField, optional, optionalTrimmed, rawTextField, wholeNumberField, withMessages } from './form.ts'

/** A password to set. */
export const NewPassword = rawTextField(maxPasswordLength)
export const passwordMessage = `password must be 1 to ${maxPasswordLength} characters.`

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
    findable: { otherwise: 'findable must be 1 or 0.', not_allowed: 'findable can only be 1 if privacy is 0.' },
    privacy: {
      otherwise: `privacy must be ${orList(privacyValues)}.`,
      one_required: 'privacy or password is required.',
    },
    password: {
      otherwise: passwordMessage,
      not_allowed: 'password can only be set if privacy is 2.',
      required: "password is required, because this website doesn't have one yet.",
    },
  },
)
export type WebsiteChange = z.output<typeof WebsiteForm>

/** How many reports of each page a website keeps. Absent or empty: all. */
export const RetentionForm = withMessages(z.object({ keep: optionalTrimmed(wholeNumberField(1, maxKeptReports)) }), {
  keep: `keep must be a whole number from 1 to ${maxKeptReports}, or empty.`,
})
