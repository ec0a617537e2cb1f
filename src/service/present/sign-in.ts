import type { Grant } from '#contract/access/people.ts'
import { type OwnIdentity, passwordIdentity, type SignInProvider } from '#contract/access/sign-in.ts'
import type { listIdentities, ProviderRecord } from '#service/store/access/providers.ts'

export function presentProvider(provider: ProviderRecord, grants: Grant[], callback_url: string): SignInProvider {
  const { id, name, issuer, client_id, team_role, tested_at, created_at, updated_at } = provider
  return {
    id,
    name,
    issuer,
    client_id,
    team_role,
    tested_at,
    created_at,
    updated_at,
    grants,
    callback_url,
    has_client_secret: true,
    email_domains: provider.email_domains.split(',').filter(Boolean),
    require_verified_email: provider.require_verified_email === 1,
    enabled: provider.enabled === 1,
  }
}

type StoredIdentity = Awaited<ReturnType<typeof listIdentities>>[number]

export function presentIdentity(identity: StoredIdentity): OwnIdentity {
  const { id, provider_id, provider_name, email, created_at, last_used_at } = identity
  return { id, provider: { id: provider_id, name: provider_name }, email, created_at, last_used_at }
}

export const ownPassword: OwnIdentity = {
  id: passwordIdentity,
  provider: null,
  email: null,
  created_at: null,
  last_used_at: null,
}
