import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { smallPage } from '#testing/servers/loopback.ts'
import { sqliteService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'
import { checkServer } from './check-server.ts'
import { exitCodeOf, formatResult } from './result.ts'

/** Starts the real service with 40 reports of 12 websites. */
async function listening() {
  const service = await sqliteService({ publicUrl: null })
  for (let index = 0; index < 40; index += 1) {
    const domain = `shop-${index % 12}.example`
    await createReport(
      service.store.db,
      newReport({
        domain,
        url: `https://${domain}/page-${index}`,
        score: (index * 37) % 101,
        created_at: new Date(Date.UTC(2026, 2, 1, index)).toISOString(),
      }),
    )
  }
  const requests: string[] = []
  service.app.server.on('request', ({ method, url }) => requests.push(`${method} ${url}`))
  const base = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const snapshot = async () => {
    const { db } = service.store
    const websites = await db
      .selectFrom('websites')
      .select(['id', 'domain', 'privacy', 'reports_count', 'findable'])
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
    return { websites, reports: await db.selectFrom('reports').select(['id', 'url', 'score']).orderBy('id').execute() }
  }
  return { ...service, base, requests, snapshot }
}

async function servePage() {
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(smallPage))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const wrongIn = ({ lines }: Awaited<ReturnType<typeof checkServer>>) =>
  lines.filter(({ outcome }) => outcome === 'wrong')

describe('our own service', () => {
  it('passes every check by reading only', async () => {
    const { base, key, requests, snapshot } = await listening()
    const before = await snapshot()
    const result = await checkServer({ base, key, write: false, page: null, timeoutMs: 30_000 })
    expect(wrongIn(result)).toEqual([])
    expect(result.lines.filter(({ outcome }) => outcome === 'different')).toEqual([])
    expect(result.lines.find(({ name }) => name.includes('CORS'))?.message).toBe('Allowed.')
    expect(exitCodeOf(result)).toBe(0)
    expect(result.lines.find(({ name }) => name === 'GET /api/v1')?.message).toMatch(/everything is offered\.$/)
    expect(new Set(requests.map((line) => line.split(' ')[0]))).toEqual(new Set(['GET', 'OPTIONS']))
    expect(await snapshot()).toEqual(before)
    expect(formatResult(result, { key, json: false })).toContain('The dashboard works with this server.')
  })

  it('passes the writing checks and is restored', async () => {
    const { base, key, allowHosts, requests, snapshot } = await listening()
    const host = await servePage()
    allowHosts.add(host)
    const before = await snapshot()
    const result = await checkServer({ base, key, write: true, page: `http://${host}/`, timeoutMs: 30_000 })
    expect(wrongIn(result)).toEqual([])
    expect(result.lines.filter(({ part }) => part === 'Writes')).toMatchObject([
      { name: 'POST reports', outcome: 'as specified' },
      { name: 'PUT websites/{id}', outcome: 'as specified', message: 'From Private to Password and back.' },
      { name: 'DELETE reports/{id}', outcome: 'as specified' },
      { name: 'DELETE websites/{id}', outcome: 'as specified' },
      { name: 'clean-up', outcome: 'as specified' },
    ])
    expect(requests.filter((line) => line.startsWith('POST'))).toHaveLength(2)
    expect(await snapshot()).toEqual(before)
  })

  it('is not written to with a read-only key', async () => {
    const { base, readKey, requests } = await listening()
    const result = await checkServer({ base, key: readKey, write: true, page: null, timeoutMs: 30_000 })
    expect(wrongIn(result)).toEqual([])
    expect(result.lines.filter(({ part }) => part === 'Writes')).toMatchObject([
      { outcome: 'unknown', message: 'Not tried: this key is read-only.' },
    ])
    expect(requests.filter((line) => /^(POST|PUT|DELETE)/.test(line))).toEqual([])
  })
})
