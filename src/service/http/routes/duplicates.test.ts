import { expect, it } from 'vitest'
import { findFaults } from '#service/store/verify/verify.ts'
import { servePages } from '#testing/servers/loopback.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine, type TestEngine } from '#testing/store/databases.ts'

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
  const report = async (id: number) => (await call(`GET /api/v1/reports/${id}`)).body.data
  return { call, store, analyse, report, url }
}

const scoresOf = ({ score, score_before_cap, categories, google_score, checks_judged }: Record<string, unknown>) => ({
  score,
  score_before_cap,
  categories,
  google_score,
  checks_judged,
})

describeEachEngine('pages of a website with the same title', (engine) => {
  it('name each other as long as both are there, and neither score ever changes', async () => {
    const { call, store, analyse, report, url } = await website(engine, {
      '/a': page('Same', 'first'),
      '/b': page('Same', 'second'),
      '/c': page('Same', 'third'),
    })
    const first = await analyse('/a')
    expect(first.results['title-unique']).toMatchObject({ outcome: 'not-applicable', scored: false })
    const [second, third] = [await analyse('/b'), await analyse('/c')]
    expect(third.results['title-unique']).toMatchObject({ outcome: 'info', value: 2 })

    const now = await report(first.id)
    expect(now.results['title-unique']).toMatchObject({
      outcome: 'info',
      scored: false,
      points_lost: 0,
      title: '2 other pages have the same title',
      evidence: [
        { url: `${url}/c`, note: `Report ${third.id}` },
        { url: `${url}/b`, note: `Report ${second.id}` },
      ],
    })
    expect(now.results['description-unique']).toMatchObject({ outcome: 'pass' })
    expect(scoresOf(now)).toEqual(scoresOf(first))

    await call(`DELETE /api/v1/reports/${second.id}`)
    expect((await report(first.id)).results['title-unique']).toMatchObject({ title: '1 other page has the same title' })
    await call(`DELETE /api/v1/reports/${third.id}`)
    const last = await report(first.id)
    expect(last.results['title-unique']).toMatchObject({ outcome: 'not-applicable' })
    expect(scoresOf(last)).toEqual(scoresOf(first))
    expect(await findFaults(store.db)).toEqual([])
  })

  it('stop naming each other when one gets another title', async () => {
    const pages = { '/a': page('Same'), '/b': page('Same') }
    const { analyse, report } = await website(engine, pages)
    const first = await analyse('/a')
    await analyse('/b')
    expect((await report(first.id)).results).toMatchObject({
      'title-unique': { value: 1 },
      'duplicate-body': { value: 1, title: '1 other page has the same content' },
    })
    pages['/b'] = page('Another')
    await analyse('/b')
    expect((await report(first.id)).results).toMatchObject({
      'title-unique': { outcome: 'pass' },
      'duplicate-body': { outcome: 'pass' },
    })
  })

  it('are not stored with the report', async () => {
    const { store, analyse } = await website(engine, { '/a': page('Same'), '/b': page('Same') })
    await analyse('/a')
    const { id } = await analyse('/b')
    const { findWholeReport } = await import('#service/store/reports/reports.ts')
    const whole = await findWholeReport(store.db, id, { kind: 'all' })
    expect(Object.keys(whole?.payload.evaluation.results ?? {})).not.toContain('title-unique')
    expect(whole?.payload.facts).not.toHaveProperty('duplicates')
  })
})
