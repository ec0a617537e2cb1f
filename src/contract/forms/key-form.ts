import * as z from 'zod/mini'
import { maxKeyName } from '../keys.ts'
import { keyRoles } from '../service-info.ts'
import { choiceOf, expiryField, nameField } from './form.ts'

export const NewKeyForm = z.object({ name: nameField(maxKeyName), role: choiceOf(keyRoles), expires_at: expiryField })
export type NewKeyFields = z.output<typeof NewKeyForm>
