import { expect, it } from 'vitest'
import { createReport } from '#service/store/reports.ts'
import { newReport } from '#testing/reports.ts'
import { sqliteService } from '#testing/service.ts'

/** Enough to be over every limit; how ten thousand are counted is shown where they are counted. */
const guesses = 1_000

async function locked(given: Parameters<typeof sqliteService>[0] = {}) {
  const { call, store } = await sqliteService(given)
  const { websiteId } = await createReport(store.db, newReport())
  await call(`PUT /api/v1/websites/${websiteId}`, { form: { privacy: '2', password: 'right' } })
  const from = (address: string) => ({ key: null, headers: { 'x-forwarded-for': address } })
  const unlock = (password: string, address: string) => call(`POST /api/v1/shared/websites/${websiteId}/unlock`, { ...from(address), form: { password } })
  const visit = (address: string, cookie: string) => call(`GET /api/v1/shared/websites/${websiteId}`, { key: null, headers: { 'x-forwarded-for': address, cookie } })
  const looked = async () => (await call('GET /api/v1/audit?action=website.unlock-failed')).body.meta.total as number
  return { call, unlock, visit, looked }
}

/** How many of each answer there were, guessed by fifty at a time. */
async function guess(one: (at: number) => Promise<{ status: number }>) {
  const counts: Record<number, number> = {}
  for (let at = 0; at < guesses; at += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => one(at + i)))
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

it('a thousand guesses from one address are ten, and others still get in', async () => {
  const { unlock, visit, looked } = await locked({ trustProxy: ['127.0.0.1'] })
  const cookie = String((await unlock('right', '192.0.2.9')).headers['set-cookie'])
  expect(await guess((at) => unlock(`guess ${at}`, '192.0.2.1'))).toEqual({ 422: 10, 429: guesses - 10 })
  expect(await looked()).toBe(10)
  expect((await unlock('right', '192.0.2.1')).status).toBe(429)
  expect((await unlock('right', '192.0.2.2')).status).toBe(200)
  expect((await visit('192.0.2.1', cookie)).status).toBe(200)
})

it('a thousand guesses from as many addresses are some twenty, and who is in stays in', async () => {
  const { call, unlock, visit, looked } = await locked({ trustProxy: ['127.0.0.1'] })
  const cookie = String((await unlock('right', '192.0.2.9')).headers['set-cookie'])
  const counts = await guess((at) => unlock(`guess ${at}`, `10.${at >> 8}.${at & 255}.1`))
  expect(Object.keys(counts)).toEqual(['422', '429'])
  expect(counts[422]).toBeLessThan(40)
  expect(await looked()).toBe(counts[422])
  expect(await unlock('right', '192.0.2.2')).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d{1,3}$/) } })
  expect((await visit('192.0.2.9', cookie)).status).toBe(200)
  expect((await call('GET /api/v1/reports')).status).toBe(200)
})
