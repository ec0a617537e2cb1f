import * as z from 'zod'
import { maxKeyName } from '../access/keys.ts'
import { orList } from '../lists/query-params.ts'
import { keyRoles } from '../service-info.ts'
import { choiceOf, expiryField, expiryMessages, nameField, nameMessage, withMessages } from './form.ts'

const takenMessage = 'Another API key has this name. Choose a different one.'

export const NewKeyForm = withMessages(
  z.object({ name: nameField(maxKeyName), role: choiceOf(keyRoles), expires_at: expiryField }),
  {
    name: {
      label: 'Name',
      hint: 'Helps you recognise the key here and in Activity.',
      otherwise: nameMessage(maxKeyName),
      taken: takenMessage,
    },
    role: { label: 'Access', otherwise: `Choose ${orList(keyRoles)}.` },
    expires_at: { label: 'Expires', hint: 'Leave blank for no expiry.', ...expiryMessages },
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
