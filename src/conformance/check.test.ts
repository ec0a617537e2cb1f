import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createReport } from '#service/store/reports.ts'
import { smallPage } from '#testing/pages.ts'
import { newReport } from '#testing/reports.ts'
import { sqliteService } from '#testing/service.ts'
import { check } from './check.ts'
import { exitCodeOf, printed } from './print.ts'

/** The real service on a port, with forty reports of twelve websites. */
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
        createdAt: new Date(Date.UTC(2026, 2, 1, index)).toISOString(),
      }),
    )
  }
  const asked: string[] = []
  service.app.server.on('request', ({ method, url }) => asked.push(`${method} ${url}`))
  const base = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const everything = async () => {
    const { db } = service.store
    const websites = await db
      .selectFrom('websites')
      .select(['id', 'domain', 'privacy', 'reports_count', 'findable'])
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
    return { websites, reports: await db.selectFrom('reports').select(['id', 'url', 'score']).orderBy('id').execute() }
  }
  return { ...service, base, asked, everything }
}

async function servePage() {
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(smallPage))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const wrongIn = ({ lines }: Awaited<ReturnType<typeof check>>) => lines.filter(({ verdict }) => verdict === 'wrong')

describe('our own service', () => {
  it('is found whole, by reading alone', async () => {
    const { base, key, asked, everything } = await listening()
    const before = await everything()
    const result = await check({ base, key, write: false, page: null, timeoutMs: 30_000 })
    expect(wrongIn(result)).toEqual([])
    expect(result.lines.filter(({ verdict }) => verdict === 'otherwise')).toEqual([])
    expect(result.lines.find(({ name }) => name.includes('CORS'))?.says).toBe('Let in.')
    expect(exitCodeOf(result)).toBe(0)
    expect(Object.fromEntries(result.offers)).toMatchObject({
      'The list of reports': 'exact total, numbered pages',
      'Saved views': 'on the server, for everybody with a key',
      Export: 'as a file from the server',
      'Deleting many': 'a thousand in one request',
      'Two people at one privacy form': 'noticed, by ETag',
      'A dashboard on another host': 'works',
    })
    expect(new Set(asked.map((line) => line.split(' ')[0]))).toEqual(new Set(['GET', 'HEAD', 'OPTIONS']))
    expect(await everything()).toEqual(before)
    expect(printed(result, { key, json: false })).toContain('The dashboard works with this server.')
  })

  it('is written to and left as it was', async () => {
    const { base, key, allowHosts, asked, everything } = await listening()
    const host = await servePage()
    allowHosts.add(host)
    const before = await everything()
    const result = await check({ base, key, write: true, page: `http://${host}/`, timeoutMs: 30_000 })
    expect(wrongIn(result)).toEqual([])
    expect(result.lines.filter(({ part }) => part === 'Writes')).toMatchObject([
      { name: 'POST reports', verdict: 'as specified' },
      { name: 'PUT websites/{id}', verdict: 'as specified', says: 'From Private to Password and back.' },
      { name: 'DELETE reports/{id}', verdict: 'as specified' },
      { name: 'DELETE websites/{id}', verdict: 'as specified' },
      { name: 'cleaning up', verdict: 'as specified' },
    ])
    expect(asked.filter((line) => line.startsWith('POST'))).toHaveLength(2)
    expect(await everything()).toEqual(before)
  })

  it('is not written to with a key that may only read', async () => {
    const { base, readKey, asked } = await listening()
    const result = await check({ base, key: readKey, write: true, page: null, timeoutMs: 30_000 })
    expect(wrongIn(result)).toEqual([])
    expect(result.lines.filter(({ part }) => part === 'Writes')).toMatchObject([
      { verdict: 'not known', says: 'Not tried: this key may only read.' },
    ])
    expect(asked.filter((line) => /^(POST|PUT|DELETE)/.test(line))).toEqual([])
  })
})
