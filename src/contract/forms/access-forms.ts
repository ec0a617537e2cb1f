import * as z from 'zod'
import { maxKeyName } from '../access/keys.ts'
import { readId } from '../lists/list-query.ts'
import { orList } from '../lists/query-params.ts'
import { keyRoles } from '../service-info.ts'
import { Id } from '../values.ts'
import {
  because,
  choiceOf,
  expiryField,
  expiryMessages,
  nameField,
  nameMessage,
  optional,
  readEntries,
  withMessages,
} from './form.ts'
import { grantsField, grantsWords } from './people-forms.ts'

const takenMessage = 'Another API key has this name. Choose a different one.'

const maxClients = 100
const clientsField = z
  .transform((text) => readEntries(text, /[^\r\n]+/g, maxClients, { once: true }).map(readId))
  .pipe(z.array(Id).max(maxClients, because('too_many')))

export const NewKeyForm = withMessages(
  z.object({
    name: nameField(maxKeyName),
    role: choiceOf(keyRoles),
    expires_at: expiryField,
    clients: optional(clientsField),
    grants: optional(grantsField),
  }),
  {
    name: {
      label: 'Name',
      hint: 'Helps you recognise the key here and in Activity.',
      otherwise: nameMessage(maxKeyName),
      taken: takenMessage,
    },
    role: { label: 'Access', otherwise: `Choose ${orList(keyRoles)}.` },
    expires_at: { label: 'Expires', hint: 'Leave blank for no expiry.', ...expiryMessages },
    clients: {
      label: 'Clients',
      otherwise: 'Enter IDs of clients, one per line.',
      too_many: `Enter ${maxClients} clients or fewer.`,
      not_found: 'Some of these clients don’t exist.',
      not_allowed: 'Send clients for a key of your own, or grants for a service key.',
    },
    grants: { ...grantsWords, not_allowed: 'Only owners make service keys.' },
  },
)
export type NewKeyFields = z.output<typeof NewKeyForm>

/** The name of the key that signs the request, which is that of its holder. */
export const OwnKeyForm = withMessages(z.object({ name: nameField(maxKeyName) }), {
  name: {
    label: 'Name',
    hint: 'Colleagues see it in Activity, and on share links and notes you create. Visitors never do.',
    otherwise: nameMessage(maxKeyName),
    taken: takenMessage,
  },
})

const secret = z.string({ error: 'required' }).min(1, { error: 'required' })

/** A one-time sign-in token to exchange for a key. */
export const SignInForm = withMessages(z.object({ token: secret }), {
  token: {
    otherwise: 'This sign-in link has no token.',
    expired: 'This sign-in link has expired or was already used. Run "npm run sign-in" for a new one.',
  },
})

/** The password of a website or a share link. */
export const UnlockForm = withMessages(z.object({ password: secret }), {
  password: { label: 'Password', otherwise: 'Enter the password.', wrong_password: 'Wrong password. Try again.' },
})
