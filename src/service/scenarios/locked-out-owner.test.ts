import { expect, it } from 'vitest'
import { createAccount } from '#service/access/accounts.ts'
import { createSignInLink } from '#service/access/keys.ts'
import { hashPassword } from '#service/access/passwords.ts'
import { listActiveOwners } from '#service/store/access/people.ts'
import { testService, type TestService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

const origin = 'http://reports.test'
const email = 'dana@agency.example'
const forgotten = 'lamp otter rain'
const chosen = 'copper violin harbour'
const tokenIn = (link: string) => link.split('#token=')[1] ?? ''

/** Sends requests as a browser does that keeps the cookie of its session. */
function browserOf({ call }: TestService) {
  let cookie = ''
  return async (request: `${string} ${string}`, form?: Record<string, string>) => {
    const headers = { origin, ...(cookie && { cookie }) }
    const response = await call(request, { key: null, headers, ...(form && { form }) })
    const set = response.headers['set-cookie']
    if (set) cookie = String(set).split(';', 1)[0] ?? ''
    return response
  }
}

describeEachEngine('the only owner, whose password is forgotten, passwords off and provider down', ({ openStore }) => {
  it('comes back by the link that the command prints, and everyone with a password after them', async () => {
    const store = await openStore()
    const { db } = store
    const service = await testService(store)
    service.allowHosts.add('127.0.0.1:9')
    const token = tokenIn(await createSignInLink(db, origin, undefined))
    await db
      .transaction()
      .execute(async (tx) =>
        createAccount(tx, { token, name: 'Dana', email, passwordHash: await hashPassword(forgotten) }),
      )
    const before = browserOf(service)
    await before('POST /api/v1/session', { email, password: forgotten })
    await before('POST /api/v1/sign-in/providers', {
      name: 'Work',
      issuer: 'http://127.0.0.1:9',
      client_id: 'reports',
      client_secret: 'secret',
    })
    // As once an owner has signed in with it.
    await db.updateTable('sign_in_providers').set({ tested_at: new Date().toISOString(), enabled: 1 }).execute()
    expect((await before('PUT /api/v1/sign-in/settings', { passwords: '0' })).status).toBe(200)
    await before('DELETE /api/v1/session')

    const browse = browserOf(service)
    expect((await browse('GET /sign-in/1/start')).headers['location']).toContain('problem=provider_down')
    expect((await browse('POST /api/v1/session', { email, password: forgotten })).body.code).toBe('passwords_off')
    const [owner] = await listActiveOwners(db)
    const link = tokenIn(await createSignInLink(db, origin, owner))
    expect((await browse('POST /api/v1/session', { token: link })).status).toBe(204)
    expect((await browserOf(service)('POST /api/v1/session', { token: link })).body.codes).toEqual({
      token: ['expired'],
    })
    expect((await browse('PUT /api/v1/sign-in/settings', { passwords: '1' })).status).toBe(200)

    // Their own link to choose a password asks for no password.
    const { body } = await browse(`POST /api/v1/people/${owner?.id}/password-link`)
    const choice = `/api/v1/password-resets/${tokenIn(body.data.url)}` as const
    expect((await browse(`POST ${choice}`, { password: chosen })).status).toBe(204)
    const after = browserOf(service)
    expect((await after('POST /api/v1/session', { email, password: forgotten })).status).toBe(401)
    expect((await after('POST /api/v1/session', { email, password: chosen })).status).toBe(204)
    expect((await after('GET /api/v1/me')).body.data).toMatchObject({ team_role: 'owner', person: { email } })
  })
})
