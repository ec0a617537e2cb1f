import * as z from 'zod'
import { maxClientId, maxClientSecret } from '../access/sign-in.ts'
import { connectionKinds } from '../google/search-connection.ts'
import { orList } from '../lists/query-params.ts'
import { because, choiceOf, nameField, optional, optionalTrimmed, rawTextField, withMessages } from './form.ts'

/** Google's host for tokens, and the only one to which a service account's assertion is sent. */
export const tokenUrl = 'https://oauth2.googleapis.com/token'

/** Larger than any key of a service account, in characters. */
const maxServiceAccount = 10_000

/** The server's own client at Google. */
export const GoogleClientForm = withMessages(
  z.object({ client_id: nameField(maxClientId), client_secret: optional(rawTextField(maxClientSecret)) }),
  {
    client_id: {
      label: 'Client ID',
      hint: 'Of a client of the type “Web application”, such as 1234.apps.googleusercontent.com.',
      otherwise: 'Enter the client ID that Google gave you.',
    },
    client_secret: {
      label: 'Client secret',
      hint: 'Leave blank to keep it.',
      otherwise: `Enter a client secret of ${maxClientSecret} characters or fewer.`,
      required: 'Enter the client secret. A different client ID has its own.',
    },
  },
)

/** A name that Google gives a property: a domain, or the start of URLs. */
const property = z
  .string()
  .max(2_048, because('too_long'))
  .regex(/^(sc-domain:[^\s/]+|https?:\/\/[^\s/]+\/\S*)$/, because('invalid_choice'))

/** Chooses the way and the property. */
export const SearchForm = withMessages(
  z.object({ kind: choiceOf(connectionKinds), property: optionalTrimmed(property) }),
  {
    kind: {
      otherwise: `Choose ${orList(connectionKinds)}.`,
      not_found: 'Connect Google in this way first.',
    },
    property: {
      label: 'Property',
      otherwise: 'Choose a property of the account, such as sc-domain:example.com or https://www.example.com/.',
      not_found: 'The account can’t see this property. Choose one from its list.',
      not_allowed: 'A file has no property.',
    },
  },
)

/** What is needed of the key file that Google makes for a service account. */
const KeyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.email().max(320),
  private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  private_key_id: z.string().max(200).optional(),
  token_uri: z.string(),
})
export type ServiceAccount = Omit<z.infer<typeof KeyFile>, 'type' | 'token_uri'>

export const ServiceAccountForm = withMessages(
  z.object({
    json: z
      .string(because('required'))
      .min(1, { error: 'required', abort: true })
      .max(maxServiceAccount, { error: 'too_long', abort: true })
      .transform((text, { issues }): ServiceAccount => {
        const refuse = (code: 'invalid_type' | 'not_allowed') => {
          issues.push({ code: 'custom', message: code, input: '' })
          return z.NEVER
        }
        const { success, data } = KeyFile.safeParse(parsed(text))
        if (!success) return refuse('invalid_type')
        const { type: _type, token_uri, ...account } = data
        return token_uri === tokenUrl ? account : refuse('not_allowed')
      }),
  }),
  {
    json: {
      label: 'Key file (JSON)',
      hint: 'Add the account’s email as a delegated owner of the property in Search Console first.',
      required: 'Paste the JSON key file of the service account.',
      too_long: 'This is longer than a key file of a service account.',
      not_allowed: `Use a key file as Google made it: its token_uri must be ${tokenUrl}.`,
      otherwise: 'Paste the whole JSON key file that Google made for the service account.',
    },
  },
)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
