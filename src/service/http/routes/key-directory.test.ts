import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { directoryPath, directoryType } from '#service/fetcher/signature.ts'
import { createIdentityKeys } from '#service/identity/encryption.ts'
import { createFindSite, ensureSigner } from '#service/identity/signing-key.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const secret = 'the secret of tests with 32 characters'
const publicUrl = 'https://reports.example'
const site = newReport({ url: 'https://shop.example/', domain: 'shop.example' })

describeEachEngine('the key directory', ({ openStore }) => {
  it('has the key of requests once a website asks for signatures, and is signed with it', async () => {
    const store = await openStore()
    const { website_id } = await createReport(store.db, site)
    const { call } = await testService(store, { publicUrl })
    expect((await call(`GET ${directoryPath}`, { key: null })).status).toBe(404)
    await call(`PUT /api/v1/websites/${website_id}/identity`, { form: { signature: '1' } })
    const { status, headers, text } = await call(`GET ${directoryPath}`, { key: null })
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: directoryType })

    const { keys } = JSON.parse(text) as { keys: JsonWebKey[] }
    expect(keys).toHaveLength(1)
    expect(keys[0]).not.toHaveProperty('d')
    const digest = `sha-256=:${createHash('sha256').update(text).digest('base64')}:`
    expect(headers['content-digest']).toBe(digest)
    const input = String(headers['signature-input']).replace('sig1=', '')
    const base = `"@authority";req: reports.example\n"content-digest": ${digest}\n"@signature-params": ${input}`
    const signature = Buffer.from(String(headers['signature']).slice('sig1=:'.length, -1), 'base64')
    const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' })
    expect(verify(null, Buffer.from(base), key, signature)).toBe(true)

    // Other processes sign with the same key.
    const { signer } = await createFindSite(store.db, await createIdentityKeys(secret, null), publicUrl)('shop.example')
    const sent = new Map(signer?.sign(new URL('https://shop.example/')))
    expect(sent.get('Signature-Input')).toContain(`keyid="${(keys[0] as { kid?: string }).kid}"`)
    expect(sent.get('Signature-Agent')).toBe('sig1="https://reports.example"')
    const [row] = await store.db.selectFrom('meta').selectAll().where('name', '=', 'web-bot-auth-key').execute()
    expect(row?.value).not.toContain('PRIVATE KEY')
  })

  it.each([null, 'http://reports.example'])('is missing without a public https URL: %s', async (url) => {
    const store = await openStore()
    const { website_id } = await createReport(store.db, site)
    const { call } = await testService(store, { publicUrl: url })
    await call(`PUT /api/v1/websites/${website_id}/identity`, { form: { signature: '1' } })
    expect((await call(`GET ${directoryPath}`, { key: null })).status).toBe(404)
  })

  it('has one key, whichever process creates it', async () => {
    const { db } = await openStore()
    const keys = await createIdentityKeys(secret, null)
    const signers = await Promise.all(Array.from({ length: 5 }, () => ensureSigner(db, keys, null)))
    expect(new Set(signers.map((signer) => signer.directory('reports.example').body)).size).toBe(1)
  })

  it('is locked without the secret, and has a new key once the identity is set again', async () => {
    const store = await openStore()
    const { website_id } = await createReport(store.db, site)
    const lost = await createIdentityKeys('another secret with 32 characters', null)
    const before = await testService(store, { publicUrl, identityKeys: lost })
    const path = `PUT /api/v1/websites/${website_id}/identity` as const
    await before.call(path, { form: { signature: '1' } })
    const find = createFindSite(store.db, await createIdentityKeys(secret, null), publicUrl)
    await expect(find('shop.example')).rejects.toMatchObject({ code: 'identity_locked' })
    const { call } = await testService(store, { publicUrl })
    expect((await call(`GET ${directoryPath}`, { key: null })).status).toBe(404)
    expect((await call(path, { form: { signature: '1' } })).status).toBe(200)
    expect((await find('shop.example')).signer).not.toBeNull()
    expect((await call(`GET ${directoryPath}`, { key: null })).status).toBe(200)
  })
})
