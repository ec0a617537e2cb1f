import * as z from 'zod'
import { nameField, optional, withMessages } from './form.ts'

/** Longer than any API key of Google. */
export const maxFieldKey = 200

export const FieldKeyForm = withMessages(z.object({ api_key: optional(nameField(maxFieldKey)) }), {
  api_key: {
    label: 'API key',
    hint: 'From the Google Cloud console, with the Chrome UX Report API enabled.',
    otherwise: `Enter an API key of ${maxFieldKey} characters or fewer.`,
    not_allowed: 'Google refused this API key. Check that it’s complete, and that the Chrome UX Report API is enabled.',
    unreachable: 'Google couldn’t be reached to test this API key. Try again later.',
  },
})
