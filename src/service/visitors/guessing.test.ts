import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { sqliteService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'

const guesses = 10_000
const concurrency = 50
const sockets = 4
const inAll = { tags: 'all' }

async function locked(given: Parameters<typeof sqliteService>[0] = {}) {
  const { app, call, store } = await sqliteService(given)
  const { website_id } = await createReport(store.db, newReport())
  await call(`PUT /api/v1/websites/${website_id}`, { form: { privacy: '2', password: 'right' } })
  const from = (address: string) => ({ key: null, headers: { 'x-forwarded-for': address } })
  const unlock = (password: string, address: string) =>
    call(`POST /api/v1/shared/websites/${website_id}/unlock`, { ...from(address), form: { password } })
  const visit = (address: string, cookie: string) =>
    call(`GET /api/v1/shared/websites/${website_id}`, { key: null, headers: { 'x-forwarded-for': address, cookie } })
  const checkedCount = async () =>
    (await call('GET /api/v1/audit?action=website_unlock_failed')).body.meta.total as number
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { call, unlock, visit, checkedCount, guess: guessing(port, `/api/v1/shared/websites/${website_id}/unlock`) }
}

/**
 * Sends guesses over sockets and counts the responses by status. Fifty at once are pipelined on each socket, because
 * the time to send them does not matter here. Runs `meanwhile` after half of them.
 */
function guessing(port: number, path: string) {
  const written = (address: string, at: number) => {
    const body = `password=guess${at}`
    return `POST ${path} HTTP/1.1\r\nHost: reports.test\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }
  return async (addressOf: (at: number) => string, meanwhile: () => Promise<void>) => {
    const counts: Record<string, number> = {}
    let next = 0
    const guesser = async () => {
      const socket = connect(port, '127.0.0.1').setEncoding('latin1')
      onTestFinished(() => void socket.destroy())
      const pieces = socket[Symbol.asyncIterator]()
      while (next < guesses) {
        const first = next
        next += concurrency
        if (first === guesses / 2) await meanwhile()
        socket.write(Array.from({ length: concurrency }, (_, i) => written(addressOf(first + i), first + i)).join(''))
        let text = ''
        // Each response ends with its status.
        while ((text.match(/"status":\d+[,}]/g)?.length ?? 0) < concurrency) text += (await pieces.next()).value
        for (const [, status = ''] of text.matchAll(/"status":(\d+)[,}]/g)) counts[status] = (counts[status] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: sockets }, guesser))
    return counts
  }
}

it('of ten thousand guesses from one network ten are checked, and others still get in', inAll, async () => {
  const { call, unlock, visit, checkedCount, guess } = await locked({ trustProxy: ['127.0.0.1'] })
  const cookie = String((await unlock('right', '192.0.2.9')).headers['set-cookie'])
  const counts = await guess(
    () => '192.0.2.1',
    async () => {
      expect((await unlock('right', '192.0.2.2')).status).toBe(200)
      expect((await visit('192.0.2.1', cookie)).status).toBe(200)
      expect((await call('GET /api/v1/reports')).status).toBe(200)
    },
  )
  expect(counts).toEqual({ 422: 10, 429: guesses - 10 })
  expect(await checkedCount()).toBe(10)
  expect((await unlock('right', '192.0.2.1')).status).toBe(429)
})

it(
  'of guesses from ten thousand networks some twenty are checked, and visitors with a cookie stay in',
  inAll,
  async () => {
    const { call, unlock, visit, checkedCount, guess } = await locked({ trustProxy: ['127.0.0.1'] })
    const cookie = String((await unlock('right', '192.0.2.9')).headers['set-cookie'])
    const counts = await guess(
      (at) => `10.${at >> 8}.${at & 255}.1`,
      async () => {
        expect((await visit('192.0.2.9', cookie)).status).toBe(200)
        expect((await call('GET /api/v1/reports')).status).toBe(200)
      },
    )
    expect(Object.keys(counts)).toEqual(['422', '429'])
    expect(counts['422']).toBeLessThan(40)
    expect(await checkedCount()).toBe(counts['422'])
    expect(await unlock('right', '192.0.2.2')).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d{1,3}$/) },
    })
  },
)
