import * as z from 'zod'
import { grouped } from '../format/numbers.ts'
import type { FieldCode } from '../responses/error-codes.ts'
import { identityLimits, renderModeOf, type WebsiteIdentity } from '../websites/identity.ts'
import { because, type FieldProblem, flagField, readForm, refusal, withMessages } from './form.ts'
import { PageUrl, urlMessages } from './report-forms.ts'

/** A header or a cookie. */
export type NameAndValue = [name: string, value: string]

const token = /^[\w!#$%&'*+.^`|~-]+$/
/** RFC 9110, without the bytes beyond ASCII, which servers read differently. */
const headerValue = /^[\t\x20-\x7e]*$/
/** RFC 6265, 4.1.1. */
const cookieValue = /^(?:[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*|"[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*")$/

/** Headers that other fields or our own requests set, by the reason. */
const takenHeaders = new Map([
  ['authorization', 'only Basic auth is supported, so use the username and password'],
  ['cookie', 'use the cookies'],
  ['user-agent', 'use the user agent suffix'],
  ...['signature', 'signature-input', 'signature-agent'].map((name) => [name, 'use the signature'] as const),
  ...[
    'accept',
    'accept-encoding',
    'connection',
    'content-encoding',
    'content-length',
    'content-type',
    'expect',
    'host',
    'http2-settings',
    'if-match',
    'if-modified-since',
    'if-none-match',
    'if-range',
    'if-unmodified-since',
    'keep-alive',
    'proxy-authenticate',
    'proxy-authorization',
    'proxy-connection',
    'range',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
    'via',
  ].map((name) => [name, 'each request sets it'] as const),
])

const cookieAttributes = [
  'domain',
  'path',
  'expires',
  'max-age',
  'secure',
  'httponly',
  'samesite',
  'partitioned',
  'priority',
]

/** A problem of one entry. `name` tells the person which; it is never a value, which can be secret. */
type EntryProblem = { code: FieldCode; name: string; allowed?: string }

const tooLong: EntryProblem = { code: 'too_long', name: '' }
const tooMany: EntryProblem = { code: 'too_many', name: '' }

/**
 * A field with several entries. `[]` clears it, and undefined keeps it. Nothing is read of a text that is too long, and
 * no further entry once there are too many.
 */
const entriesField = <T>(read: (text: string) => { entries: T[] } | EntryProblem) =>
  z
    .string()
    .transform((text, payload): T[] => {
      // Text that is accepted is ASCII, so its length is that of its bytes.
      const result = text.length > identityLimits.bytes ? tooLong : read(text)
      if ('entries' in result) return result.entries
      const { code, name, allowed = '' } = result
      payload.issues.push(refusal(code, undefined, { params: { parameter: { name, allowed } } }))
      return z.NEVER
    })
    .optional()

function readHeaders(text: string): { entries: NameAndValue[] } | EntryProblem {
  const entries = new Map<string, NameAndValue>()
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' && !line.includes('\r')) continue
    const here = `Line ${index + 1}`
    const colon = line.indexOf(':')
    if (colon < 0) return { code: 'invalid_type', name: here }
    const name = line.slice(0, colon).trimEnd()
    const value = line.slice(colon + 1)
    if (!token.test(name)) return { code: 'invalid_id', name: here }
    if (!headerValue.test(value)) return { code: 'invalid_characters', name }
    const key = name.toLowerCase()
    const reason = takenHeaders.get(key)
    if (reason) return { code: 'not_allowed', name, allowed: reason }
    if (entries.has(key)) return { code: 'duplicate', name }
    if (entries.size === identityLimits.headers) return tooMany
    entries.set(key, [name, value.trim()])
  }
  return { entries: [...entries.values()] }
}

function readCookies(text: string): { entries: NameAndValue[] } | EntryProblem {
  const entries = new Map<string, string>()
  for (const [index, part] of text.split(';').entries()) {
    const pair = part.replace(/^[\t ]+/, '').replace(/(?<![\t ])[\t ]+$/, '')
    if (pair === '') continue
    const here = `Cookie ${index + 1}`
    const equals = pair.indexOf('=')
    const name = equals < 0 ? pair : pair.slice(0, equals)
    if (cookieAttributes.includes(name.toLowerCase())) return { code: 'not_allowed', name }
    if (equals < 0) return { code: 'invalid_type', name: here }
    if (!token.test(name)) return { code: 'invalid_id', name: here }
    const value = pair.slice(equals + 1)
    if (!cookieValue.test(value)) return { code: 'invalid_characters', name }
    if (entries.has(name)) return { code: 'duplicate', name }
    if (entries.size === identityLimits.cookies) return tooMany
    entries.set(name, value)
  }
  return { entries: [...entries] }
}

/** Returns the host of a URL or a host, with a port that isn't the scheme's own; null if there is none. */
function hostOf(typed: string): string | null {
  const [text = ''] = typed.replace(/^https?:\/\//i, '').split(/[/?#]/, 1)
  if (!/^[^\s/\\?#@*:[\]]+(?::\d{1,5})?$/.test(text) && !/^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(text)) return null
  const host = URL.parse(`https://${text}`)?.host.replace(/\.(?=:\d+$|$)/, '')
  return host ? host.replace(/:80$/, '') : null
}

function readHosts(text: string): { entries: string[] } | EntryProblem {
  const hosts = new Set<string>()
  for (const [index, part] of text.split(/[\s,]+/).entries()) {
    if (part === '') continue
    const host = hostOf(part)
    // A URL can have a password.
    if (host === null)
      return { code: 'invalid_type', name: part.includes('@') ? `Host ${index + 1}` : `“${part.slice(0, 100)}”` }
    hosts.add(host)
    if (hosts.size > identityLimits.hosts) return tooMany
  }
  return { entries: [...hosts] }
}

/** One line of text. An empty one clears. */
const textField = (max: number, allowed: RegExp) =>
  z.string().trim().max(max, because('too_long')).regex(allowed, because('invalid_characters')).optional()

/** A setting that is the first choice once it is cleared. */
const flag = z.transform((text) => (text === '' ? '0' : text)).pipe(flagField.optional())

/** A host, as {@link hostOf} writes it. An empty one clears. */
const hostField = z
  .string()
  .trim()
  .transform((text, payload): string => {
    const host = text === '' ? '' : hostOf(text)
    if (host !== null) return host
    payload.issues.push(refusal('invalid_type', undefined))
    return z.NEVER
  })
  .optional()

const namedBy =
  (sentence: (name: string, allowed: string) => string) =>
  ({ parameter }: FieldProblem) =>
    sentence(parameter?.name ?? '', parameter?.allowed ?? '')

const bytesMessage = `Use ${identityLimits.bytes / 1024} KiB or less.`
const basicMessage = (max: number) => `Use ${grouped(max)} characters or fewer, without line breaks.`

const hostMessages = {
  otherwise: 'Enter one host per line, such as cdn.example.com or example.com:8443.',
  invalid_type: namedBy(
    (host) => `${host} isn’t a host. Enter hosts such as cdn.example.com or example.com:8443, without a wildcard.`,
  ),
  too_many: `Enter ${identityLimits.hosts} hosts or fewer.`,
  too_long: bytesMessage,
}

const identityMessages = {
  render: 'Choose 0 (automatic), 1 (always) or 2 (never).',
  user_agent_suffix: {
    label: 'User agent suffix',
    hint: 'We add it to our user agent.',
    otherwise: `Use ${identityLimits.userAgentSuffix} ASCII characters or fewer.`,
  },
  headers: {
    label: 'Request headers',
    hint: 'One per line, such as X-Staging: secret.',
    otherwise: 'Enter one header per line, such as X-Staging: secret.',
    invalid_type: namedBy((line) => `${line} has no colon. Enter one header per line, such as X-Staging: secret.`),
    invalid_id: namedBy((line) => `${line}: a header’s name has only letters, digits and characters such as - and _.`),
    invalid_characters: namedBy(
      (name) => `The value of ${name} has characters that aren’t allowed, such as carriage returns. Use ASCII.`,
    ),
    not_allowed: namedBy((name, reason) => `${name} can’t be set as a header: ${reason}.`),
    duplicate: namedBy((name) => `${name} appears twice. Enter each header once.`),
    too_many: `Enter ${identityLimits.headers} headers or fewer.`,
    too_long: bytesMessage,
  },
  basic_user: {
    label: 'Username',
    otherwise: `${basicMessage(identityLimits.basic)} A colon isn’t allowed.`,
    required: 'Enter the username that belongs to the password.',
  },
  basic_password: {
    label: 'Password',
    otherwise: basicMessage(identityLimits.basic),
    required: 'Enter the password of this username.',
  },
  cookies: {
    label: 'Cookies',
    hint: 'As a browser sends them, such as session=abc; theme=dark.',
    otherwise: 'Enter cookies such as session=abc; theme=dark.',
    invalid_type: namedBy((cookie) => `${cookie} has no equals sign. Enter cookies such as session=abc; theme=dark.`),
    invalid_id: namedBy(
      (cookie) => `${cookie}: a cookie’s name has only letters, digits and characters such as - and _.`,
    ),
    invalid_characters: namedBy(
      (name) =>
        `The value of ${name} has characters that a cookie can’t have, such as white space, commas or line breaks.`,
    ),
    not_allowed: namedBy(
      (name) =>
        `Leave out ${name}. Cookies are sent to this website and the hosts below, whatever their attributes. For a cookie of another host, use that host’s website.`,
    ),
    duplicate: namedBy((name) => `${name} appears twice. Enter each cookie once.`),
    too_many: `Enter ${identityLimits.cookies} cookies or fewer.`,
    too_long: bytesMessage,
  },
  signature: 'Use 1 or 0.',
  hosts: {
    label: 'Further hosts',
    hint: 'All of the above is sent to them too. One per line, such as cdn.example.com.',
    ...hostMessages,
  },
  judge_as_production: 'Use 1 or 0.',
  production_host: {
    label: 'Production host',
    hint: 'Optional, such as www.example.com. We read canonical URLs, hreflang and sitemaps that name it as if they named this website.',
    otherwise: 'Enter a host, such as www.example.com.',
    not_allowed: 'Enter another host than that of this website.',
  },
}

/** The hosts that belong together with a website. Absent or empty: none. */
export const OwnHostsForm = withMessages(z.object({ hosts: entriesField(readHosts) }), {
  hosts: { label: 'Hosts', hint: 'One per line, such as shop.example.com.', ...hostMessages },
})

/**
 * A change of a website's identity. An empty field clears what is set, an absent one keeps it. Headers and cookies are
 * replaced as a whole.
 */
export const IdentityForm = withMessages(
  z.object({
    render: z
      .transform((text) => (text === '' ? '0' : text))
      .pipe(
        z
          .enum(['0', '1', '2'], because('invalid_choice'))
          .transform((text) => renderModeOf(Number(text) as 0 | 1 | 2))
          .optional(),
      ),
    user_agent_suffix: textField(identityLimits.userAgentSuffix, /^[\x20-\x7e]*$/),
    headers: entriesField(readHeaders),
    basic_user: textField(identityLimits.basic, /^[^:\p{Cc}]*$/u),
    basic_password: z
      .string()
      .max(identityLimits.basic, because('too_long'))
      .regex(/^\P{Cc}*$/u, because('invalid_characters'))
      .optional(),
    cookies: entriesField(readCookies),
    signature: flag,
    hosts: entriesField(readHosts),
    judge_as_production: flag,
    production_host: hostField,
  }),
  identityMessages,
)
export type IdentityChange = z.output<typeof IdentityForm>

/** A URL of a website, or of a host named with its identity, to request once. */
export const TryIdentityForm = withMessages(z.object({ url: PageUrl }), {
  url: {
    ...urlMessages,
    label: 'URL',
    not_allowed: 'Enter a URL of this website, or of one of the further hosts.',
  },
})

/** The parts of an identity whose values aren't known to the dashboard, with their fields. */
export const secretParts = {
  user_agent_suffix: ['user_agent_suffix'],
  headers: ['headers'],
  basic: ['basic_user', 'basic_password'],
  cookies: ['cookies'],
} as const
export type SecretPart = keyof typeof secretParts
export const secretPartNames = Object.keys(secretParts) as SecretPart[]

/** `keep`: what is set stays as it is. `clear` removes it, and `replace` sets what is typed. */
export type SecretChoice = 'keep' | 'replace' | 'clear'

/** Returns true for a part that is set. */
export function isPartSet(identity: WebsiteIdentity, part: SecretPart): boolean {
  if (part === 'user_agent_suffix') return identity.has_user_agent_suffix === true
  if (part === 'basic') return identity.has_basic_user === true
  return (identity[part] ?? []).length > 0
}

/**
 * The form of the dashboard: the fields of {@link IdentityForm}, with a {@link SecretChoice} for each part that is set.
 * Reads the fields that are sent. If the identity is locked, all its parts are set again together.
 */
export const identityDraft = (before: WebsiteIdentity) =>
  withMessages(
    z.record(z.string(), z.string()).transform((given, payload): Record<string, string> => {
      const fields = fieldsToSend(before, given)
      const empty = secretPartNames
        .filter((part) => !before.is_locked && given[`${part}_choice`] === 'replace' && isPartSet(before, part))
        .flatMap((part) => secretParts[part].filter((name) => given[name] === ''))
      for (const name of empty) payload.issues.push(refusal('required', '', { path: [name] }))
      for (const { field, code, parameter } of readForm(IdentityForm, fields).problems)
        payload.issues.push(refusal(code, '', { path: [field], params: { parameter } }))
      return fields
    }),
    identityMessages,
  )

function fieldsToSend(before: WebsiteIdentity, given: Record<string, string>): Record<string, string> {
  const valueOf = (name: string) => given[name] ?? ''
  const isTouched = secretPartNames.some((part) => given[`${part}_choice`] !== 'keep')
  const secrets = secretPartNames.flatMap((part): [string, string][] => {
    const choice = given[`${part}_choice`]
    const names = secretParts[part]
    if (choice === 'clear' || (before.is_locked && isTouched && choice === 'keep'))
      return names.map((name) => [name, ''])
    const isEmpty = names.every((name) => valueOf(name) === '')
    if (choice !== 'replace' || (isEmpty && !before.is_locked)) return []
    return names.map((name) => [name, valueOf(name)])
  })
  const settings = ['render', 'signature', 'hosts', 'judge_as_production', 'production_host'].map(
    (name) => [name, valueOf(name)] as const,
  )
  return Object.fromEntries([...secrets, ...settings])
}
