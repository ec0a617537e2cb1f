import { expect, it } from 'vitest'
import { countsOnWebsite, type PageIssue, pageIssues } from '#analyser/page-state.ts'
import type { Indexability } from '#contract/reports/indexability.ts'
import type { NamedDocument } from '#contract/sharing/client-document.ts'
import { deleteReport } from '#service/store/reports/deleted-reports.ts'
import { pack } from '#service/store/reports/report-payloads.ts'
import { createReport, type NewReport } from '#service/store/reports/reports.ts'
import { findPagesOfIssues } from '#service/store/websites/issue-pages.ts'
import { sqliteService, testService, type TestService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import { attachmentNamed } from './documents.ts'

const failed = newCheckResult({ outcome: 'fail', passed: false, title: 'The page has no title', points_lost: 12 })

/** Stores three reports of one page, of which the last has repaired the title, and one of another page. */
async function withReports({ store: { db } }: TestService) {
  const broken = newReport({ score: 40, evaluation: newEvaluation({ results: { 'title-present': failed } }) })
  const first = await createReport(db, broken)
  const second = await createReport(db, broken)
  const last = await createReport(db, newReport({ score: 88 }))
  const other = await createReport(db, newReport({ url: 'https://shop.example/lamps', score: 10 }))
  return { first, second, last, other }
}

describeEachEngine('a client report', ({ openStore }) => {
  it('compares a report with the one before it, or with a chosen one', async () => {
    const service = await testService(await openStore())
    const { first, second, last, other } = await withReports(service)
    const read = (path: string) => service.call(`GET /api/v1/reports/${path}`)
    const document = (await read(`${last.id}/document`)).body.data
    expect(document).toMatchObject({
      kind: 'report',
      title: '',
      is_comparison: false,
      report: { id: last.id, score: 88, previous_score: null },
      comparison: { before: { id: second.id }, after: { id: last.id }, change: 48 },
      brand: { name: '', logo: null },
    })
    expect(document.comparison.checks).toMatchObject([{ id: 'title-present', change: 'fixed' }])
    expect((await read(`${first.id}/document`)).body.data.comparison).toBe(null)
    expect((await read(`${last.id}/document?compare=${first.id}`)).body.data).toMatchObject({
      is_comparison: true,
      comparison: { before: { id: first.id } },
    })
    expect((await read(`${last.id}/document?compare=${other.id}`)).body.codes).toEqual({ other: ['not_allowed'] })
    expect((await read(`${last.id}/document?compare=999`)).status).toBe(404)
    expect((await read('999/document')).status).toBe(404)
  })

  it('of a website has its issues, its history and its pages, the worst first', async () => {
    const service = await testService(await openStore())
    const { last, other } = await withReports(service)
    const { data } = (await service.call(`GET /api/v1/websites/${last.website_id}/document`)).body
    expect(data).toMatchObject({ kind: 'website', website: { domain: 'shop.example', pages_count: 2 }, total: 2 })
    expect(data.reports.map(({ id }: { id: number }) => id)).toEqual([other.id, last.id])
    expect(data.history.at(-1)).toMatchObject({ pages: 2 })
  })

  it('of a website lists indexable pages apart from those that can’t be indexed, and those of an issue up to a limit', async () => {
    const service = await testService(await openStore())
    const evidence = [1, 2, 3, 4].map((line) => ({ snippet: '<head>', line }))
    const evaluation = newEvaluation({ results: { 'title-present': { ...failed, evidence }, noindex: failed } })
    const [issue, noindex] = pageIssues(evaluation.results)
    const page = (path: string, issues: PageIssue[], indexability: Indexability = 'indexable', status = 200) => {
      const { state } = newReport()
      // The state of a redirect has no check.
      const main_issue = indexability === 'redirect' ? null : (issues.at(-1)?.check ?? null)
      const counted = issues.map((issue) => ({
        ...issue,
        counted: countsOnWebsite(issue.check, { ...state, indexability, main_issue }),
      }))
      const own = { ...state, issues: counted, indexability, main_issue, status }
      return newReport({ url: `https://shop.example${path}`, state: own, evaluation })
    }
    for (let at = 1; at <= 3; at++) await createReport(service.store.db, page(`/${at}`, [issue!]))
    const blocked = await createReport(service.store.db, page('/private', [issue!, noindex!], 'blocked'))
    await createReport(service.store.db, page('/moved', [issue!], 'redirect'))
    const { data } = (await service.call(`GET /api/v1/websites/${blocked.website_id}/document`)).body
    expect([data.website.pages_count, data.website.pages_counted, data.total]).toEqual([5, 3, 3])
    expect(data.reports.every(({ counted }: { counted: boolean }) => counted)).toBe(true)
    expect(data.blocked).toMatchObject([{ url: 'https://shop.example/private', indexability: 'blocked' }])
    const pagesOf = (id: string) => data.issue_pages.find(({ check }: { check: string }) => check === id).pages
    const urls = pagesOf('title-present').map(({ url }: { url: string }) => url)
    expect(urls).toEqual([1, 2, 3].map((at) => `https://shop.example/${at}`))
    expect(pagesOf('noindex')).toMatchObject([
      { url: 'https://shop.example/private', status: 200, indexability: 'blocked' },
    ])
    expect(pagesOf('title-present')[0].evidence).toEqual(evidence.slice(0, 3))
    const ofTicket = await service.call(`GET /api/v1/websites/${blocked.website_id}/issues/title-present/pages`)
    expect([ofTicket.status, ofTicket.body.data]).toEqual([200, pagesOf('title-present')])
    const first = await findPagesOfIssues(service.store.db, blocked.website_id, ['title-present'], {
      limit: 2,
      showsClicks: false,
    })
    expect(first[0]?.pages).toHaveLength(2)

    const { db } = service.store
    for (const name of ['unlinked', 'linked']) await createReport(db, page(`/${name}`, [issue!], 'blocked', 404))
    await createReport(db, page('/closed', [issue!, noindex!], 'blocked'))
    await db.updateTable('pages').set({ inlinks: 2 }).where('url_key', 'like', '%/linked').execute()
    const again = (await service.call(`GET /api/v1/websites/${blocked.website_id}/document`)).body.data
    const ofIssue = again.issue_pages.find(({ check }: { check: string }) => check === issue!.check)
    expect(ofIssue.pages.map(({ url }: { url: string }) => new URL(url).pathname)).toEqual([
      '/linked',
      '/1',
      '/2',
      '/3',
      '/unlinked',
    ])
    expect(again.blocked.map(({ url }: { url: string }) => new URL(url).pathname)).toEqual([
      expect.stringMatching(/^\/(?:private|closed)$/),
      expect.stringMatching(/^\/(?:private|closed)$/),
      '/linked',
      '/unlinked',
    ])
  })

  it('of a website says on how many pages an issue was fixed or appeared since the month began', async () => {
    const service = await testService(await openStore())
    const { db } = service.store
    const report = (path: string, outcome: 'fail' | 'pass' | 'unknown', given: Partial<NewReport> = {}) => {
      const result = newCheckResult(outcome === 'fail' ? failed : { outcome, passed: outcome === 'pass' })
      const evaluation = newEvaluation({ results: { 'title-present': result } })
      const score = outcome === 'fail' ? 60 : 88
      const created_at = new Date().toISOString()
      const url = `https://shop.example${path}`
      return createReport(db, newReport({ url, score, evaluation, created_at, ...given }))
    }
    // The report of another ruleset and that of a check that couldn't be run say nothing.
    for (const path of ['/broken', '/closed']) await report(path, 'pass')
    for (const path of ['/fixed', '/again', '/other', '/open', '/unknown']) await report(path, 'fail')
    const gone = await report('/gone', 'fail')
    await report('/again', 'fail')
    for (const path of ['/fixed', '/again']) await report(path, 'pass')
    await report('/other', 'pass', { ruleset: 2 })
    await report('/open', 'fail')
    await report('/broken', 'fail')
    await report('/closed', 'fail', { state: { ...newReport().state, indexability: 'blocked' } })
    await report('/unknown', 'unknown')
    await report('/gone', 'pass', { state: { ...newReport().state, indexability: 'redirect' } })
    for (const noindex of [newCheckResult(), failed])
      await report('/hidden', 'pass', { evaluation: newEvaluation({ results: { noindex } }) })
    const { data } = (await service.call(`GET /api/v1/websites/${gone.website_id}/document`)).body
    const title = { check: 'title-present', name: 'Title tag', pages: 2 }
    const hidden = { check: 'noindex', name: 'Noindex', pages: 1 }
    expect(data.changes).toMatchObject({ fixed: [title], appeared: [hidden, title], is_partial: false })
  })

  it('has the introduction that was written for it, or else that of the brand', async () => {
    const service = await testService(await openStore())
    const { last, other } = await withReports(service)
    await service.call('PUT /api/v1/brand', { form: { intro: 'Our\r\ndefault' } })
    for (const [subject, untouched] of [
      [`reports/${last.id}`, `reports/${other.id}`],
      [`websites/${last.website_id}`, `reports/${other.id}`],
    ]) {
      const read = async (path: string) => {
        const { introduction, brand } = (await service.call(`GET /api/v1/${path}/document`)).body.data
        return [introduction, brand.intro]
      }
      expect(await read(subject!)).toEqual([null, 'Our\ndefault'])
      const path = `/api/v1/${subject}/introduction` as const
      const introduction = ' Dear client,\nthis was a good month.\n'
      expect((await service.call(`PUT ${path}`, { form: { introduction } })).body.data).toEqual({
        introduction: 'Dear client,\nthis was a good month.',
      })
      expect(await read(subject!)).toEqual(['Dear client,\nthis was a good month.', 'Our\ndefault'])
      expect(await read(untouched!)).toEqual([null, 'Our\ndefault'])
      await service.call(`PUT ${path}`, { form: { introduction: '' } })
      expect(await read(subject!)).toEqual(['', 'Our\ndefault'])
      await service.call(`DELETE ${path}`)
      expect(await read(subject!)).toEqual([null, 'Our\ndefault'])
      const long = await service.call(`PUT ${path}`, { form: { introduction: 'x'.repeat(601) } })
      expect(long.body.codes).toEqual({ introduction: ['too_long'] })
    }
    expect((await service.call('PUT /api/v1/reports/999/introduction', { form: {} })).status).toBe(404)
    const [{ action, object }] = (await service.call('GET /api/v1/audit')).body.data
    expect([action, object.kind]).toEqual(['introduction_changed', 'website'])
  })

  it('of a list has its rows, the worst first whatever its order', async () => {
    const service = await testService(await openStore())
    const { first, second, last, other } = await withReports(service)
    const read = async (path: string) => (await service.call(`GET /api/v1/documents/${path}`)).body.data
    const reports = await read('reports?result=bad&sort_by=id&sort=desc&per_page=10&page=7')
    expect(reports).toMatchObject({ kind: 'list', list: 'reports', total: 3 })
    expect(reports.reports.map(({ id }: { id: number }) => id)).toEqual([other.id, first.id, second.id])
    expect(await read('websites')).toMatchObject({ list: 'websites', websites: [{ id: last.website_id }], total: 1 })
  })
})

describeEachEngine('a share link to a client report', ({ openStore }) => {
  it('has its label as the title, and compares with a report outside its scope', async () => {
    const service = await testService(await openStore())
    const { second, last } = await withReports(service)
    const { token } = await createLink(service, { report_id: last.id, label: 'Your report for May' })
    const open = (path: string) => service.call(`GET /api/v1/shared/links/${token}${path}`, { key: null })
    expect((await open('')).body.data).toMatchObject({ kind: 'report', layout: 'document' })
    expect((await open('/document')).body.data).toMatchObject({
      title: 'Your report for May',
      comparison: { before: { id: second.id } },
    })
    expect((await open(`/reports/${second.id}`)).status).toBe(404)
    await deleteReport(service.store.db, last.id)
    expect((await open('/document')).body.code).toBe('content_deleted')
  })

  it('opens nothing else', async () => {
    const service = await testService(await openStore())
    const { last } = await withReports(service)
    const paths = ['reports', `reports/${last.id}`, `reports/${last.id}/findings`, 'websites', 'check']
    const figures = ['issues', 'duplicates', 'history', 'what-if?fixed=title-present']
    for (const fields of [
      { kind: 'report', report_id: last.id },
      { kind: 'report', report_id: last.id, mode: 'frozen' },
      { kind: 'website', website_id: last.website_id },
      { kind: 'view', list: 'reports', query: '' },
      { kind: 'view', list: 'websites', query: '' },
    ]) {
      const json = { ...fields, layout: 'document' }
      const { token } = (await service.call('POST /api/v1/links', { json })).body.data
      const open = (path: string) => service.call(`GET /api/v1/shared/links/${token}${path}`, { key: null })
      for (const path of [...paths, ...figures]) expect((await open(`/${path}`)).status, path).toBe(404)
      const { data } = (await open('')).body
      expect([data.report, data.website, data.list, data.query]).toEqual([undefined, undefined, undefined, undefined])
      expect((await open('/document')).status).toBe(200)
    }
  })

  it('compares with the report before if the chosen one was deleted', async () => {
    const service = await testService(await openStore())
    const { first, second, last, other } = await withReports(service)
    const { token } = await createLink(service, { report_id: last.id, compare_id: first.id })
    const comparison = async () =>
      (await service.call(`GET /api/v1/shared/links/${token}/document`, { key: null })).body.data.comparison
    expect(await comparison()).toMatchObject({ before: { id: first.id } })
    await deleteReport(service.store.db, first.id)
    expect(await comparison()).toMatchObject({ before: { id: second.id } })
    const wrong = { kind: 'report', report_id: String(last.id), compare_id: String(other.id), layout: 'document' }
    expect((await service.call('POST /api/v1/links', { form: wrong })).body.codes).toEqual({
      compare_id: ['not_found'],
    })
    const page = { ...wrong, compare_id: String(second.id), layout: 'page' }
    expect((await service.call('POST /api/v1/links', { form: page })).body.codes).toEqual({
      compare_id: ['not_allowed'],
    })
  })

  it('does not call a report another URL’s because it could not be read', async () => {
    const service = await testService(await openStore())
    const { first, last } = await withReports(service)
    await service.store.db
      .updateTable('report_payloads')
      .set({ facts: Buffer.from('damaged') })
      .where('report_id', '=', first.id)
      .execute()
    const form = { kind: 'report', report_id: String(last.id), compare_id: String(first.id), layout: 'document' }
    expect(await service.call('POST /api/v1/links', { form })).toMatchObject({
      status: 500,
      body: { code: 'internal_error' },
    })
  })

  it('as a snapshot keeps the brand and the comparison, even if both reports are deleted', async () => {
    const service = await testService(await openStore())
    const { second, last } = await withReports(service)
    await service.call('PUT /api/v1/brand', { form: { name: 'Acme' } })
    const { token } = await createLink(service, { report_id: last.id, mode: 'frozen', label: 'May' })
    await service.call('PUT /api/v1/brand', { form: { name: 'Other' } })
    for (const { id } of [second, last]) await deleteReport(service.store.db, id)
    const open = (path: string) => service.call(`GET /api/v1/shared/links/${token}${path}`, { key: null })
    expect((await open('/document')).body.data).toMatchObject({
      title: 'May',
      brand: { name: 'Acme' },
      comparison: { before: { id: second.id } },
    })
    expect((await open('/document')).body.data.report).toMatchObject({ id: last.id, score: 88 })
  })

  it('shows the logo that an older version stored in a snapshot as a picture', async () => {
    const service = await testService(await openStore())
    const { last } = await withReports(service)
    const { token } = await createLink(service, { report_id: last.id, mode: 'frozen' })
    const open = async () => (await service.call(`GET /api/v1/shared/links/${token}/document`, { key: null })).body.data
    const { brand, ...document } = await open()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
    await service.store.db
      .updateTable('links')
      .set({ snapshot: pack({ ...document, brand: { ...brand, logo } }) })
      .execute()
    expect((await open()).brand.logo).toMatch(/^data:image\/png;base64,/)
  })

  it('is only there for links with this layout', async () => {
    const service = await testService(await openStore())
    const { last } = await withReports(service)
    const { token } = await createLink(service, { report_id: last.id, layout: 'page' })
    expect((await service.call(`GET /api/v1/shared/links/${token}/document`, { key: null })).status).toBe(404)
  })
})

it('a share link to a website or a list opens as a client report', async () => {
  const service = await sqliteService()
  const { last } = await withReports(service)
  for (const target of [
    { kind: 'website', website_id: last.website_id },
    { kind: 'view', list: 'reports', query: 'result=bad' },
    { kind: 'view', list: 'websites', query: 'search=shop' },
  ]) {
    const { token } = await createLink(service, { ...target, label: 'For you' })
    const { data } = (await service.call(`GET /api/v1/shared/links/${token}/document`, { key: null })).body
    expect(data).toMatchObject({ kind: target.kind === 'view' ? 'list' : 'website', title: 'For you' })
  }
})

it('a PDF file has its date and its domain in its name, in letters of any system', () => {
  const nameOf = (named: object) =>
    attachmentNamed({ created_at: '2026-11-25T23:59:00.000Z', ...named } as NamedDocument)
  const website = (domain: string) => nameOf({ website: { domain } })
  expect(website('example.com')).toBe(
    `attachment; filename="2026-11-25 example.com SEO report.pdf"; filename*=UTF-8''2026-11-25%20example.com%20SEO%20report.pdf`,
  )
  expect(website('xn--bcher-kva.example:8080')).toBe(
    `attachment; filename="2026-11-25 xn--bcher-kva.example-8080 SEO report.pdf"; filename*=UTF-8''2026-11-25%20b%C3%BCcher.example-8080%20SEO%20report.pdf`,
  )
  expect(website(`a"/\\\r\n${'x'.repeat(300)}`)).toMatch(/^attachment; filename="2026-11-25 a-x{58} SEO report.pdf";/)
  expect(nameOf({ report: { domain: 'a.example', created_at: '2026-11-01T08:00:00Z' } })).toContain(
    '"2026-11-01 a.example SEO report.pdf"',
  )
  const rows = (...domains: string[]) => ({ list: 'reports', reports: domains.map((domain) => ({ domain })) })
  expect(nameOf(rows('a.example', 'a.example'))).toContain('"2026-11-25 a.example SEO report.pdf"')
  expect(nameOf(rows('a.example', 'b.example'))).toContain('"2026-11-25 pages SEO report.pdf"')
  expect(nameOf({ list: 'websites', websites: [] })).toContain('"2026-11-25 websites SEO report.pdf"')
})

async function createLink({ call }: TestService, fields: object): Promise<{ token: string }> {
  const form = { kind: 'report', layout: 'document', ...fields }
  const { body } = await call('POST /api/v1/links', { json: form })
  return body.data
}
