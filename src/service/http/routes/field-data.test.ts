import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createGoogle } from '#service/fetcher/google-fetch.ts'
import { findFieldClient } from '#service/google/field-key.ts'
import { createIdentityKeys } from '#service/identity/encryption.ts'
import { createFieldPuller } from '#service/jobs/field-puller.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { fieldKey } from '#testing/google/field.ts'
import { type RunningGoogle, startGoogle } from '#testing/google/google.ts'
import { signedInWith } from '#testing/service/people.ts'
import { sqliteService, type TestService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'

let google: RunningGoogle
let service: TestService

const connection = '/api/v1/connections/crux'
const field = '/api/v1/websites/1/field'

beforeEach(async () => {
  google = await startGoogle({ field: { 'https://shop.example': 4_100, 'https://shop.example/a': 2_600 } })
  service = await sqliteService({ googleUrl: new URL(google.origin) })
  await createReport(service.store.db, newReport({ url: 'https://shop.example/a' }))
  onTestFinished(() => google.close())
})

const setKey = (api_key: string) => service.call(`PUT ${connection}`, { form: { api_key } })

it('the API key is tested at Google, kept encrypted and removed', async () => {
  expect((await service.call(`GET ${connection}`)).body.data).toEqual({ set: false })
  expect((await setKey('AIza-of-another')).body.codes).toEqual({ api_key: ['not_allowed'] })
  expect((await setKey('x'.repeat(201))).body.codes).toEqual({ api_key: ['too_long'] })
  const set = await setKey(fieldKey)
  expect([set.status, set.body.data]).toEqual([200, { set: true }])
  const [stored] = await service.store.db.selectFrom('google_clients').select('secret').execute()
  expect(Buffer.from(stored?.secret ?? []).includes(fieldKey)).toBe(false)
  expect((await service.call(`GET ${connection}`, { key: service.readKey })).body.data).toEqual({ set: true })
  expect((await setKey('')).body.data).toEqual({ set: false })
})

it('the API key is set by owners only, and isn’t there for guests', async () => {
  const all = [{ right: 'edit', scope: 'all', client_id: null, website_id: null } as const]
  const as = (cookie: string, request: `${string} ${string}`) =>
    service.call(request, {
      key: null,
      headers: { cookie, origin: 'http://reports.test' },
      ...(request.startsWith('PUT') && { form: { api_key: fieldKey } }),
    })
  const member = await signedInWith(service.store.db, 'member', all)
  const guest = await signedInWith(service.store.db, 'guest', [])
  expect((await as(member, `PUT ${connection}`)).status).toBe(403)
  expect((await as(guest, `GET ${connection}`)).status).toBe(404)
})

it('Google that can’t be reached is said at the API key', async () => {
  google.world.faults.set('/v1/records', [{ status: 500 }])
  expect((await setKey(fieldKey)).body.codes).toEqual({ api_key: ['unreachable'] })
})

it('a pull is asked for, and gives figures of phones and computers with weeks', async () => {
  expect((await service.call(`POST ${field}/pull`)).status).toBe(409)
  await setKey(fieldKey)
  const empty = { origin: 'https://shop.example', problem: null, pulled_at: null, phone: null, desktop: null }
  expect((await service.call(`GET ${field}`)).body.data).toEqual(empty)
  expect((await service.call(`POST ${field}/pull`)).status).toBe(202)
  await pull()
  const days = { first_day: '2026-10-12', last_day: '2026-11-08' }
  const unknown = { inp: null, fcp: null, ttfb: null }
  expect((await service.call(`GET ${field}`)).body.data).toEqual({
    ...empty,
    pulled_at: expect.any(String),
    phone: {
      ...days,
      lcp: 4_100,
      inp: 150,
      cls: 0.05,
      fcp: null,
      ttfb: null,
      weeks: [
        { first_day: '2026-10-05', last_day: '2026-11-01', ...unknown, lcp: null, cls: 0.2 },
        { ...days, ...unknown, lcp: 4_100, cls: 0.05 },
      ],
    },
    desktop: expect.objectContaining({ ...days, lcp: 3_100 }),
  })
})

it('rows say whether figures are of the page or of its origin', async () => {
  const { db } = service.store
  await createReport(db, newReport({ url: 'https://shop.example/b' }))
  await db.updateTable('pages').set({ impressions: 10 }).where('url', 'like', '%/a').execute()
  await setKey(fieldKey)
  await pull()
  const shown = [
    { url: 'https://shop.example/a', lcp: 2_600, inp: 150, cls: 0.05, field_scope: 'page' },
    { url: 'https://shop.example/b', lcp: 4_100, inp: 150, cls: 0.05, field_scope: 'origin' },
  ]
  const pages = await service.call('GET /api/v1/websites/1/pages')
  expect(pages.body.data).toMatchObject(shown)
  const reports = await service.call('GET /api/v1/reports?latest=1&sort_by=url&sort=asc')
  expect(reports.body.data).toMatchObject(shown)
})

/** Pulls as a worker does, with the key that the service encrypts with. */
async function pull() {
  const { db } = service.store
  const keys = await createIdentityKeys('the secret of tests with 32 characters', null)
  const puller = createFieldPuller({
    db,
    findClient: () => findFieldClient(db, createGoogle(new URL(google.origin)), keys),
    pauseMs: 0,
    onError: (error) => {
      throw error
    },
  })
  await puller.run()
  await puller.close()
}
