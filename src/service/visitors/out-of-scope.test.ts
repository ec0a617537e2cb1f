import { expect, it } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { servePages } from '#testing/servers/loopback.ts'
import { sqliteService } from '#testing/service/service.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'

const page = (title: string, text: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><meta name="description" content="What these have in common"><h1>${title}</h1><p>${text} is what there is to say about it.</p>`

/** Creates a page with two reports, and two pages that have its title and description; one of them has its text too. */
async function website() {
  const { call, allowHosts } = await sqliteService()
  const pages = { '/one': page('Same', 'This'), '/two': page('Same', 'This'), '/three': page('Same', 'That') }
  const { host, url } = await servePages(pages)
  allowHosts.add(host)
  const ids: number[] = []
  let websiteId = 0
  for (const path of ['/one', '/two', '/three', '/one']) {
    const { status, body } = await call('POST /api/v1/reports', { form: { url: url + path } })
    expect(status).toBe(201)
    ids.push(body.data.id)
    websiteId = body.data.website_id
  }
  const link = async (json: object): Promise<string> => (await call('POST /api/v1/links', { json })).body.data.token
  const open = async (path: string) => (await call(`GET /api/v1/shared/${path}`, { key: null })).body.data
  return { call, link, open, website_id: websiteId, id: ids.at(-1) ?? 0, others: ids.slice(0, -1), url }
}

const withIssue = newEvaluation({
  results: { 'title-present': newCheckResult({ outcome: 'warn', passed: false }) },
})

type Results = Record<string, { outcome: string; value: unknown; evidence: unknown[] }>
const compared = ['title-unique', 'description-unique', 'duplicate-body']
const summaryOf = (results: Results) =>
  compared.map((id) => [results[id]?.outcome, results[id]?.value, results[id]?.evidence.length])

it('a link to one report shows nothing of the website’s other reports', async () => {
  const { call, link, open, id, others, url } = await website()
  const whole = (await call(`GET /api/v1/reports/${id}`)).body.data
  expect(summaryOf(whole.results)).toEqual([
    ['info', 2, 2],
    ['info', 2, 2],
    ['info', 1, 1],
  ])
  expect(whole.previous_score).toBe(whole.score)
  for (const mode of ['live', 'frozen']) {
    const token = await link({ kind: 'report', report_id: id, mode })
    for (const report of [(await open(`links/${token}`)).report, await open(`links/${token}/reports/${id}`)]) {
      expect(report).toMatchObject({
        id,
        score: whole.score,
        categories: whole.categories,
        facts: whole.facts,
        previous_score: null,
      })
      expect(summaryOf(report.results)).toEqual(compared.map(() => ['not-applicable', null, 0]))
      const text = JSON.stringify(report)
      for (const foreign of [
        `${url}/two`,
        `${url}/three`,
        ...others.map((other) => `eport ${other}"`),
        '2 other',
        '1 other',
      ])
        expect(text).not.toContain(foreign)
    }
  }
})

it('a link to a view of some reports shows nothing of the others', async () => {
  const { link, open, website_id, id, url } = await website()
  const some = await link({ kind: 'view', list: 'reports', query: 'search=one' })
  const rows = await open(`links/${some}/reports`)
  expect(rows.map((row: { previous_score: number | null }) => row.previous_score)).toEqual([null, null])
  expect(JSON.stringify(await open(`links/${some}/reports/${id}`))).not.toContain(`${url}/two`)

  const all = await link({ kind: 'view', list: 'reports', query: `website_id=${website_id}` })
  expect((await open(`links/${all}/reports`))[0].previous_score).toBeTypeOf('number')
  expect(summaryOf((await open(`links/${all}/reports/${id}`)).results)).toEqual([
    ['info', 2, 2],
    ['info', 2, 2],
    ['info', 1, 1],
  ])
})

it('the list of a view answers by nothing that its rows hide', async () => {
  const { call, store } = await sqliteService()
  const keep = (path: string, score: number) =>
    createReport(store.db, newReport({ url: `https://shop.example/${path}`, score, evaluation: withIssue }))
  const ids = [await keep('one', 40), await keep('one/two', 50), await keep('one', 60)].map(({ id }) => id)
  const form = { kind: 'view', list: 'reports', query: 'search=one' }
  const { token } = (await call('POST /api/v1/links', { form })).body.data
  const list = async (query: string) => {
    const { body } = await call(`GET /api/v1/shared/links/${token}/reports?${query}`, { key: null })
    return { ids: body.data.map(({ id }: { id: number }) => id), total: body.meta.total, pages: body.meta.last_page }
  }
  const all = { ids: ids.toReversed(), total: 3, pages: 1 }
  expect(await list('')).toEqual(all)
  for (const query of [
    'latest=1',
    ...['better', 'worse', 'new', 'not_indexable'].map((change) => `changed=${change}`),
    'check=title-present',
    'check=h1-single',
    'structure=orphan',
    'structure=deep',
    'latest=1&changed=better&sort_by=score&sort=desc',
    // Their own rows show these, for older reports too.
    'indexability=indexable',
    'score=0-100',
  ])
    expect(await list(query), query).toEqual(all)
  expect((await list('score=40-49')).ids).toEqual([ids[0]])
  expect((await list('indexability=blocked')).total).toBe(0)
  expect((await list('newer_than=1')).total).toBe(3)

  const latest = (await call('POST /api/v1/links', { form: { ...form, query: 'search=one&latest=1' } })).body.data.token
  const rows = await call(`GET /api/v1/shared/links/${latest}/reports?changed=new`, { key: null })
  expect(rows.body.data.map(({ id }: { id: number }) => id)).toEqual([ids[2], ids[1]])
})

it('the list of a whole website has the latest report of each page for visitors', async () => {
  const { link, call, website_id, others, id } = await website()
  await call(`PUT /api/v1/websites/${website_id}`, { form: { privacy: '0' } })
  const token = await link({ kind: 'website', website_id })
  const [, two, three] = others
  for (const path of [`websites/${website_id}`, `links/${token}`])
    for (const query of ['', '?latest=1', '?latest=&search=', '?newer_than=1']) {
      const { data, meta } = (await call(`GET /api/v1/shared/${path}/reports${query}`, { key: null })).body
      expect([data.map((row: { id: number }) => row.id), meta.total], path + query).toEqual([[id, three, two], 3])
    }
})

it('a public website and a link to a website show duplicates within the website', async () => {
  const { call, link, open, website_id, id } = await website()
  await call(`PUT /api/v1/websites/${website_id}`, { form: { privacy: '0' } })
  const token = await link({ kind: 'website', website_id })
  for (const path of ['', `links/${token}/`]) {
    const report = await open(`${path}reports/${id}`)
    expect(summaryOf(report.results)).toEqual([
      ['info', 2, 2],
      ['info', 2, 2],
      ['info', 1, 1],
    ])
    expect(report.previous_score).toBe(report.score)
  }
  expect((await open(`websites/${website_id}/reports`))[0].previous_score).toBeTypeOf('number')
})
