import { createHash } from 'node:crypto'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { oauthClient, type RunningGoogle, startGoogle } from '#testing/google/google.ts'
import { createOwner, signedIn, signedInWith } from '#testing/service/people.ts'
import { problem, sqliteService, type TestService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'

let google: RunningGoogle
let service: TestService
let cookie = ''

const path = '/api/v1/connections/google'
const callback = `http://reports.test${path}/callback`

beforeEach(async () => {
  google = await startGoogle()
  service = await sqliteService({ googleUrl: new URL(google.origin) })
  const { db } = service.store
  await createReport(db, newReport({ url: 'https://shop.example/a' }))
  ;[cookie = ''] = await signedIn(db, (await createOwner(db)).id)
  onTestFinished(() => google.close())
})

const setClient = (form: Record<string, string> = oauthClient) => service.call(`PUT ${path}`, { form })
const browser = (request: `${string} ${string}`, own = cookie, headers = {}) =>
  service.call(request, { key: null, headers: { cookie: own, ...headers } })
const begin = async (own = cookie) =>
  new URL(String((await browser(`GET ${path}/start?website_id=1`, own)).headers['location']))

/** Agrees on Google's page. Returns the path and query with which the browser comes back. */
async function agree(page: URL): Promise<`GET ${string}`> {
  const response = await fetch(page, { redirect: 'manual' })
  const back = new URL(response.headers.get('location') ?? '')
  return `GET ${back.pathname}${back.search}`
}
const fromGoogle = { 'sec-fetch-site': 'cross-site' }
const tokensAsked = () => google.requests.filter(({ path: asked }) => asked === '/token').length

it('the client is set by owners, and its secret is never shown', async () => {
  expect((await service.call(`GET ${path}`)).body.data).toEqual({
    client_id: null,
    has_client_secret: false,
    callback_url: callback,
    about_testing: expect.stringContaining('7 days'),
  })
  const set = await setClient()
  expect(set.body.data).toMatchObject({ client_id: oauthClient.client_id, has_client_secret: true })
  expect(set.text).not.toContain(oauthClient.client_secret)
  expect((await setClient({ client_id: oauthClient.client_id })).status).toBe(200)
  expect((await setClient({ client_id: 'another' })).body.codes).toEqual({ client_secret: ['required'] })
  expect((await service.call(`GET ${path}`, { key: service.readKey })).body.data.client_id).toBeNull()
  const grants = [{ right: 'edit', scope: 'all', client_id: null, website_id: null } as const]
  const member = await signedInWith(service.store.db, 'member', grants)
  const guest = await signedInWith(service.store.db, 'guest', [])
  expect((await browser(`PUT ${path}`, member, { origin: 'http://reports.test' })).status).toBe(403)
  expect((await browser(`GET ${path}`, member)).body.data).toMatchObject({ client_id: null, has_client_secret: true })
  expect((await browser(`GET ${path}`, guest)).status).toBe(404)
})

it('a website is connected on Google’s page, and can be revoked there', async () => {
  await setClient()
  const page = await begin()
  expect(page.origin + page.pathname).toBe(`${google.origin}/o/oauth2/v2/auth`)
  expect(Object.fromEntries(page.searchParams)).toEqual({
    client_id: oauthClient.client_id,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'https://www.googleapis.com/auth/webmasters.readonly',
    state: expect.any(String),
    code_challenge: expect.any(String),
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
  })
  const finished = await browser(await agree(page), cookie, fromGoogle)
  expect([finished.status, finished.headers['location']]).toEqual([
    302,
    'http://reports.test/websites/1/google?google=connected',
  ])
  const exchange = new URLSearchParams(google.requests.find(({ path: asked }) => asked === '/token')?.body)
  expect(Object.fromEntries(exchange)).toMatchObject({ grant_type: 'authorization_code', redirect_uri: callback })
  const verifier = exchange.get('code_verifier') ?? ''
  expect(createHash('sha256').update(verifier).digest('base64url')).toBe(page.searchParams.get('code_challenge'))

  const search = '/api/v1/websites/1/search'
  expect((await service.call(`GET ${search}`)).body.data).toMatchObject({
    kind: 'oauth',
    account: null,
    state: 'choose',
  })
  const form = { kind: 'oauth', property: 'sc-domain:shop.example' }
  expect((await service.call(`PUT ${search}`, { form })).body.data.state).toBe('pulling')

  google.revokeAll()
  const refused = await service.call(`GET ${search}/properties`)
  expect([refused.status, refused.body.code]).toEqual([422, 'google_refused'])
  await setClient({ client_id: 'another', client_secret: 'secret' })
  expect((await service.call(`GET ${search}/properties`)).body.message).toContain('Connect Google again')
})

it('disconnecting revokes the access at Google', async () => {
  await setClient()
  await browser(await agree(await begin()), cookie, fromGoogle)
  await service.call('DELETE /api/v1/websites/1/search')
  const revoked = google.requests.find(({ path: asked }) => asked === '/revoke')
  expect(revoked?.body).toMatch(/^token=1%2F%2F/)
})

it('a state that is foreign, used, changed or missing is refused without a request for a token', async () => {
  await setClient()
  const back = await agree(await begin())
  const [other = ''] = await signedIn(
    service.store.db,
    (await createOwner(service.store.db, 'Kim', 'kim@agency.example')).id,
  )
  const wrong: [`GET ${string}`, string][] = [
    [back, other],
    [back, ''],
    [`GET ${path}/callback?code=abc`, cookie],
    [`GET ${path}/callback?code=abc&state=abc`, cookie],
    [`${back.replace(/(state=.)./, '$1-')}` as `GET ${string}`, cookie],
  ]
  for (const [request, own] of wrong) expect((await browser(request, own, fromGoogle)).status).toBe(403)
  expect(tokensAsked()).toBe(0)
  expect((await browser(back, cookie, fromGoogle)).status).toBe(302)
  const before = tokensAsked()
  expect((await browser(back, cookie, fromGoogle)).body).toEqual(problem('not_allowed', expect.any(String)))
  expect(tokensAsked()).toBe(before)
})

it('the page goes on with the reason if the person declined, or Google refused', async () => {
  await setClient()
  const state = (await begin()).searchParams.get('state') ?? ''
  const declined = await browser(`GET ${path}/callback?error=access_denied&state=${state}`, cookie, fromGoogle)
  expect(declined.headers['location']).toBe('http://reports.test/websites/1/google?google=cancelled')
  expect(tokensAsked()).toBe(0)
  const back = await agree(await begin())
  google.world.faults.set('/token', [{ status: 400, body: '{"error":"invalid_client"}' }])
  const refused = await browser(back, cookie, fromGoogle)
  expect(refused.headers['location']).toBe('http://reports.test/websites/1/google?google=client_refused')
  expect((await service.call('GET /api/v1/websites/1/search')).body.data.state).toBe('none')
})

it('only people who can edit a website connect it, and only once there is a client', async () => {
  expect((await browser(`GET ${path}/start?website_id=1`)).status).toBe(409)
  await setClient()
  expect((await browser(`GET ${path}/start?website_id=9`)).status).toBe(404)
  expect((await browser(`GET ${path}/start`)).status).toBe(404)
  const grants = [{ right: 'view', scope: 'all', client_id: null, website_id: null } as const]
  const member = await signedInWith(service.store.db, 'member', grants)
  expect((await browser(`GET ${path}/start?website_id=1`, member)).status).toBe(403)
  expect((await service.call(`GET ${path}/start?website_id=1`, { key: service.readKey })).status).toBe(403)
})
