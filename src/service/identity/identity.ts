import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { RenderMode } from '#contract/reports/rendering.ts'
import { failures, PageRefused } from '#service/fetcher/failures.ts'
import type { Identity } from '#service/fetcher/identity.ts'
import type { Schema } from '#service/store/schema.ts'
import { findIdentityByDomain, type IdentitySettings, summaryOf } from '#service/store/websites/identities.ts'
import { type IdentityKeys, open, seal } from './encryption.ts'

/** The values that are encrypted. */
export type Secrets = Pick<Identity, 'userAgentSuffix' | 'headers' | 'basic' | 'cookies'>

export const noSecrets: Secrets = { userAgentSuffix: null, headers: [], basic: null, cookies: [] }

const NamesAndValues = z.array(z.tuple([z.string(), z.string()]))
const StoredSecrets: z.ZodType<Secrets> = z.object({
  userAgentSuffix: z.string().nullable(),
  headers: NamesAndValues,
  basic: z.object({ user: z.string(), password: z.string() }).nullable(),
  cookies: NamesAndValues,
})

/** How a website's pages are requested and judged. */
export type SiteSettings = {
  render: RenderMode
  judgeAsProduction: boolean
  /** The host that a website judged as production stands for. */
  productionHost: string | null
  identity: Identity | null
}

/**
 * Returns the settings of a website; the defaults if there is none.
 * @throws PageRefused if its identity can't be decrypted, because its pages must never be requested without
 */
export async function findSiteSettings(db: Kysely<Schema>, keys: IdentityKeys, domain: string): Promise<SiteSettings> {
  const record = await findIdentityByDomain(db, domain)
  if (!record) return { render: 'auto', judgeAsProduction: false, productionHost: null, identity: null }
  return {
    render: record.render,
    judgeAsProduction: record.judge_as_production === 1,
    productionHost: record.judge_as_production === 1 ? record.production_host : null,
    identity: identityOf(record, keys),
  }
}

/**
 * Returns the identity of a website; null if none is set.
 * @throws PageRefused if it can't be decrypted
 */
export function identityOf(record: IdentitySettings, keys: IdentityKeys): Identity | null {
  const secrets = openSecrets(record, keys)
  if (secrets === null) throw new PageRefused(failures.identity_locked)
  const { signature } = summaryOf(record)
  if (record.sealed === null && !signature) return null
  return { ...secrets, signature, hosts: hostsOf(record) }
}

/** Returns the values that are set; null if this server doesn't have the key that they were encrypted with. */
export function openSecrets(record: IdentitySettings, keys: IdentityKeys): Secrets | null {
  if (record.sealed === null) return noSecrets
  const key = record.key_id === null ? undefined : keys.forOpening(record.key_id)
  const text = key && open(key, Buffer.from(record.sealed), contextOf(record))
  return text ? StoredSecrets.parse(JSON.parse(text)) : null
}

/** Encrypts the values. Throws a {@link KeyUnavailable}. */
export function sealSecrets(
  secrets: Secrets,
  record: Pick<IdentitySettings, 'website_id' | 'hosts'>,
  keys: IdentityKeys,
): { sealed: Buffer; key_id: string } {
  const key = keys.forSealing()
  return { sealed: seal(key, JSON.stringify(secrets), contextOf(record)), key_id: key.id }
}

/** With the hosts, so that the values can't be directed elsewhere in the database. */
const contextOf = ({ website_id, hosts }: Pick<IdentitySettings, 'website_id' | 'hosts'>) =>
  JSON.stringify([Number(website_id), hosts])

export const hostsOf = ({ hosts }: Pick<IdentitySettings, 'hosts'>) => z.array(z.string()).parse(JSON.parse(hosts))
