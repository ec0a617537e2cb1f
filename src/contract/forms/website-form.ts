import * as z from 'zod'
import { maxPasswordLength, type Privacy, PrivacyValue, privacyValues } from '../websites/website.ts'
import { flagField, optional, optionalTrimmed, rawTextField } from './form.ts'

/** A password to set. */
export const NewPassword = rawTextField(maxPasswordLength)

const privacyField = z
  .transform((text): Privacy | unknown => privacyValues.find((value) => String(value) === text) ?? text)
  .pipe(PrivacyValue)

/** A change of a website's privacy, password or search visibility. At least one field is needed. */
export const WebsiteForm = z
  .object({
    findable: optionalTrimmed(flagField),
    privacy: optionalTrimmed(privacyField),
    password: optional(NewPassword),
  })
  .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
    error: 'one_required',
    path: ['privacy'],
    when: () => true,
  })
export type WebsiteChange = z.output<typeof WebsiteForm>
