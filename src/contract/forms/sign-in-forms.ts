import * as z from 'zod'
import { maxClientId, maxClientSecret, maxEmailDomains, maxProviderName } from '../access/sign-in.ts'
import { orList } from '../lists/query-params.ts'
import { teamRoles } from '../service-info.ts'
import { maxUrlLength } from '../values.ts'
import {
  because,
  choiceOf,
  flagField,
  nameField,
  nameMessage,
  optional,
  rawTextField,
  readEntries,
  refusal,
  withDefault,
  withMessages,
} from './form.ts'
import { grantsField, grantsWords } from './people-forms.ts'

const google = /^(?:https:\/\/)?accounts\.google\.com\/?$/i

/** Google names itself in two ways, with https and without. */
export const canonicalIssuer = (issuer: string) => (google.test(issuer) ? 'https://accounts.google.com' : issuer)

/** The URL of a provider as it names itself: compared as text, so it is kept as entered. */
const issuer = z
  .transform((text) => (typeof text === 'string' ? canonicalIssuer(text.trim()) : text))
  .pipe(
    z
      .string(because('required'))
      .min(1, { error: 'required', abort: true })
      .max(maxUrlLength, { error: 'too_long', abort: true })
      .transform((text, { issues }) => {
        const refuse = (code: Parameters<typeof refusal>[0]) => {
          issues.push(refusal(code, text))
          return z.NEVER
        }
        const url = URL.parse(text)
        if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return refuse('invalid_url')
        if (url.username !== '' || url.password !== '') return refuse('has_credentials')
        return url.search !== '' || url.hash !== '' ? refuse('invalid_url') : text
      }),
  )

/** Domains in ASCII and lower case, as those of people's emails are kept. */
const emailDomains = z
  .transform((text) => readEntries(text, /[^\s,;]+/g, maxEmailDomains, { once: true }))
  .pipe(
    z
      .array(
        z.string().transform((text, { issues }) => {
          const hostname = URL.parse(`https://${text.replace(/^@/, '')}`)?.hostname
          if (hostname?.includes('.') && !/[/:?#]/.test(text)) return hostname
          issues.push(refusal('invalid_choice', text))
          return z.NEVER
        }),
      )
      .max(maxEmailDomains, because('too_many')),
  )

const name = nameField(maxProviderName)
const clientId = nameField(maxClientId)
const clientSecret = rawTextField(maxClientSecret)
const role = choiceOf(teamRoles)

const words = {
  name: { label: 'Name', hint: 'For the button “Continue with …”.', otherwise: nameMessage(maxProviderName) },
  issuer: {
    label: 'Issuer',
    hint: 'The URL by which the provider names itself, such as https://accounts.google.com.',
    otherwise: 'Enter an https URL, such as https://accounts.google.com.',
    required: 'Enter the issuer.',
    has_credentials: 'Remove the username and password from the URL.',
    unreachable: 'Enter a public https URL. Your administrator can allow another one with SEO_REPORTS_ALLOW_HOSTS.',
  },
  client_id: { label: 'Client ID', otherwise: 'Enter the client ID that the provider gave you.' },
  client_secret: {
    label: 'Client secret',
    otherwise: `Enter a client secret of ${maxClientSecret} characters or fewer.`,
    required: 'Enter the client secret. A different issuer or client ID has its own.',
  },
  email_domains: {
    label: 'Allowed email domains',
    hint: 'Separate domains with commas. Leave blank to let in everyone with an account at the provider.',
    otherwise: 'Enter domains such as example.com, separated by commas.',
    too_many: `Enter ${maxEmailDomains} domains or fewer.`,
  },
  team_role: { label: 'Role of a new person', otherwise: `Choose ${orList(teamRoles)}.` },
  grants: {
    label: 'Grants of a new person',
    hint: 'Optional. One per line, such as “edit all”, “view client:3” or “edit website:7”.',
    ...grantsWords,
  },
  require_verified_email: {
    label: 'Require a verified email',
    hint: 'Turn this off only for a provider that doesn’t say if an email is verified, such as Microsoft Entra ID.',
    otherwise: 'Send 1 or 0.',
  },
  enabled: {
    otherwise: 'Send 1 or 0.',
    not_allowed: 'Sign in with it once to test these settings. Then you can enable it.',
    incomplete: 'Passwords are off, so another provider must be enabled first. Or turn passwords on.',
  },
}

export const ProviderForm = withMessages(
  z.object({
    name,
    issuer,
    client_id: clientId,
    client_secret: clientSecret,
    email_domains: emailDomains,
    team_role: withDefault(role, 'member'),
    grants: grantsField,
    require_verified_email: withDefault(flagField, true),
    enabled: withDefault(flagField, false),
  }),
  words,
)

/** Changes a provider. Absent fields stay. */
export const ProviderChangeForm = withMessages(
  z.object({
    name: optional(name),
    issuer: optional(issuer),
    client_id: optional(clientId),
    client_secret: optional(clientSecret),
    email_domains: emailDomains.optional(),
    team_role: optional(role),
    grants: grantsField.optional(),
    require_verified_email: optional(flagField),
    enabled: optional(flagField),
  }),
  { ...words, client_secret: { ...words.client_secret, hint: 'Leave blank to keep it.' } },
)

export const SignInSettingsForm = withMessages(z.object({ passwords: flagField }), {
  passwords: {
    otherwise: 'Send 1 or 0.',
    not_allowed: 'Enable a provider first. Without passwords, no one could sign in.',
  },
})

/** Starts signing in by a provider with an invitation. */
export const InvitedStartForm = withMessages(z.object({ token: z.string(because('required')).max(200) }), {
  token: 'Send the token of the invitation.',
})
