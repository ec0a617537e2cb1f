import * as z from 'zod'
import { maxKeyName } from '../access/keys.ts'
import { keyRoles } from '../service-info.ts'
import { choiceOf, expiryField, nameField } from './form.ts'

export const NewKeyForm = z.object({ name: nameField(maxKeyName), role: choiceOf(keyRoles), expires_at: expiryField })
export type NewKeyFields = z.output<typeof NewKeyForm>

const secret = z.string({ error: 'required' }).min(1, { error: 'required' })

/** A one-time sign-in token to exchange for a key. */
export const SignInForm = z.object({ token: secret })

/** The password of a website or a share link. */
export const UnlockForm = z.object({ password: secret })
