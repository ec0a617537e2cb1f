import type { Kysely } from 'kysely'
import * as z from 'zod'
import { failures, PageRefused } from '#service/fetcher/failures.ts'
import { createSigner, createSigningKey, type Signer } from '#service/fetcher/signature.ts'
import { ensureMeta, readMeta } from '#service/store/meta.ts'
import type { Schema } from '#service/store/schema.ts'
import { type IdentityKeys, open, seal } from './encryption.ts'
import { findSiteSettings, type SiteSettings } from './identity.ts'

/** The name of the private key for Web Bot Auth, which is encrypted like identities. All processes have the same. */
const name = 'web-bot-auth-key'
const Stored = z.object({ key_id: z.string(), sealed: z.base64() })

/**
 * Returns the origin that requests name as ours; null without a public https URL that is ours from its root, where the
 * keys are read.
 */
export const signingOrigin = (publicUrl: string | null): string | null =>
  publicUrl?.startsWith('https:') && publicUrl === new URL(publicUrl).origin ? publicUrl : null

/**
 * Returns the signer, whose key is created on first use.
 * @throws KeyUnavailable, or PageRefused if it can't be decrypted
 */
export async function ensureSigner(db: Kysely<Schema>, keys: IdentityKeys, publicUrl: string | null): Promise<Signer> {
  const stored = await ensureMeta(db, name, () => {
    const key = keys.forSealing()
    return JSON.stringify({ key_id: key.id, sealed: seal(key, createSigningKey(), name).toString('base64') })
  })
  return signerOf(stored, keys, publicUrl)
}

/**
 * Creates the signing key if there is none, or none that can be decrypted: the key it was encrypted with is lost, and
 * the owner of a website sets its identity again.
 * @throws KeyUnavailable
 */
export async function prepareSigningKey(db: Kysely<Schema>, keys: IdentityKeys): Promise<void> {
  const stored = await readMeta(db, name)
  if (stored !== undefined && !privateKeyIn(stored, keys))
    await db.deleteFrom('meta').where('name', '=', name).where('value', '=', stored).execute()
  await ensureSigner(db, keys, null)
}

/**
 * Returns the signer; undefined if nothing was signed yet.
 * @throws PageRefused if its key can't be decrypted
 */
export async function findSigner(
  db: Kysely<Schema>,
  keys: IdentityKeys,
  publicUrl: string | null,
): Promise<Signer | undefined> {
  const stored = await readMeta(db, name)
  return stored === undefined ? undefined : signerOf(stored, keys, publicUrl)
}

function privateKeyIn(stored: string, keys: IdentityKeys): string | null {
  const { key_id, sealed } = Stored.parse(JSON.parse(stored))
  const key = keys.forOpening(key_id)
  return key ? open(key, Buffer.from(sealed, 'base64'), name) : null
}

function signerOf(stored: string, keys: IdentityKeys, publicUrl: string | null): Signer {
  const pem = privateKeyIn(stored, keys)
  if (pem === null) throw new PageRefused(failures.identity_locked)
  return createSigner(pem, signingOrigin(publicUrl))
}

/** The settings of a website, and what signs its requests, if they are to be signed. */
export type Site = SiteSettings & { signer: Signer | null }
export type FindSite = (domain: string) => Promise<Site>

/**
 * Returns a function that finds the settings of a website by its domain.
 * @throws PageRefused if its identity can't be decrypted, because its pages must never be requested without
 */
export const createFindSite =
  (db: Kysely<Schema>, keys: IdentityKeys, publicUrl: string | null): FindSite =>
  async (domain) => {
    const settings = await findSiteSettings(db, keys, domain)
    const signer = settings.identity?.signature ? await ensureSigner(db, keys, publicUrl) : null
    return { ...settings, signer }
  }
