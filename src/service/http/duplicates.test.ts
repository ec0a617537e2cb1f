import { expect, it } from 'vitest'
import type { SiteFacts } from '#analyser/page-facts.ts'
import { findWholeReport } from '#service/store/reports.ts'
import { findFaults } from '#service/store/verify.ts'
import { describeEachEngine, type TestEngine } from '#testing/databases.ts'
import { servePages } from '#testing/http.ts'
import { testService } from '#testing/service.ts'

const page = (title: string, text = title) =>
  `<!doctype html><html lang="en"><title>${title}</title><meta name="description" content="About ${text}"><h1>${title}</h1><p>${text}</p>`

async function website({ openStore }: TestEngine, pages: Record<string, string>) {
  const { call, store, allowHosts } = await testService(await openStore())
  const { host, url } = await servePages(pages)
  allowHosts.add(host)
  const analyse = async (path: string) => {
    const { status, body } = await call('POST /api/v1/reports', { form: { url: url + path } })
    expect(status).toBe(201)
    return body.data
  }
  const siteOf = async (id: number) =>
    (await findWholeReport(store.db, id, { kind: 'all' }))?.payload.facts.site as SiteFacts
  /** Checks that reports name the expected duplicates, and that none waits to be rescored. */
  const agrees = async () => {
    const { body } = await call('GET /api/v1/reports')
    for (const row of body.data) expect((await call(`GET /api/v1/reports/${row.id}`)).body.data).toMatchObject(row)
    expect(await findFaults(store.db)).toEqual([])
    expect(await store.db.selectFrom('reports').select('id').where('twins_changed', '=', 1).execute()).toEqual([])
  }
  return { call, analyse, siteOf, agrees }
}

describeEachEngine('pages of a website with the same title', (engine) => {
  it('name each other from the second one on, until one is deleted', async () => {
    const { call, analyse, siteOf, agrees } = await website(engine, {
      '/a': page('Same', 'first'),
      '/b': page('Same', 'second'),
    })
    const first = await analyse('/a')
    expect(first.results['title-unique']).toMatchObject({ outcome: 'not-applicable' })
    expect(await siteOf(first.id)).toMatchObject({ others: 0 })
    const second = await analyse('/b')
    expect(second.results['title-unique']).toMatchObject({ outcome: 'warn' })
    expect(await siteOf(first.id)).toMatchObject({
      others: 1,
      title: { items: [{ id: second.id }] },
      description: { total: 0 },
    })
    expect((await call(`GET /api/v1/reports/${first.id}`)).body.data.results['title-unique']).toMatchObject({
      outcome: 'warn',
    })
    await agrees()

    await call(`DELETE /api/v1/reports/${second.id}`)
    expect(await siteOf(first.id)).toMatchObject({ others: 0, title: { total: 0 } })
    const after = (await call(`GET /api/v1/reports/${first.id}`)).body.data
    expect(after.results['title-unique']).toMatchObject({ outcome: 'not-applicable' })
    expect(after).toMatchObject({ score: first.score, created_at: first.created_at })
    await agrees()
  })

  it('name each other when they are analysed at the same time', async () => {
    const paths = ['/a', '/b', '/c', '/d']
    const { analyse, siteOf, agrees } = await website(
      engine,
      Object.fromEntries(paths.map((path) => [path, page('Same', path)])),
    )
    const reports = await Promise.all(paths.map(analyse))
    for (const { id } of reports) expect((await siteOf(id)).title.total).toBeGreaterThan(0)
    await agrees()
  })

  it('stop naming each other when one gets another title', async () => {
    const pages = { '/a': page('Same'), '/b': page('Same') }
    const { analyse, siteOf, agrees } = await website(engine, pages)
    const first = await analyse('/a')
    await analyse('/b')
    expect(await siteOf(first.id)).toMatchObject({ title: { total: 1 }, body: { total: 1 } })
    pages['/b'] = page('Another')
    await analyse('/b')
    expect(await siteOf(first.id)).toMatchObject({ others: 1, title: { total: 0 }, body: { total: 0 } })
    await agrees()
  })

  it('name each other again when the report that hid one of them is deleted', async () => {
    const pages = { '/a': page('Same'), '/b': page('Same') }
    const { call, analyse, siteOf, agrees } = await website(engine, pages)
    const first = await analyse('/a')
    const old = await analyse('/b')
    pages['/b'] = page('Another')
    const newest = await analyse('/b')
    await call(`DELETE /api/v1/reports/${newest.id}`)
    expect(await siteOf(first.id)).toMatchObject({ title: { items: [{ id: old.id }] } })
    expect(await siteOf(old.id)).toMatchObject({ title: { items: [{ id: first.id }] } })
    await agrees()
  })
})
