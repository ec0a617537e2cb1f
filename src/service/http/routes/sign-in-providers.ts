import type { Transaction } from 'kysely'
import type * as z from 'zod'
import { SignInProvider, SignInWays } from '#contract/access/sign-in.ts'
import { ProviderChangeForm, ProviderForm, SignInSettingsForm } from '#contract/forms/sign-in-forms.ts'
import { deletionOf, itemOf, namedBody, wholeListOf } from '#contract/openapi/schemas.ts'
import type { IdentityKeys } from '#service/identity/encryption.ts'
import { type ProviderClient, sealClientSecret } from '#service/oidc/client.ts'
import { presentProvider } from '#service/present/sign-in.ts'
import { listGrants, setGrants } from '#service/store/access/grants.ts'
import {
  changeProvider,
  deleteProvider,
  findProvider,
  hasPasswords,
  holdProviders,
  insertProvider,
  listEnabledProviders,
  listProviders,
  type ProviderRecord,
  setPasswords,
} from '#service/store/access/providers.ts'
import type { Store } from '#service/store/database.ts'
import type { Schema } from '#service/store/schema.ts'
import { auditedProvider, type AuditRecorder } from '../audit-recorder.ts'
import { refuseFields } from '../body.ts'
import { recordWrite } from '../idempotency.ts'
import { writeWithKey } from '../identify.ts'
import { notFound, Problem, withSecret } from '../problem.ts'
import { originOf } from '../request.ts'
import { keyedForm, keyedFull, keyedWrite, limited, routeUsing } from '../route.ts'
import { refuseGrants } from './people.ts'

type Deps = {
  db: Store['db']
  audit: AuditRecorder
  identityKeys: IdentityKeys
  providerClient: ProviderClient
  publicUrl: string | null
}

const route = routeUsing<Deps>()
const findsProvider = async ({ params: { id } }: { params: { id: number } }, { db }: Deps): Promise<ProviderRecord> => {
  const provider = await findProvider(db, id)
  if (!provider) throw notFound()
  return provider
}

const list = '/api/v1/sign-in/providers'
const item = `${list}/{id}` as const
const Ways = itemOf('SignInWaysItem', SignInWays, 200)

/** The ways to sign in, and the providers that owners set up. */
export const signInProviderRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/sign-in',
      access: 'anyone',
      id: 'listSignInWays',
      summary: 'List the ways to sign in',
      responses: { 200: { description: 'What the sign-in page offers.', schema: Ways } },
      errors: limited,
    },
    async (_, { db }) => ({ data: await waysIn(db), status: 200 }),
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/sign-in/settings',
      access: 'manage people',
      id: 'changeSignInSettings',
      summary: 'Turn passwords on or off',
      description: 'They can be off once a provider is enabled. One-time links go on working.',
      form: namedBody('SignInSettings', SignInSettingsForm),
      example: { passwords: '1' },
      responses: { 200: { description: 'The ways to sign in now.', schema: Ways } },
      errors: keyedForm,
    },
    async ({ form: { passwords }, request }, { db, audit }) => {
      await writeWithKey(db, request, async (tx) => {
        await holdProviders(tx)
        if (!passwords && (await listEnabledProviders(tx)).length === 0)
          throw refuseFields(SignInSettingsForm, [{ field: 'passwords', code: 'not_allowed' }])
        await setPasswords(tx, passwords)
      })
      await audit.record(request, { action: 'passwords_changed', detail: passwords ? 'on' : 'off' })
      return { data: await waysIn(db), status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: list,
      access: 'manage people',
      id: 'listSignInProviders',
      summary: 'List the OpenID Connect providers',
      responses: {
        200: {
          description: 'The first added first. A client secret is never returned.',
          schema: wholeListOf('SignInProviderList', SignInProvider),
        },
      },
      errors: keyedFull,
    },
    async ({ request }, deps) => {
      const providers = await listProviders(deps.db)
      return { data: await Promise.all(providers.map((provider) => present(provider, request, deps))), status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: list,
      access: 'manage people',
      id: 'createSignInProvider',
      adds: true,
      summary: 'Add an OpenID Connect provider',
      description:
        'Register its `callback_url` with the provider, then open `/sign-in/{id}/start` signed in as an owner. It can be enabled after that.',
      form: namedBody('SignInProviderForm', ProviderForm),
      repeatable: { lines: ['grants'] },
      example: {
        name: 'Example',
        issuer: 'https://accounts.google.com',
        client_id: 'reports',
        client_secret: 'a secret',
      },
      responses: {
        201: { description: 'The new provider.', schema: itemOf('NewSignInProviderItem', SignInProvider, 201) },
      },
      errors: [...keyedForm, 409],
      repeat: 'withheld',
    },
    async ({ form, request }, deps) => {
      const { db, audit, identityKeys, providerClient } = deps
      const { client_secret, email_domains, enabled, grants, require_verified_email, ...settings } = form
      if (!providerClient.accepts(settings.issuer))
        throw refuseFields(ProviderForm, [{ field: 'issuer', code: 'unreachable' }])
      await refuseGrants(db, ProviderForm, settings.team_role, grants)
      if (enabled) throw refuseFields(ProviderForm, [{ field: 'enabled', code: 'not_allowed' }])
      const sealed = await withSecret(async () => sealClientSecret(client_secret, settings, identityKeys))
      const provider = await writeWithKey(db, request, async (tx) => {
        const created = await insertProvider(tx, {
          ...settings,
          ...sealed,
          email_domains: email_domains.join(','),
          require_verified_email: require_verified_email ? 1 : 0,
          enabled: 0,
          tested_at: null,
          created_at: new Date().toISOString(),
        })
        await setGrants(tx, { provider_id: created.id }, settings.team_role === 'owner' ? [] : grants)
        await recordWrite(tx, request, { status: 201, id: created.id })
        return created
      })
      await audit.record(request, { action: 'provider_created', object: auditedProvider(provider) })
      return { data: await present(provider, request, deps), status: 201 }
    },
  ),

  route(
    {
      method: 'PUT',
      path: item,
      access: 'manage people',
      id: 'changeSignInProvider',
      summary: 'Change or enable an OpenID Connect provider',
      description:
        'Absent fields stay. Another issuer, client ID, client secret, domain or rule for emails disables it until an owner has signed in with it again.',
      find: findsProvider,
      form: namedBody('SignInProviderChange', ProviderChangeForm),
      repeatable: { lines: ['grants'] },
      example: { name: 'Example' },
      responses: {
        200: { description: 'The changed provider.', schema: itemOf('SignInProviderItem', SignInProvider, 200) },
      },
      errors: [...keyedForm, 404, 409],
    },
    async ({ found: { id, team_role }, form, request }, deps) => {
      const { db, audit } = deps
      const role = form.team_role ?? team_role
      const grants = role === 'owner' ? [] : (form.grants ?? (await listGrants(db, { provider_id: id })))
      await refuseGrants(db, ProviderChangeForm, role, grants)
      await writeWithKey(db, request, async (tx) => {
        await holdProviders(tx)
        const provider = await findProvider(tx, id)
        if (!provider) throw notFound()
        await changeProvider(tx, provider, await changeOf(tx, provider, form, deps))
        await setGrants(tx, { provider_id: id }, grants)
      })
      const changed = await findProvider(db, id)
      if (!changed) throw notFound()
      const detail = Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : [name]))
      await audit.record(request, {
        action: 'provider_changed',
        object: auditedProvider(changed),
        detail: detail.join(', '),
      })
      return { data: await present(changed, request, deps), status: 200 }
    },
  ),

  route(
    {
      method: 'DELETE',
      path: item,
      access: 'manage people',
      id: 'deleteSignInProvider',
      summary: 'Delete an OpenID Connect provider',
      description: 'People can no longer sign in with it.',
      find: findsProvider,
      responses: {
        200: { description: 'Deleted.', schema: deletionOf('SignInProviderDeletion', 'sign_in_provider') },
      },
      errors: [...keyedWrite, 404, 409],
    },
    async ({ found: provider, request }, { db, audit }) => {
      const { id } = provider
      await writeWithKey(db, request, async (tx) => {
        await holdProviders(tx)
        if (await isNeeded(tx, id)) throw new Problem('last_way_in', onlyWay)
        await deleteProvider(tx, id)
      })
      await audit.record(request, { action: 'provider_deleted', object: auditedProvider(provider) })
      return { id, object: 'sign_in_provider', deleted: true, status: 200 }
    },
  ),
]

const onlyWay = 'Passwords are off, and this is the only provider that is enabled. Turn passwords on first.'

async function waysIn(db: Store['db']): Promise<SignInWays> {
  return { passwords: await hasPasswords(db), providers: await listEnabledProviders(db) }
}

async function present(
  provider: ProviderRecord,
  request: Parameters<typeof originOf>[0],
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
): Promise<SignInProvider> {
  const grants = await listGrants(db, { provider_id: provider.id })
  return presentProvider(provider, grants, callbackOf(provider.id, originOf(request, publicUrl)))
}

/** Returns the URL to which a provider sends browsers back. */
export const callbackOf = (id: number, origin: string) => `${origin}/sign-in/${id}/callback`

/** Returns true if nobody could sign in without a provider. */
async function isNeeded(tx: Transaction<Schema>, id: number): Promise<boolean> {
  if (await hasPasswords(tx)) return false
  const enabled = await listEnabledProviders(tx)
  return enabled.length === 1 && enabled[0]?.id === id
}

/** Returns the columns to change. What decides who gets in must be tested again. */
async function changeOf(
  tx: Transaction<Schema>,
  provider: ProviderRecord,
  { client_secret, email_domains, enabled, require_verified_email, ...plain }: z.output<typeof ProviderChangeForm>,
  { identityKeys, providerClient }: Pick<Deps, 'identityKeys' | 'providerClient'>,
) {
  const refuse = (field: string, code: 'required' | 'unreachable' | 'not_allowed' | 'incomplete') =>
    refuseFields(ProviderChangeForm, [{ field, code }])
  const issuer = plain.issuer ?? provider.issuer
  const client_id = plain.client_id ?? provider.client_id
  if (!providerClient.accepts(issuer)) throw refuse('issuer', 'unreachable')
  const isOther = issuer !== provider.issuer || client_id !== provider.client_id
  if (isOther && client_secret === undefined) throw refuse('client_secret', 'required')
  const secret =
    client_secret !== undefined &&
    (await withSecret(async () => sealClientSecret(client_secret, { issuer, client_id }, identityKeys)))
  const rules = {
    ...(email_domains && { email_domains: email_domains.join(',') }),
    ...(require_verified_email !== undefined && { require_verified_email: asFlag(require_verified_email) }),
  }
  const isUntested =
    secret !== false ||
    (rules.email_domains ?? provider.email_domains) !== provider.email_domains ||
    (rules.require_verified_email ?? provider.require_verified_email) !== provider.require_verified_email
  const tested_at = isUntested ? null : provider.tested_at
  if (enabled && tested_at === null) throw refuse('enabled', 'not_allowed')
  const isOn = enabled ?? (provider.enabled === 1 && tested_at !== null)
  if (!isOn && provider.enabled === 1 && (await isNeeded(tx, provider.id))) throw refuse('enabled', 'incomplete')
  const { name = provider.name, team_role = provider.team_role } = plain
  return { name, team_role, issuer, client_id, ...secret, ...rules, tested_at, enabled: asFlag(isOn) }
}

const asFlag = (value: boolean): 0 | 1 => (value ? 1 : 0)
