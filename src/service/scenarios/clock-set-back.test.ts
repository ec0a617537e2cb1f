import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { findKey, revokeKey } from '#service/store/access/api-keys.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { type Call, testService, type TestService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const day = 86_400_000

/** Sets the clock of the machine, not the time that has passed since the process started. */
function setClock(change: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + change })
  onTestFinished(() => void vi.useRealTimers())
}

/** Sends requests until one is answered 429. */
async function untilLimited({ call }: TestService, request: `${string} ${string}`, options: Call) {
  for (let count = 0; count < 300; count += 1) {
    if ((await call(request, options)).status === 429) return
  }
  throw new Error('There is no limit.')
}

describeEachEngine('when the clock is set back a day', (engine) => {
  let service: TestService
  beforeEach(async () => {
    service = await testService(await engine.openStore(), { rateLimit: 30, visitorRateLimit: 30 })
  })

  it.for<[string, `${string} ${string}`, Call]>([
    ['without a key', 'GET /api/v1/shared/links/unknown', { key: null }],
    ['with a wrong key', 'GET /api/v1/reports', { key: 'wrong' }],
    ['with a key', 'GET /api/v1/views', {}],
  ])('requests %s wait a minute at most', async ([, request, options]) => {
    await untilLimited(service, request, options)
    setClock(-day)
    const { status, headers } = await service.call(request, options)
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  it('guesses of a password wait a minute at most', async () => {
    const { call, store } = service
    const { website_id } = await createReport(store.db, newReport())
    await call(`PUT /api/v1/websites/${website_id}`, { form: { privacy: '2', password: 'right' } })
    const unlock = `POST /api/v1/shared/websites/${website_id}/unlock` as const
    const guess = { key: null, form: { password: 'wrong' } }
    await untilLimited(service, unlock, guess)
    setClock(-day)
    const { status, headers } = await call(unlock, guess)
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  it('a key that another process revokes stops working within seconds', async () => {
    const { call, key, store } = service
    expect((await call('GET /api/v1/reports')).status).toBe(200)
    await revokeKey(store.db, key.split('_')[1] ?? '', new Date().toISOString())
    setClock(-day)
    await expect.poll(async () => (await call('GET /api/v1/reports')).status, { interval: 300 }).toBe(401)
  })

  it('the last use of a key is recorded', async () => {
    const { call, key, store } = service
    const id = key.split('_')[1] ?? ''
    const lastUse = async () => (await findKey(store.db, id))?.last_used_at ?? null
    await call('GET /api/v1/reports')
    await expect.poll(lastUse).not.toBe(null)
    setClock(-day)
    const other = await testService(store)
    await other.call('GET /api/v1/reports', { key })
    const dayBefore = new Date().toISOString().slice(0, 10)
    await expect.poll(async () => (await lastUse())?.slice(0, 10)).toBe(dayBefore)
  })

  it('visits behind a share link are counted', async () => {
    const { call, store } = service
    const { id } = await createReport(store.db, newReport())
    const { data: link } = (await call('POST /api/v1/links', { json: { kind: 'report', report_id: id } })).body
    const visits = async () => (await call(`GET /api/v1/links/${link.id}`)).body.data.opens_count
    const visitBehind = () => call(`GET /api/v1/shared/links/${link.token}/reports/${id}`, { key: null })
    await visitBehind()
    await visitBehind()
    expect(await visits()).toBe(1)
    setClock(-day)
    await visitBehind()
    expect(await visits()).toBe(2)
  })
})
