import type { FieldProblem } from '#contract/forms/form.ts'
import { type IdentityChange, secretParts } from '#contract/forms/identity-form.ts'
import type { RenderMode } from '#contract/reports/rendering.ts'
import { domainOf } from '#contract/websites/website.ts'
import {
  type IdentityRecord,
  type IdentitySettings,
  type IdentitySummary,
  summaryOf,
} from '#service/store/websites/identities.ts'
import type { IdentityKeys } from './encryption.ts'
import { noSecrets, openSecrets, type Secrets, sealSecrets } from './identity.ts'

export type IdentityOutcome =
  /** `changed` names what is different, without values. */
  | { kind: 'changed'; record: IdentitySettings; changed: string[] }
  | { kind: 'refused'; problems: FieldProblem[] }
  /** The values of the missing fields would be kept, but can't be decrypted. */
  | { kind: 'locked'; missing: string[] }

/** Returns the defaults of a website. */
const defaultsOf = (website_id: number): IdentitySettings => ({
  website_id,
  render: 'auto',
  judge_as_production: 0,
  production_host: null,
  hosts: '[]',
  summary: null,
  sealed: null,
  key_id: null,
})

/**
 * Returns a website's settings after a change. Values that are absent in it are kept, and empty ones cleared.
 * @throws KeyUnavailable if values are set and there is no key to encrypt them with
 */
export function changeIdentity(
  { id, domain }: { id: number; domain: string },
  before: IdentityRecord | undefined,
  change: IdentityChange,
  keys: IdentityKeys,
): IdentityOutcome {
  const old: IdentitySettings = before ?? defaultsOf(id)
  const oldSummary = summaryOf(old)
  const hosts = change.hosts ? JSON.stringify(change.hosts.filter((host) => domainOf({ host }) !== domain)) : old.hosts
  const signature = change.signature ?? oldSummary.signature
  const render = change.render ?? old.render
  const judge_as_production =
    change.judge_as_production === undefined ? old.judge_as_production : flag(change.judge_as_production)
  const production_host = change.production_host === undefined ? old.production_host : change.production_host || null
  if (production_host !== null && domainOf({ host: production_host }) === domain)
    return { kind: 'refused', problems: [{ field: 'production_host', code: 'not_allowed' }] }
  const settings = { website_id: id, render, judge_as_production, production_host, hosts }
  const changedSettings = [
    ...(signature === oldSummary.signature ? [] : [signature ? 'signature on' : 'signature off']),
    ...(hosts === old.hosts ? [] : ['hosts']),
    ...(judge_as_production === old.judge_as_production
      ? []
      : [judge_as_production ? 'judged as production' : 'not judged as production']),
    ...(production_host === old.production_host ? [] : [`production host ${production_host ?? 'none'}`]),
    ...(render === old.render ? [] : [`pages rendered: ${renderWords[render]}`]),
  ]

  // Without the key, everything else can still be changed.
  if (!changesSecrets(change) && (old.sealed === null || hosts === old.hosts)) {
    const summary = storedSummary({ ...oldSummary, signature })
    return { kind: 'changed', record: { ...old, ...settings, summary }, changed: changedSettings }
  }
  const opened = openSecrets(old, keys)
  const missing = secretFields.filter((name) => change[name] === undefined)
  if (opened === null && missing.length > 0) return { kind: 'locked', missing }
  const basic = basicAfter(opened?.basic ?? null, change)
  if ('field' in basic) return { kind: 'refused', problems: [basic] }
  const secrets: Secrets = {
    userAgentSuffix:
      change.user_agent_suffix === undefined ? (opened?.userAgentSuffix ?? null) : change.user_agent_suffix || null,
    headers: change.headers ?? opened?.headers ?? [],
    basic: basic.value,
    cookies: change.cookies ?? opened?.cookies ?? [],
  }
  const summary = storedSummary({
    user_agent_suffix: secrets.userAgentSuffix !== null,
    headers: secrets.headers.map(([name]) => name),
    basic: secrets.basic !== null,
    cookies: secrets.cookies.map(([name]) => name),
    signature,
  })
  const sealed = isSame(secrets, noSecrets) ? { sealed: null, key_id: null } : sealSecrets(secrets, settings, keys)
  const changed = secretWords.flatMap(([name, word]) =>
    isSame(secrets[name], opened === null ? undefined : opened[name]) ? [] : [word],
  )
  return { kind: 'changed', record: { ...settings, summary, ...sealed }, changed: [...changed, ...changedSettings] }
}

const flag = (value: boolean) => (value ? 1 : 0)
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const renderWords: Record<RenderMode, string> = {
  auto: 'automatic',
  always: 'always',
  never: 'never',
}

const secretWords = [
  ['userAgentSuffix', 'user agent suffix'],
  ['headers', 'headers'],
  ['basic', 'username and password'],
  ['cookies', 'cookies'],
] as const satisfies [keyof Secrets, string][]

const secretFields = Object.values(secretParts).flat()
const changesSecrets = (change: IdentityChange) => secretFields.some((name) => change[name] !== undefined)

const storedSummary = (summary: IdentitySummary) =>
  summary.user_agent_suffix ||
  summary.headers.length > 0 ||
  summary.basic ||
  summary.cookies.length > 0 ||
  summary.signature
    ? JSON.stringify(summary)
    : null

/** Returns the username and the password after a change. Clearing one of them alone clears both. */
function basicAfter(
  before: Secrets['basic'],
  { basic_user: user, basic_password: password }: IdentityChange,
): { value: Secrets['basic'] } | FieldProblem {
  if ((user ?? '') === '' && (password ?? '') === '')
    return { value: user === undefined && password === undefined ? before : null }
  const after = { user: user ?? before?.user ?? '', password: password ?? before?.password ?? '' }
  if (after.user === '') return { field: 'basic_user', code: 'required' }
  if (after.password === '') return { field: 'basic_password', code: 'required' }
  return { value: after }
}
