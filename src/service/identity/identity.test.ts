import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readForm } from '#contract/forms/form.ts'
import { IdentityForm } from '#contract/forms/identity-form.ts'
import type { Store } from '#service/store/database.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { findIdentity, saveIdentity } from '#service/store/websites/identities.ts'
import { purgeDeletedWebsites } from '#service/store/websites/purge-websites.ts'
import { deleteWebsite } from '#service/store/websites/websites.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { changeIdentity } from './change-identity.ts'
import { createIdentityKeys, type IdentityKeys, keyFile, KeyUnavailable, open, seal } from './encryption.ts'
import { findSiteSettings } from './identity.ts'

const secret = 'a passphrase of 32 characters or more'

function dataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'seo-reports-identity-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

describe('the key', () => {
  it('is made from the secret, the same in each process', async () => {
    const [one, same, other] = await Promise.all(
      [secret, secret, `${secret}!`].map((text) => createIdentityKeys(text, null)),
    )
    expect(one?.forSealing()).toEqual(same?.forSealing())
    expect(other?.forSealing().id).not.toBe(one?.forSealing().id)
    expect(one?.forSealing().bytes).toHaveLength(32)
  })

  it('is missing with PostgreSQL and without a secret, which the sentence names', async () => {
    const keys = await createIdentityKeys(null, null)
    expect(() => keys.forSealing()).toThrow(KeyUnavailable)
    expect(() => keys.forSealing()).toThrow('SEO_REPORTS_SECRET')
  })

  it('is a file that only its owner can read, created on first use', async () => {
    const folder = dataFolder()
    const keys = await createIdentityKeys(null, folder)
    expect(keys.forOpening('none')).toBeUndefined()
    expect(existsSync(keyFile(folder))).toBe(false)
    const key = keys.forSealing()
    expect(statSync(keyFile(folder)).mode & 0o777).toBe(0o600)
    expect(keys.forSealing()).toEqual(key)
    expect((await createIdentityKeys(null, folder)).forOpening(key.id)).toEqual(key)
  })

  it('is refused as a file that others can read, or that is damaged', async () => {
    const folder = dataFolder()
    const keys = await createIdentityKeys(null, folder)
    const { id } = keys.forSealing()
    chmodSync(keyFile(folder), 0o640)
    expect(() => keys.forSealing()).toThrow('Other users can read identity.key')
    expect(keys.forOpening(id)).toBeUndefined()
    chmodSync(keyFile(folder), 0o600)
    writeFileSync(keyFile(folder), 'short')
    expect(() => keys.forSealing()).toThrow('Restore the file')
    expect(keys.forOpening(id)).toBeUndefined()
  })

  it('of the secret replaces the file, which still decrypts', async () => {
    const folder = dataFolder()
    const before = (await createIdentityKeys(null, folder)).forSealing()
    const keys = await createIdentityKeys(secret, folder)
    expect(keys.forSealing().id).not.toBe(before.id)
    expect(keys.forOpening(before.id)).toEqual(before)
  })
})

describe('an encrypted text', () => {
  it('opens only with its key, in its context and unchanged', async () => {
    const key = (await createIdentityKeys(secret, null)).forSealing()
    const other = (await createIdentityKeys(`${secret}!`, null)).forSealing()
    const sealed = seal(key, 'the value', 'website 1')
    expect(open(key, sealed, 'website 1')).toBe('the value')
    expect(sealed.includes('the value')).toBe(false)
    expect(seal(key, 'the value', 'website 1')).not.toEqual(sealed)
    expect(open(key, sealed, 'website 2')).toBeNull()
    expect(open(other, sealed, 'website 1')).toBeNull()
    for (const at of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(open(key, changed, 'website 1')).toBeNull()
    }
    expect(open(key, sealed.subarray(0, 20), 'website 1')).toBeNull()
  })
})

const domain = 'shop.example'
const all = {
  user_agent_suffix: 'staging-team',
  headers: 'X-Staging: s3cret\nX-Empty:',
  basic_user: 'ada',
  basic_password: ' p:ss ',
  cookies: 'session=abc; theme="dark"',
  signature: '1',
  hosts: 'cdn.shop.example:8443, www.shop.example',
  judge_as_production: '1',
  render: '1',
}

describeEachEngine('the settings of a website', (engine) => {
  it('have their defaults without a website, and until they are set', async () => {
    const { db } = await engine.openStore()
    const keys = await createIdentityKeys(null, null)
    const defaults = { render: 'auto', judgeAsProduction: false, productionHost: null, identity: null }
    expect(await findSiteSettings(db, keys, domain)).toEqual(defaults)
    await createReport(db, newReport({ domain }))
    expect(await findSiteSettings(db, keys, domain)).toEqual(defaults)
  })

  it('are returned as they were set, without the website’s own hosts', async () => {
    const { store, id, keys } = await setUp(engine)
    expect(await change(store, id, keys, all)).toEqual([
      'user agent suffix',
      'headers',
      'username and password',
      'cookies',
      'signature on',
      'hosts',
      'judged as production',
      'pages rendered: always',
    ])
    expect(await findSiteSettings(store.db, keys, domain)).toEqual({
      render: 'always',
      judgeAsProduction: true,
      productionHost: null,
      identity: {
        userAgentSuffix: 'staging-team',
        headers: [
          ['X-Staging', 's3cret'],
          ['X-Empty', ''],
        ],
        basic: { user: 'ada', password: ' p:ss ' },
        cookies: [
          ['session', 'abc'],
          ['theme', '"dark"'],
        ],
        signature: true,
        hosts: ['cdn.shop.example:8443'],
      },
    })
    const other = await findSiteSettings(store.db, keys, 'other.example')
    expect(other.identity).toBeNull()
  })

  it('keep absent values and lose empty ones', async () => {
    const { store, id, keys } = await setUp(engine)
    await change(store, id, keys, all)
    expect(await change(store, id, keys, { headers: 'X-Other: 1', cookies: '' })).toEqual(['headers', 'cookies'])
    expect(await change(store, id, keys, { hosts: '' })).toEqual(['hosts'])
    expect(await change(store, id, keys, { basic_password: 'new' })).toEqual(['username and password'])
    const { identity } = await findSiteSettings(store.db, keys, domain)
    expect(identity).toMatchObject({
      userAgentSuffix: 'staging-team',
      headers: [['X-Other', '1']],
      basic: { user: 'ada', password: 'new' },
      cookies: [],
      hosts: [],
    })
    expect(await change(store, id, keys, all)).toEqual(['headers', 'username and password', 'cookies', 'hosts'])
    expect(await change(store, id, keys, all)).toEqual([])
    const empty = Object.fromEntries(Object.keys(all).map((name) => [name, '']))
    await change(store, id, keys, empty)
    expect(await findSiteSettings(store.db, keys, domain)).toEqual({
      render: 'auto',
      judgeAsProduction: false,
      productionHost: null,
      identity: null,
    })
    expect(await findIdentity(store.db, id)).toMatchObject({ sealed: null, key_id: null, summary: null })
  })

  it('clear a username and its password together, and refuse one alone', async () => {
    const { store, id, keys } = await setUp(engine)
    const refused = (fields: Record<string, string>) => outcomeOf(store, id, keys, fields)
    expect(await refused({ basic_user: 'ada' })).toMatchObject({
      problems: [{ field: 'basic_password', code: 'required' }],
    })
    expect(await refused({ basic_password: 'x' })).toMatchObject({
      problems: [{ field: 'basic_user', code: 'required' }],
    })
    await change(store, id, keys, all)
    await change(store, id, keys, { basic_user: '' })
    expect((await findSiteSettings(store.db, keys, domain)).identity?.basic).toBeNull()
  })

  it('can have a signature alone, without a key', async () => {
    const { store, id } = await setUp(engine)
    const keys = await createIdentityKeys(null, null)
    await change(store, id, keys, { signature: '1' })
    expect((await findSiteSettings(store.db, keys, domain)).identity).toMatchObject({ signature: true, headers: [] })
  })

  it('refuse to be used without the key, until all values are set again', async () => {
    const { store, id, keys } = await setUp(engine)
    await change(store, id, keys, all)
    const other = await createIdentityKeys('another passphrase of 32 characters', null)
    const locked = findSiteSettings(store.db, other, domain)
    await expect(locked).rejects.toMatchObject({ name: 'PageRefused', code: 'identity_locked' })
    for (const fields of [{ headers: 'X-A: 1' }, { hosts: 'a.example' }, { headers: '' }])
      expect(await outcomeOf(store, id, other, fields)).toMatchObject({ kind: 'locked' })
    // The values stay as they are.
    expect(await change(store, id, other, { render: '2', judge_as_production: '0' })).toHaveLength(2)
    expect((await findSiteSettings(store.db, keys, domain)).identity?.basic?.user).toBe('ada')
    const { user_agent_suffix, headers, basic_user, basic_password } = all
    await change(store, id, other, { user_agent_suffix, headers, basic_user, basic_password, cookies: '' })
    expect((await findSiteSettings(store.db, other, domain)).identity).toMatchObject({
      basic: { user: 'ada' },
      cookies: [],
      hosts: ['cdn.shop.example:8443'],
    })
  })

  it('are locked in a row that was moved to another website or given other hosts', async () => {
    const { store, id, keys } = await setUp(engine)
    await change(store, id, keys, all)
    await store.db.updateTable('website_identities').set({ hosts: '["evil.example"]' }).execute()
    await expect(findSiteSettings(store.db, keys, domain)).rejects.toMatchObject({ code: 'identity_locked' })
    await store.db.updateTable('website_identities').set({ hosts: '["cdn.shop.example:8443"]' }).execute()
    expect((await findSiteSettings(store.db, keys, domain)).identity).not.toBeNull()
    const { website_id } = await createReport(store.db, newReport({ domain: 'evil.example' }))
    await store.db.updateTable('website_identities').set({ website_id }).execute()
    await expect(findSiteSettings(store.db, keys, 'evil.example')).rejects.toMatchObject({ code: 'identity_locked' })
  })

  it('are not overwritten by a change of older ones', async () => {
    const { store, id, keys } = await setUp(engine)
    await change(store, id, keys, all)
    const before = (await findIdentity(store.db, id))!
    await change(store, id, keys, { render: '2' })
    expect(await saveIdentity(store.db, before, before)).toBe(false)
    expect(await saveIdentity(store.db, undefined, before)).toBe(false)
    expect((await findIdentity(store.db, id))?.render).toBe('never')
  })

  it('are deleted with the website', async () => {
    const { store, id, keys } = await setUp(engine)
    await change(store, id, keys, all)
    await deleteWebsite(store.db, id)
    expect((await findSiteSettings(store.db, keys, domain)).identity).toBeNull()
    expect(await saveIdentity(store.db, await findIdentity(store.db, id), (await findIdentity(store.db, id))!)).toBe(
      false,
    )
    while ((await purgeDeletedWebsites(store.db)) > 0);
    expect(await store.db.selectFrom('website_identities').selectAll().execute()).toEqual([])
  })
})

async function setUp(engine: { openStore(): Promise<Store> }) {
  const store = await engine.openStore()
  const { website_id: id } = await createReport(store.db, newReport({ domain }))
  return { store, id, keys: await createIdentityKeys(secret, null) }
}

async function outcomeOf({ db }: Store, id: number, keys: IdentityKeys, fields: Record<string, string>) {
  const { values, problems } = readForm(IdentityForm, fields)
  expect(problems).toEqual([])
  return changeIdentity({ id, domain }, await findIdentity(db, id), values!, keys)
}

/** Returns what changed. */
async function change(store: Store, id: number, keys: IdentityKeys, fields: Record<string, string>) {
  const outcome = await outcomeOf(store, id, keys, fields)
  if (outcome.kind !== 'changed') throw new Error(`The change was ${outcome.kind}.`)
  expect(await saveIdentity(store.db, await findIdentity(store.db, id), outcome.record)).toBe(true)
  return outcome.changed
}
