import * as z from 'zod'
import { type Grant, maxEmail, maxPassword, maxPersonName, minPassword, personStates } from '../access/people.ts'
import { orList } from '../lists/query-params.ts'
import { teamRoles } from '../service-info.ts'
import { maxId } from '../values.ts'
import { mailAddress } from './alert-forms.ts'
import {
  because,
  choiceOf,
  flagField,
  nameField,
  nameMessage,
  optional,
  optionalTrimmed,
  readEntries,
  refusal,
  withDefault,
  withMessages,
} from './form.ts'

const secret = z.string({ error: 'required' }).min(1, { error: 'required' })

/** Returns an email with its domain in ASCII; null if the domain is none, or a number. */
function withAsciiDomain(email: string): string | null {
  const at = email.lastIndexOf('@') + 1
  const hostname = URL.parse(`https://${email.slice(at)}`)?.hostname
  return hostname === undefined || /(^|\.)\d+$/.test(hostname) ? null : email.slice(0, at) + hostname
}

/** The email of a person. Its domain is kept in ASCII, so that one that only looks like another is seen to differ. */
export const emailField = z
  .transform((text) => (typeof text === 'string' ? text.trim() : text))
  .pipe(z.string(because('required')).min(1, because('required')).max(maxEmail, because('too_long')).pipe(mailAddress))
  .refine((email) => withAsciiDomain(email) !== null, because('invalid_choice'))
  .transform((email: string) => withAsciiDomain(email) ?? email)

/** Two spellings of one email are one person. */
export const foldedEmail = (email: string) => (withAsciiDomain(email) ?? email).normalize('NFKC').toLowerCase()

const emailWords = {
  label: 'Email',
  otherwise: 'Enter an email such as name@example.com.',
  required: 'Enter your email.',
  too_long: `Enter ${maxEmail} characters or fewer.`,
  taken: 'Another person has this email.',
}

/** A password to set. It is compared as typed, so it isn't trimmed. */
const newPassword = z
  .string(because('required'))
  .min(1, { error: 'required', abort: true })
  .refine((text) => [...text].length >= minPassword, because('too_short'))
  .refine((text) => [...text].length <= maxPassword, because('too_long'))
  .meta({ minLength: minPassword, maxLength: maxPassword })

const passwordWords = {
  label: 'Password',
  hint: `At least ${minPassword} characters. Three or four unrelated words are strong and easy to remember.`,
  otherwise: `Enter a password of ${minPassword} to ${maxPassword} characters.`,
  required: 'Enter a password.',
  too_common: 'This is one of the most common passwords. Choose another one.',
}

export const personName = nameField(maxPersonName)
const nameWords = { label: 'Name', otherwise: nameMessage(maxPersonName) }

const tokenWords = {
  otherwise: 'This link has no token.',
  expired: 'This link has expired or was already used. Ask for a new one.',
}

/** Signs a browser in: with an email and a password, or with the token of a one-time link. */
export const SessionForm = withMessages(
  z
    .object({
      email: optionalTrimmed(z.string().max(maxEmail, because('too_long'))),
      password: optional(z.string().max(4 * maxPassword, because('too_long'))),
      token: optional(secret),
    })
    .superRefine(({ email, password, token }, { issues }) => {
      if (token !== undefined) return
      if (email === undefined) issues.push(refusal('required', '', { path: ['email'] }))
      if (password === undefined) issues.push(refusal('required', '', { path: ['password'] }))
    }),
  {
    email: emailWords,
    password: { ...passwordWords, hint: '', otherwise: 'Enter your password.' },
    token: tokenWords,
  },
)

/** Creates the first owner's account, or that of an invitation, whose name and email are the defaults. */
export const AccountForm = withMessages(
  z.object({ token: secret, name: optional(personName), email: optional(emailField), password: newPassword }),
  {
    token: tokenWords,
    name: { ...nameWords, required: 'Enter your name.' },
    email: emailWords,
    password: passwordWords,
  },
)

/** Asks what the token of a link offers. */
export const AccountOfferForm = withMessages(z.object({ token: secret }), { token: tokenWords })

/** Asks for a mail with a link to choose a new password. */
export const PasswordResetForm = withMessages(z.object({ email: emailField }), { email: emailWords })
/** Chooses a password by the token of a reset link. */
export const NewPasswordForm = withMessages(z.object({ password: newPassword }), { password: passwordWords })

/** Changes one's own password. */
export const OwnPasswordForm = withMessages(
  z.object({ current_password: optional(z.string().max(4 * maxPassword)), password: newPassword }),
  {
    current_password: {
      label: 'Current password',
      otherwise: 'Enter your current password.',
      wrong_password: 'This isn’t your current password.',
    },
    password: { ...passwordWords, label: 'New password' },
  },
)

const isTimeZone = (text: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
const timeZone = z.string().max(60, because('invalid_choice')).refine(isTimeZone, because('invalid_choice'))

/** Changes one's own account. Absent fields stay. */
export const MeForm = withMessages(
  z.object({ name: optional(personName), time_zone: optional(timeZone), mail_assigned: optional(flagField) }),
  {
    name: { ...nameWords, hint: 'Colleagues see it in Activity, and on share links and notes you create.' },
    time_zone: {
      label: 'Time zone',
      hint: 'New schedules start with it.',
      otherwise: 'Enter the name of a time zone, such as Europe/Berlin.',
    },
    mail_assigned: { label: 'Email me when someone assigns me an issue', otherwise: 'Send 1 or 0.' },
  },
)

const grantShape = /^(edit|view) (?:(all)|(client|website):([1-9]\d{0,15}))$/
/** Grants in one text. */
const maxGrants = 1_000

/** Reads `edit all`, `view client:3` or `edit website:7`. Null if it is none of them. */
export function readGrant(text: string): Grant | null {
  const [, right, all, kind, id] = grantShape.exec(text) ?? []
  if (right === undefined) return null
  return {
    right: right === 'edit' ? 'edit' : 'view',
    scope: all ? 'all' : kind === 'client' ? 'client' : 'website',
    client_id: kind === 'client' ? Number(id) : null,
    website_id: kind === 'website' ? Number(id) : null,
  }
}

/** Writes a grant as forms have it. */
export const writeGrant = ({ right, scope, client_id, website_id }: Grant) =>
  scope === 'all' ? `${right} all` : `${right} ${scope}:${client_id ?? website_id}`

export const grantsField = z
  .transform((text) => readEntries(text, /[^\r\n]+/g, maxGrants, { once: true }))
  .pipe(
    z
      .array(
        z.string().transform((text, context) => {
          const grant = readGrant(text.trim())
          if (grant && (grant.client_id ?? grant.website_id ?? 1) <= maxId) return grant
          context.issues.push(refusal('invalid_choice', text))
          return z.NEVER
        }),
      )
      .max(maxGrants, because('too_many')),
  )

export const grantsWords = {
  otherwise: 'Enter grants such as "edit all", "view client:3" or "edit website:7", one per line.',
  too_many: `Enter ${maxGrants} grants or fewer.`,
  not_found: 'Some of these clients or websites don’t exist.',
  not_allowed: 'Guests can only view clients and websites. Give them no other grants.',
}

const lastOwner = 'The team needs an active owner. Invite or activate another one first.'
const roleWords = { label: 'Role', otherwise: `Choose ${orList(teamRoles)}.` }

export const InvitationForm = withMessages(
  z.object({
    name: personName,
    email: optionalTrimmed(emailField),
    team_role: withDefault(choiceOf(teamRoles), 'member'),
    grants: optional(grantsField),
  }),
  {
    name: { ...nameWords, hint: 'They can change it.' },
    email: { ...emailWords, hint: 'Optional.' },
    team_role: roleWords,
    grants: grantsWords,
  },
)

/** Changes a person. Absent fields stay. */
export const PersonForm = withMessages(
  z.object({
    name: optional(personName),
    email: optionalTrimmed(emailField),
    team_role: optional(choiceOf(teamRoles)),
    state: optional(choiceOf(personStates)),
    grants: optional(grantsField),
  }),
  {
    name: nameWords,
    email: emailWords,
    team_role: { ...roleWords, not_allowed: lastOwner },
    state: {
      otherwise: `Choose ${orList(personStates)}.`,
      not_allowed: lastOwner,
    },
    grants: grantsWords,
  },
)
