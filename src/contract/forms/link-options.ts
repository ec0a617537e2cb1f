import * as z from 'zod'
import { linkLayouts, linkModes, maxLinkLabel } from '../sharing/links.ts'
import { choiceOf, expiryField, flagField, labelField, optional, withDefault } from './form.ts'
import { NewPassword } from './website-form.ts'

/**
 * The fields of a new share link that a person fills in. The browser checks only these. In link-form.ts, they would
 * pull the list queries that the target needs into a shared chunk, and add 1.6 kB to the dashboard's first load.
 */
export const LinkOptions = z.object({
  mode: withDefault(choiceOf(linkModes), 'live'),
  layout: withDefault(choiceOf(linkLayouts), 'page'),
  label: labelField(maxLinkLabel),
  expires_at: expiryField,
  password: optional(NewPassword),
  /** Whether visitors can check the page again. */
  can_check: optional(flagField),
})
