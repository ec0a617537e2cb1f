import * as z from 'zod/mini'
import { linkModes, maxLinkLabel } from '../links.ts'
import { choiceOf, expiryField, labelField, optional, withDefault } from './form.ts'
import { NewPassword } from './website-form.ts'

/**
 * The fields of a new share link that a person fills in. Apart from its target, because the browser checks only these.
 */
export const LinkOptions = z.object({
  mode: withDefault(choiceOf(linkModes), 'live'),
  label: labelField(maxLinkLabel),
  expires_at: expiryField,
  password: optional(NewPassword),
})
