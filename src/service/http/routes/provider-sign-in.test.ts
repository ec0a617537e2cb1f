import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { createSignInLink } from '#service/access/keys.ts'
import { findPersonByEmail } from '#service/store/access/people.ts'
import type { Store } from '#service/store/database.ts'
import { serve } from '#testing/servers/loopback.ts'
import {
  type Accounts,
  clientId,
  clientSecret,
  type Fault,
  followProvider,
  providerListener,
  startProvider,
} from '#testing/servers/sign-in-provider.ts'
import { createOwner, signedIn } from '#testing/service/people.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

const origin = 'http://reports.test'
const providers = '/api/v1/sign-in/providers'
type Request = `${string} ${string}`

type Browser = (request: Request, form?: Record<string, string>) => ReturnType<Service['call']>
type Service = Awaited<ReturnType<typeof testService>>

/** Sends requests as a browser does, with its cookies. */
function browserOf({ call }: Service, given = ''): Browser {
  const cookies = new Map(given === '' ? [] : [given.split('=') as [string, string]])
  return async (request, form) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { origin, 'user-agent': 'Firefox', ...(cookie && { cookie }) }
    const response = await call(request, { key: null, headers, ...(form && { form }) })
    for (const set of [response.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (String(set).split(';', 1)[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return response
  }
}

async function withOwner(store: Store, given: Parameters<typeof testService>[1] = {}) {
  const service = await testService(store, given)
  const dana = await createOwner(store.db)
  const [cookie = ''] = await signedIn(store.db, dana.id)
  return { service, owner: browserOf(service, cookie) }
}

const formOf = (issuer: string) => ({ name: 'Work', issuer, client_id: clientId, client_secret: clientSecret })
const pathOf = (url: unknown) => String(url).replace(origin, '')

/** Goes to a provider and back. Returns where the browser ends. */
async function goTo(browse: Browser, to = '/', id = 1) {
  const started = await browse(`GET /sign-in/${id}/start?to=${encodeURIComponent(to)}`)
  return comeBack(browse, String(started.headers['location']))
}

async function comeBack(browse: Browser, url: string) {
  const back = url.startsWith(origin) ? null : await browse(`GET ${pathOf(await followProvider(url))}`)
  return back ? pathOf(back.headers['location']) : pathOf(url)
}

const accounts = (): Accounts => ({
  dana: { email: 'dana@agency.example', email_verified: true, name: 'Dana' },
  kim: { email: 'Kim@agency.example', email_verified: true, name: 'Kim Novak' },
})

/** A service with a real provider that an owner has tested and enabled. `as` chooses who is signed in there. */
async function withProvider(store: Store, change: Record<string, string> = {}) {
  const { service, owner } = await withOwner(store)
  const known = accounts()
  let current = 'dana'
  const provider = await startProvider(() => [`${origin}/sign-in/1/callback`], known, { current: () => current })
  onTestFinished(provider.close)
  service.allowHosts.add(provider.host)
  const as = (name: string) => void (current = name)
  const created = await owner(`POST ${providers}`, { ...formOf(provider.issuer), ...change })
  expect([created.status, created.body.message]).toEqual([201, undefined])
  expect(await goTo(owner, '/settings/sign-in')).toBe('/settings/sign-in?provider=1')
  expect((await owner(`PUT ${providers}/1`, { enabled: '1' })).body.data).toMatchObject({ enabled: true })
  return { service, owner, known, as, provider, browse: () => browserOf(service) }
}

describeEachEngine('a provider', ({ openStore }) => {
  it('is enabled once an owner has signed in with its settings of now', async () => {
    const { service, owner } = await withOwner(await openStore())
    const provider = await startProvider(() => [`${origin}/sign-in/1/callback`], accounts(), { current: () => 'dana' })
    onTestFinished(provider.close)
    const refused = await owner(`POST ${providers}`, formOf(provider.issuer))
    expect(refused.body.codes).toEqual({ issuer: ['unreachable'] })
    service.allowHosts.add(provider.host)
    expect((await owner(`POST ${providers}`, { ...formOf(provider.issuer), enabled: '1' })).body.codes).toEqual({
      enabled: ['not_allowed'],
    })
    const created = await owner(`POST ${providers}`, formOf(provider.issuer))
    expect(created.body.data).toMatchObject({
      id: 1,
      has_client_secret: true,
      enabled: false,
      tested_at: null,
      team_role: 'member',
      callback_url: `${origin}/sign-in/1/callback`,
    })
    expect(created.text).not.toContain(clientSecret)
    expect((await owner(`PUT ${providers}/1`, { enabled: '1' })).body.codes).toEqual({ enabled: ['not_allowed'] })
    expect((await browserOf(service)('GET /sign-in/1/start')).status).toBe(404)
    expect(await goTo(owner)).toBe('/?provider=1')
    expect((await owner(`PUT ${providers}/1`, { enabled: '1' })).body.data.enabled).toBe(true)
    expect((await owner('GET /api/v1/sign-in')).body.data).toEqual({
      passwords: true,
      providers: [{ id: 1, name: 'Work' }],
    })
    expect((await owner(`PUT ${providers}/1`, { name: 'Office' })).body.data.enabled).toBe(true)
    const changed = await owner(`PUT ${providers}/1`, { email_domains: 'agency.example, BÜCHER.example' })
    expect(changed.body.data).toMatchObject({
      enabled: false,
      tested_at: null,
      email_domains: ['agency.example', 'xn--bcher-kva.example'],
    })
    expect((await owner(`PUT ${providers}/1`, { issuer: 'https://id.example.com' })).body.codes).toEqual({
      client_secret: ['required'],
    })
  })

  it('signs in the person of an identity, and creates a new one with its role', async () => {
    const { as, browse, known, service } = await withProvider(await openStore())
    as('kim')
    const kim = browse()
    expect(await goTo(kim, '/websites?page=2')).toBe('/sign-in?provider=1&to=%2Fwebsites%3Fpage%3D2')
    expect((await kim('GET /api/v1/me')).body.data).toMatchObject({
      person: { name: 'Kim Novak', email: 'Kim@agency.example' },
      team_role: 'member',
    })
    known['kim'] = { email: 'kim.novak@other.example', email_verified: false }
    const again = browse()
    expect(await goTo(again)).toBe('/sign-in?provider=1')
    expect((await again('GET /api/v1/me')).body.data.person.email).toBe('Kim@agency.example')
    const person = await findPersonByEmail(service.store.db, 'kim@agency.example')
    await service.call(`PUT /api/v1/people/${person?.id}`, { form: { state: 'suspended' } })
    expect(await goTo(browse())).toBe('/sign-in?problem=suspended&provider=1')
  })

  it('gives a new person its grants, which a guest can’t all have', async () => {
    const { as, browse, owner } = await withProvider(await openStore(), { grants: 'view all' })
    const viewAll = { right: 'view', scope: 'all', client_id: null, website_id: null }
    expect((await owner(`GET ${providers}`)).body.data[0].grants).toEqual([viewAll])
    as('kim')
    const kim = browse()
    await goTo(kim)
    expect((await kim('GET /api/v1/me')).body.data).toMatchObject({ team_role: 'member', grants: [viewAll] })
    expect((await kim(`GET ${providers}`)).status).toBe(403)
    expect((await owner(`PUT ${providers}/1`, { team_role: 'guest' })).body.codes).toEqual({ grants: ['not_allowed'] })
    expect((await owner(`PUT ${providers}/1`, { grants: 'view client:9' })).body.codes).toEqual({
      grants: ['not_found'],
    })
    const changed = await owner(`PUT ${providers}/1`, { team_role: 'guest', grants: '' })
    expect(changed.body.data).toMatchObject({ team_role: 'guest', grants: [], enabled: true })
  })

  it('lets a person in who signs in for the first time in several tabs at once', async () => {
    const { as, browse, service } = await withProvider(await openStore())
    as('kim')
    const tabs = await Promise.all([1, 2, 3, 4].map(() => goTo(browse())))
    expect(new Set(tabs)).toEqual(new Set(['/sign-in?provider=1']))
    expect((await service.call('GET /api/v1/people')).body.data).toHaveLength(2)
  })

  it.each([
    ['the email of another person', { email: 'DANA@agency.example', email_verified: true }, 'email_taken'],
    ['no email', {}, 'no_email'],
    ['an unverified email', { email: 'lu@agency.example', email_verified: false }, 'unverified_email'],
    ['an email of another domain', { email: 'lu@other.example', email_verified: true }, 'other_domain'],
  ])('lets in no new person with %s', async (_, account, problem) => {
    const { as, browse, known } = await withProvider(await openStore(), { email_domains: 'agency.example' })
    known['lu'] = account
    as('lu')
    const lu = browse()
    expect(await goTo(lu)).toBe(`/sign-in?problem=${problem}&provider=1`)
    expect((await lu('GET /api/v1/me')).status).toBe(401)
  })

  it('is linked from inside a session, to one account, and removed unless it is the last way in', async () => {
    const store = await openStore()
    const { as, browse, owner, service } = await withProvider(store)
    as('kim')
    await goTo(browse())
    expect(await goTo(owner, '/settings')).toBe('/settings?problem=identity_taken&provider=1')
    const [own] = (await owner('GET /api/v1/me/identities')).body.data
    expect(own).toMatchObject({ provider: { id: 1, name: 'Work' }, email: 'dana@agency.example' })
    const last = await owner(`DELETE /api/v1/me/identities/${own.id}`)
    expect([last.status, last.body.code]).toEqual([409, 'last_way_in'])
    await owner('PUT /api/v1/me/password', { password: 'lamp otter rain' })
    expect((await owner('GET /api/v1/me/identities')).body.data.map(({ id }: { id: unknown }) => id)).toEqual([
      'password',
      own.id,
    ])
    expect((await owner(`DELETE /api/v1/me/identities/${own.id}`)).status).toBe(200)
    expect((await owner('DELETE /api/v1/me/identities/password')).status).toBe(409)
    expect((await service.call('GET /api/v1/me/identities')).body.data).toEqual([])
  })

  it('accepts an invitation, once, with the email it vouches for', async () => {
    const { as, browse, owner } = await withProvider(await openStore())
    const invited = await owner('POST /api/v1/people/invitations', { name: 'Kim', team_role: 'owner' })
    const token = invited.body.data.url.split('#token=')[1]
    as('kim')
    const kim = browse()
    const { url } = (await kim(`POST ${providers}/1/start`, { token })).body.data
    expect(await comeBack(kim, url)).toBe('/sign-in?provider=1')
    expect((await kim('GET /api/v1/me')).body.data).toMatchObject({
      person: { name: 'Kim', email: 'Kim@agency.example' },
      team_role: 'owner',
    })
    as('lu')
    const lu = browse()
    const late = (await lu(`POST ${providers}/1/start`, { token })).body.data
    expect(await comeBack(lu, late.url)).toBe('/sign-in?problem=no_email&provider=1')
  })

  it('is needed while passwords are off, when links still sign in', async () => {
    const store = await openStore()
    const { service, owner } = await withOwner(store)
    expect((await owner('PUT /api/v1/sign-in/settings', { passwords: '0' })).body.codes).toEqual({
      passwords: ['not_allowed'],
    })
    const tested = { tested_at: new Date().toISOString(), enabled: 1 as const }
    await owner(`POST ${providers}`, formOf('https://id.example.com'))
    await store.db.updateTable('sign_in_providers').set(tested).execute()
    const off = await owner('PUT /api/v1/sign-in/settings', { passwords: '0' })
    expect(off.body.data).toEqual({ passwords: false, providers: [{ id: 1, name: 'Work' }] })
    const password = { email: 'dana@agency.example', password: 'lamp otter rain' }
    const refused = await browserOf(service)('POST /api/v1/session', password)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      'passwords_off',
      'Passwords are off. Sign in with Work, or with a link of an owner.',
    ])
    expect((await owner('PUT /api/v1/me/password', { password: 'lamp otter rain' })).body.code).toBe('passwords_off')
    expect((await owner(`DELETE ${providers}/1`)).body.code).toBe('last_way_in')
    expect((await owner(`PUT ${providers}/1`, { enabled: '0' })).body.codes).toEqual({ enabled: ['incomplete'] })
    const person = await findPersonByEmail(store.db, 'dana@agency.example')
    const link = await createSignInLink(store.db, '', person)
    expect((await browserOf(service)('POST /api/v1/session', { token: link.split('=')[1] ?? '' })).status).toBe(204)
    await owner('PUT /api/v1/sign-in/settings', { passwords: '1' })
    expect((await owner(`DELETE ${providers}/1`)).body).toMatchObject({ object: 'sign_in_provider', deleted: true })
  })

  it('gets its secret sent to no other issuer that was written to the database', async () => {
    const store = await openStore()
    const { owner, service } = await withOwner(store)
    await owner(`POST ${providers}`, formOf('https://id.example.com'))
    let requests = 0
    const { host, url } = await serve((_, response) => {
      requests += 1
      response.end()
    })
    service.allowHosts.add(host)
    await store.db.updateTable('sign_in_providers').set({ issuer: url, enabled: 1 }).execute()
    const refused = await browserOf(service)('GET /sign-in/1/start')
    expect([pathOf(refused.headers['location']), requests]).toEqual(['/sign-in?problem=no_secret&provider=1', 0])
  })

  it('is called back below the path of a proxy', async () => {
    const { owner } = await withOwner(await openStore(), { publicUrl: `${origin}/seo` })
    const { callback_url } = (await owner(`POST ${providers}`, formOf('https://id.example.com'))).body.data
    expect(callback_url).toBe(`${origin}/seo/sign-in/1/callback`)
  })
})

const longList = Array.from({ length: 100_000 }, (_, at) => `group number ${at}`)
const faults: [string, Fault, string][] = [
  ['sends a foreign nonce', { claims: { nonce: 'another' } }, 'provider_error'],
  ['names another issuer', { claims: { iss: 'https://id.example.com' } }, 'provider_error'],
  ['is for another client', { claims: { aud: 'another' } }, 'provider_error'],
  ['sends an old ID token', { claims: { exp: 1_700_000_000 } }, 'provider_error'],
  ['signs with another key', { foreignKey: true }, 'provider_error'],
  ['sends the text "false" as verified', { claims: { email_verified: 'false' } }, 'unverified_email'],
  ['sends no email', { claims: { email: undefined } }, 'no_email'],
  ['sends 2 MB of groups', { claims: { groups: longList } }, 'provider_down'],
  ['refuses the code', { answers: { '/token': { status: 400, body: '{"error":"invalid_grant"}' } } }, 'provider_error'],
  ['sends HTML', { answers: { '/token': { type: 'text/html', body: '<p>Hello</p>' } } }, 'provider_error'],
  [
    'redirects',
    { answers: { '/token': { status: 302, body: '', headers: { Location: 'http://127.0.0.1/' } } } },
    'provider_error',
  ],
  ['is broken', { answers: { '/token': { status: 500, body: '' } } }, 'provider_down'],
]

describeEachEngine('a provider that misbehaves', ({ openStore }) => {
  it.each(faults)('signs nobody in: it %s', async (_, fault, problem) => {
    const store = await openStore()
    const { service, owner } = await withOwner(store)
    let nonce = ''
    let issuer = ''
    const { host, url } = await serve(
      providerListener(
        () => issuer,
        () => nonce,
        fault,
      ),
    )
    issuer = url
    service.allowHosts.add(host)
    await owner(`POST ${providers}`, formOf(url))
    await store.db.updateTable('sign_in_providers').set({ enabled: 1 }).execute()
    const browse = browserOf(service)
    const started = new URL(String((await browse('GET /sign-in/1/start')).headers['location']))
    nonce = started.searchParams.get('nonce') ?? ''
    const answer = new URLSearchParams({ code: 'a code', state: started.searchParams.get('state') ?? '' })
    const back = await browse(`GET /sign-in/1/callback?${answer}`)
    expect(pathOf(back.headers['location'])).toBe(`/sign-in?problem=${problem}&provider=1`)
    expect((await browse('GET /api/v1/me')).status).toBe(401)
    // An attempt works once.
    const again = await browse(`GET /sign-in/1/callback?${answer}`)
    expect(pathOf(again.headers['location'])).toBe('/sign-in?problem=expired&provider=1')
  })

  it('gets the client secret unchanged in the body, if it accepts that, and not encoded in a header', async () => {
    const store = await openStore()
    const { service, owner } = await withOwner(store)
    const sent: { secret: string | null; authorization: string | undefined }[] = []
    const json = { 'Content-Type': 'application/json' }
    const { host, url } = await serve(async (request, response) => {
      if (request.url === '/token') {
        const secret = new URLSearchParams(await text(request)).get('client_secret')
        sent.push({ secret, authorization: request.headers.authorization })
        return response.writeHead(400, json).end('{"error":"invalid_grant"}')
      }
      const metadata = {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      }
      return response.writeHead(200, json).end(JSON.stringify(metadata))
    })
    service.allowHosts.add(host)
    await owner(`POST ${providers}`, formOf(url))
    const started = new URL(String((await owner('GET /sign-in/1/start')).headers['location']))
    await owner(`GET /sign-in/1/callback?code=1&state=${started.searchParams.get('state')}`)
    expect(sent).toEqual([{ secret: clientSecret, authorization: undefined }])
  })

  it('can be left by more people of one network than may come', async () => {
    const store = await openStore()
    const { service, owner } = await withOwner(store, { visitorRateLimit: 2 })
    const { host, url } = await serve(
      providerListener(
        () => url,
        () => '',
        {},
      ),
    )
    service.allowHosts.add(host)
    await owner(`POST ${providers}`, formOf(url))
    await store.db.updateTable('sign_in_providers').set({ enabled: 1 }).execute()
    const browsers = [1, 2, 3].map(() => browserOf(service))
    const started = await Promise.all(browsers.map((browse) => browse('GET /sign-in/1/start')))
    expect(started.map(({ status }) => status).toSorted()).toEqual([303, 303, 429])
    const back = await Promise.all(browsers.map((browse) => browse('GET /sign-in/1/callback?error=access_denied')))
    expect(back.map(({ status }) => status).toSorted()).toEqual([303, 303, 429])
  })

  it('is said to be down, and foreign states to have expired', async () => {
    const store = await openStore()
    const { service, owner } = await withOwner(store)
    const { host, url } = await serve((_, response) => response.writeHead(503).end())
    service.allowHosts.add(host)
    await owner(`POST ${providers}`, formOf(url))
    await store.db.updateTable('sign_in_providers').set({ enabled: 1 }).execute()
    const down = await browserOf(service)('GET /sign-in/1/start')
    expect(pathOf(down.headers['location'])).toBe('/sign-in?problem=provider_down&provider=1')
    const tested = await owner('GET /sign-in/1/start?to=/settings/sign-in')
    expect(pathOf(tested.headers['location'])).toBe('/settings/sign-in?problem=provider_down&provider=1')
    const forged = await browserOf(service)('GET /sign-in/1/callback?code=1&state=2')
    expect(pathOf(forged.headers['location'])).toBe('/sign-in?problem=expired&provider=1')
    expect((await browserOf(service)('GET /sign-in/1/start?to=//evil.example')).status).toBe(422)
  })
})
