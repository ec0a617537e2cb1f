import * as z from 'zod'
import { because, flagField, withMessages } from '#contract/forms/form.ts'
import { ApiError } from '#web/data/api-error.ts'
import { SecretField } from '#web/forms/fields.tsx'
import type { FormField } from '#web/forms/use-contract-form.ts'
import type { ServerTrial } from './try-server.ts'
import { signInWords as words } from './words.ts'

/** An email address and a password, or a key. */
export type SignInWay = 'password' | 'key'

/** A key as a person pastes it. */
export const KeyField = z.string().trim().min(1, because('required'))
export const keyMessages = { key: { label: words.label, otherwise: words.empty } }

export const KeyAndChoice = withMessages(z.object({ key: KeyField, remember: flagField }), keyMessages)

export type SignInFault = Exclude<ServerTrial, { wrong: null }>

/** The error of a form whose key or server was tried, at the field that can correct it, if one can. */
export const refusedAt = (field: string | null, sentence: string, { cause }: Partial<SignInFault> = {}) =>
  new ApiError('invalid', sentence, {
    fields: field === null ? {} : { [field]: [sentence] },
    detail: cause?.detail ?? null,
  })

type KeyInputProps = { field: FormField; hint?: string; autoFocus?: boolean }

/** The input of an API key. */
export const KeyInput = (props: KeyInputProps) => <SecretField {...props} words={words} icon="key" autoComplete="off" />
