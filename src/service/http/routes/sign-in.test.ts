import { expect, it } from 'vitest'
import { createSignInLink, hashSecret } from '#service/access/keys.ts'
import { findPersonByEmail, listPeople } from '#service/store/access/people.ts'
import { listSessions } from '#service/store/access/sessions.ts'
import type { Store } from '#service/store/database.ts'
import { createOwner, ownerToken } from '#testing/service/people.ts'
import { problem, type TestService, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { wrongCredentials } from './sign-in.ts'

const origin = 'http://reports.test'
const password = 'lamp otter rain'
const dana = { name: 'Dana', email: 'Dana@Agency.example', password }

const tokenOf = async ({ db }: Store) => {
  const [path, token = ''] = (await createSignInLink(db, '', undefined)).split('#token=')
  expect(path).toBe('/account')
  return token
}

/** Sends a request as a browser does that has the cookies of an earlier response. */
function browserOf({ call }: TestService) {
  let cookie = ''
  return async (
    request: `${string} ${string}`,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ) => {
    const response = await call(request, {
      key: null,
      headers: { origin, 'user-agent': 'Firefox', ...(cookie && { cookie }), ...headers },
      ...(form && { form }),
    })
    const set = response.headers['set-cookie']
    if (set) cookie = String(set).split(';', 1)[0] ?? ''
    return response
  }
}

async function withAccount(store: Store) {
  const service = await testService(store)
  const browse = browserOf(service)
  const created = await browse('POST /api/v1/account', { token: await tokenOf(store), ...dana })
  expect(created.status).toBe(201)
  return { service, browse, created }
}

describeEachEngine('an account', ({ openStore }) => {
  it('of the first owner is created by the printed link, once, and signs in', async () => {
    const store = await openStore()
    const service = await testService(store)
    const token = await tokenOf(store)
    const [first, second] = [browserOf(service), browserOf(service)]
    const answers = await Promise.all(
      [first, second].map((browse, at) =>
        browse('POST /api/v1/account', { token, ...dana, email: `dana${at}@agency.example` }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
    const [signedIn, other] = answers[0]?.status === 201 ? [first, second] : [second, first]
    expect((await signedIn('GET /api/v1/me')).body.data).toMatchObject({
      person: { name: 'Dana', team_role: 'owner', state: 'active', mail_assigned: true },
      key: null,
      team_role: 'owner',
      grants: [{ right: 'edit', scope: 'all', client_id: null, website_id: null }],
    })
    expect((await signedIn('GET /api/v1')).body.person).toMatchObject({ name: 'Dana', team_role: 'owner' })
    expect((await other('GET /api/v1/me')).status).toBe(401)
    expect(await listPeople(store.db)).toHaveLength(1)
  })

  it('isn’t created by an old link once there is an owner', async () => {
    const store = await openStore()
    const service = await testService(store)
    const token = await tokenOf(store)
    await createOwner(store.db)
    const { status, body } = await browserOf(service)('POST /api/v1/account', { token, ...dana })
    expect([status, body.codes]).toEqual([422, { token: ['expired'] }])
  })

  it.each([
    ['a short password', { password: 'nine char' }, { password: ['too_short'] }],
    ['a long password', { password: 'ä'.repeat(129) }, { password: ['too_long'] }],
    ['a common password', { password: 'Password123' }, { password: ['too_common'] }],
    ['no email', { email: '' }, { email: ['required'] }],
    ['a domain that is none', { email: 'dana@1.2.3.999' }, { email: ['invalid_choice'] }],
    ['a number as domain', { email: 'dana@123.45' }, { email: ['invalid_choice'] }],
    ['two addresses', { email: 'a@b.example,c@d.example' }, { email: ['invalid_choice'] }],
    ['no name', { name: ' ' }, { name: ['required'] }],
  ])('isn’t created with %s, and the link stays', async (_, wrong, codes) => {
    const store = await openStore()
    const service = await testService(store)
    const token = await tokenOf(store)
    const browse = browserOf(service)
    expect((await browse('POST /api/v1/account', { token, ...dana, ...wrong })).body.codes).toEqual(codes)
    expect((await browse('POST /api/v1/account', { token, ...dana })).status).toBe(201)
  })

  it('takes the name and the email of its invitation, which works once and for a week', async () => {
    const { service, browse } = await withAccount(await openStore())
    const { body } = await browse('POST /api/v1/people/invitations', { name: 'Kim', email: 'kim@agency.example' })
    expect(body.data).toMatchObject({ name: 'Kim', invited_by: 'Dana', mailed: false })
    const [path, token = ''] = body.data.url.split('#token=')
    expect(path).toBe(`${origin}/account`)
    const kim = browserOf(service)
    const offered = await kim('POST /api/v1/account/offer', { token })
    expect(offered.body.data).toEqual({ name: 'Kim', email: 'kim@agency.example' })
    const created = await kim('POST /api/v1/account', { token, password })
    expect(created.body.data.person).toMatchObject({ name: 'Kim', email: 'kim@agency.example' })
    for (const path of ['account', 'account/offer'] as const)
      expect((await kim(`POST /api/v1/${path}`, { token, password })).body.codes).toEqual({ token: ['expired'] })
    expect((await browse('GET /api/v1/people/invitations')).body.data).toEqual([])
    const shared = (await browse('POST /api/v1/people/invitations', { name: 'Mo' })).body.data.url.split('=')[1]
    const atOnce = await Promise.all(
      [1, 2, 3].map((at) =>
        browserOf(service)('POST /api/v1/account', { token: shared, email: `mo${at}@agency.example`, password }),
      ),
    )
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
    const late = (await browse('POST /api/v1/people/invitations', { name: 'Lu' })).body.data
    const week = Date.parse(late.expires_at) - Date.parse(late.created_at)
    expect(week).toBe(7 * 86_400_000)
    const lateToken = late.url.split('=')[1]
    await service.store.db
      .updateTable('invitations')
      .set({ expires_at: new Date().toISOString() })
      .where('token_hash', '=', hashSecret(lateToken))
      .execute()
    expect((await kim('POST /api/v1/account', { token: lateToken, ...dana })).body.codes).toEqual({
      token: ['expired'],
    })
  })
})

describeEachEngine('a session', ({ openStore }) => {
  it('begins with an email in any case and a password, and ends by signing out', async () => {
    const { service, browse } = await withAccount(await openStore())
    const other = browserOf(service)
    const signIn = await other('POST /api/v1/session', { email: 'DANA@agency.EXAMPLE', password })
    expect([signIn.status, signIn.text]).toEqual([204, ''])
    expect(String(signIn.headers['set-cookie'])).toMatch(
      /^seo_session=\d+\.[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect((await other('GET /api/v1/me/sessions')).body.data).toEqual([
      expect.objectContaining({ device: 'Firefox', address: '127.0.0.1', current: true }),
      expect.objectContaining({ current: false }),
    ])
    expect((await other('DELETE /api/v1/session')).status).toBe(200)
    expect((await other('GET /api/v1/me')).status).toBe(401)
    expect((await browse('GET /api/v1/me')).status).toBe(200)
  })

  it('begins with the email of a domain in any script, however it is written', async () => {
    const store = await openStore()
    const service = await testService(store)
    const browse = browserOf(service)
    const email = 'Dana@Bücher.example'
    await browse('POST /api/v1/account', { token: await tokenOf(store), ...dana, email })
    expect((await browse('GET /api/v1/me')).body.data.person.email).toBe('Dana@xn--bcher-kva.example')
    for (const typed of [email, 'dana@xn--bcher-kva.example'])
      expect([typed, (await browse('POST /api/v1/session', { email: typed, password })).status]).toEqual([typed, 204])
  })

  it('is secure on https', async () => {
    const store = await openStore()
    const service = await testService(store, { publicUrl: 'https://reports.test' })
    const { headers } = await service.call('POST /api/v1/session', {
      key: null,
      headers: { origin: 'https://reports.test' },
      form: { token: await ownerToken(store.db) },
    })
    expect(String(headers['set-cookie'])).toContain('; Secure')
  })

  it('begins on the origin of a public URL with a path, which links have', async () => {
    const store = await openStore()
    const service = await testService(store, { publicUrl: 'https://reports.test/seo' })
    const headers = { origin: 'https://reports.test' }
    const signIn = { key: null, headers, form: { token: await ownerToken(store.db) } }
    expect((await service.call('POST /api/v1/session', signIn)).status).toBe(204)
    const foreign = { ...signIn, headers: { origin: 'https://other.test' } }
    expect((await service.call('POST /api/v1/session', foreign)).status).toBe(403)
    const invited = await service.call('POST /api/v1/people/invitations', { form: { name: 'Kim' } })
    expect(invited.body.data.url).toContain('https://reports.test/seo/account#token=')
  })

  it('gives one answer to a wrong password and to an unknown address', async () => {
    const { service } = await withAccount(await openStore())
    const browse = browserOf(service)
    for (const email of [dana.email, 'nobody@agency.example']) {
      const { status, body } = await browse('POST /api/v1/session', { email, password: 'another password' })
      expect([status, body]).toEqual([401, problem('wrong_credentials', wrongCredentials)])
    }
  })

  it('isn’t begun by more than ten wrong passwords a minute for an account, from any address', async () => {
    const { service } = await withAccount(await openStore())
    const tries: number[] = []
    for (let at = 0; at < 12; at += 1) {
      const { status } = await service.call('POST /api/v1/session', {
        key: null,
        headers: { origin },
        remoteAddress: `192.0.2.${at}`,
        form: { email: dana.email, password: 'another password' },
      })
      tries.push(status)
    }
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    const token = await service.store.db.transaction().execute(async (tx) => {
      const person = await findPersonByEmail(tx, dana.email)
      return (await createSignInLink(tx, '', person)).split('=')[1] ?? ''
    })
    expect((await browserOf(service)('POST /api/v1/session', { token })).status).toBe(204)
  })

  it('isn’t begun by more than ten wrong passwords a minute from an address, for any account', async () => {
    const { service } = await withAccount(await openStore())
    const browse = browserOf(service)
    for (let at = 0; at < 10; at += 1)
      await browse('POST /api/v1/session', { email: `no${at}@agency.example`, password: 'another password' })
    for (let at = 0; at < 10; at += 1)
      expect((await browse('POST /api/v1/session', { email: dana.email, password })).status).toBe(429)
    // Tries that aren't made don't count for the account, so that one address can't lock everyone out.
    const elsewhere = { key: null, headers: { origin }, remoteAddress: '192.0.2.77' }
    const { status } = await service.call('POST /api/v1/session', {
      ...elsewhere,
      form: { email: dana.email, password },
    })
    expect(status).toBe(204)
  })

  it('ends on its own after 30 days without use', async () => {
    const { service, browse } = await withAccount(await openStore())
    const sessions = service.store.db.updateTable('sessions')
    await sessions.set({ expires_at: new Date(Date.now() + 2_000).toISOString(), last_used_at: '2026-01-01' }).execute()
    // A use moves the end.
    expect((await browse('GET /api/v1/me')).status).toBe(200)
    const ends = async () => {
      const [session] = await listSessions(service.store.db, 1, '2026-01-01')
      return Date.parse(session?.expires_at ?? '') - Date.now() > 29 * 86_400_000
    }
    await expect.poll(ends).toBe(true)
    await sessions.set({ expires_at: new Date().toISOString() }).execute()
    await expect.poll(async () => (await browse('GET /api/v1/me')).status, { timeout: 3_000 }).toBe(401)
  })

  it('writes only for our own origin, which must be named', async () => {
    const { browse } = await withAccount(await openStore())
    for (const foreign of ['null', 'https://evil.example', 'http://reports.test.evil.example', '']) {
      const headers: Record<string, string> = foreign === '' ? { origin: '' } : { origin: foreign }
      expect([foreign, (await browse('PUT /api/v1/me', { name: 'Eve' }, headers)).status]).toEqual([foreign, 403])
      for (const path of ['session', 'account', 'account/offer', 'password-resets'])
        expect((await browse(`POST /api/v1/${path}`, {}, headers)).status).toBe(403)
    }
    expect((await browse('GET /api/v1/me', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(401)
    expect((await browse('GET /api/v1/me')).body.data.person.name).toBe('Dana')
  })

  it('counts only without an Authorization header, which decides, good or bad', async () => {
    const { service, browse } = await withAccount(await openStore())
    expect((await browse('GET /api/v1/me', undefined, { authorization: 'Bearer wrong' })).status).toBe(401)
    const byKey = await browse('GET /api/v1/me', undefined, { authorization: `Bearer ${service.key}` })
    expect(byKey.body.data).toMatchObject({ person: null, key: { name: 'Test' }, team_role: null })
    expect((await browse('GET /metrics')).status).toBe(401)
  })
})

describeEachEngine('a password', ({ openStore }) => {
  it('is changed with the current one, and the other sessions end', async () => {
    const { service, browse } = await withAccount(await openStore())
    const other = browserOf(service)
    await other('POST /api/v1/session', { email: dana.email, password })
    const wrong = await browse('PUT /api/v1/me/password', { current_password: 'no', password: 'violet harbour' })
    expect(wrong.body.codes).toEqual({ current_password: ['wrong_password'] })
    const right = { current_password: password, password: 'violet harbour' }
    for (const attempt of ['first', 'repeat'])
      expect([attempt, (await browse('PUT /api/v1/me/password', right)).status]).toEqual([attempt, 200])
    expect((await browse('GET /api/v1/me')).status).toBe(200)
    expect((await other('GET /api/v1/me')).status).toBe(401)
    expect((await other('POST /api/v1/session', { email: dana.email, password })).status).toBe(401)
    expect((await other('POST /api/v1/session', { email: dana.email, password: 'violet harbour' })).status).toBe(204)
  })

  it('is chosen by a link that an owner makes, which works once', async () => {
    const { service, browse } = await withAccount(await openStore())
    const { body } = await browse('POST /api/v1/people/1/password-link')
    const [path, token] = body.data.url.split('#token=')
    expect(path).toBe(`${origin}/reset`)
    const other = browserOf(service)
    const request = `POST /api/v1/password-resets/${token}` as const
    expect((await other(request, { password: 'violet harbour' })).status).toBe(204)
    expect((await other('GET /api/v1/me')).body.data.person.name).toBe('Dana')
    expect((await browse('GET /api/v1/me')).status).toBe(401)
    expect((await other(request, { password: 'violet harbour' })).status).toBe(404)
  })

  it('is asked for by mail with the same answer for everybody', async () => {
    const store = await openStore()
    const sent: string[] = []
    const service = await testService(store, {
      mail: { url: 'smtp://127.0.0.1:1', from: 'seo@agency.example' },
      sendMessage: async (to, { text }) => void sent.push(`${to} ${/\/reset#token=/.test(text)}`),
    })
    const browse = browserOf(service)
    await browse('POST /api/v1/account', { token: await tokenOf(store), ...dana })
    for (const email of ['nobody@agency.example', 'dana@agency.example']) {
      const { status, text } = await browse('POST /api/v1/password-resets', { email })
      expect([status, text]).toEqual([202, ''])
    }
    await expect.poll(() => sent).toEqual([`${dana.email.replace('Agency', 'agency')} true`])
  })
})
