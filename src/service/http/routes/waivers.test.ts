import { expect, it } from 'vitest'
import { pageIssues } from '#analyser/page-state.ts'
import { Waiver } from '#contract/reports/findings.ts'
import { roundScore, scoreOfLost } from '#contract/reports/rating.ts'
import { readRows } from '#contract/responses/envelope.ts'
import { findPreview } from '#service/previews/find-preview.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { purgeDeletedWebsites } from '#service/store/websites/purge-websites.ts'
import { testService, type TestService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'

/** Stores a report that fails checks, with the score that they leave. */
function addReport(
  { store }: TestService,
  url: string,
  lost: Record<string, number>,
  state: Partial<ReturnType<typeof newReport>['state']> = {},
) {
  const results = Object.fromEntries(
    Object.entries(lost).map(([id, points_lost]) => [
      id,
      newCheckResult({ outcome: 'fail', passed: false, points_lost }),
    ]),
  )
  const tenths = Object.values(lost).reduce((sum, points) => sum + points * 10, 0)
  const { score, scoreBeforeCap } = scoreOfLost(tenths, 'noindex' in lost)
  const issues = pageIssues(results).map((issue) => ({
    ...issue,
    causes: [{ key: 'template', label: 'The template' }],
  }))
  return createReport(
    store.db,
    newReport({
      url,
      score,
      evaluation: newEvaluation({ results, scoreBeforeCap }),
      state: { ...newReport().state, ...state, issues },
    }),
  )
}

const shop = 'https://www.shop.example'
const a = `${shop}/blog/a-1`
const b = `${shop}/blog/b-2`

/** A website of three pages with scores of 49, 88 and 94. */
async function withShop(service: TestService) {
  const first = await addReport(service, a, { noindex: 12, 'title-present': 12 })
  const second = await addReport(service, b, { 'title-present': 12 })
  await addReport(service, `${shop}/`, { hsts: 6 })
  return { website: first.website_id, report: first.id, other: second.id }
}

type WaiverForm = Partial<Record<'check' | 'scope' | 'target' | 'ids' | 'reason' | 'expires_on', string>>

const waive = ({ call }: TestService, website: number, form: WaiverForm = {}) =>
  call('POST /api/v1/waivers', {
    form: { website_id: String(website), check: 'title-present', scope: 'website', reason: 'By design', ...form },
  })

const figures = async ({ call }: TestService, website: number) => {
  const { body } = await call(`GET /api/v1/websites/${website}`)
  const issues = await call(`GET /api/v1/websites/${website}/issues`)
  return {
    average: body.data.pages_avg_score,
    issues: Object.fromEntries(
      issues.body.data.map((issue: { check: string; pages: number; waived_pages: number; points: number }) => [
        issue.check,
        [issue.pages, issue.waived_pages, issue.points],
      ]),
    ),
  }
}
const all = { noindex: [1, 0, 12], 'title-present': [2, 0, 24], hsts: [1, 0, 6] }

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describeEachEngine('a waiver', ({ openStore }) => {
  it('raises the score of a website on every screen alike', async () => {
    const service = await testService(await openStore())
    const { call, store } = service
    const { website } = await withShop(service)
    await addReport(service, `${shop}/later`, { 'title-present': 12, hsts: 6 })
    await call(`PUT /api/v1/websites/${website}`, { form: { privacy: '0' } })
    const link = await call('POST /api/v1/links', { form: { kind: 'website', website_id: String(website) } })
    const { token } = link.body.data
    const scores = async () => {
      const [overview, listed, shared] = [
        await call('GET /api/v1/overview?since=2026-03-01'),
        await call('GET /api/v1/websites'),
        await call(`GET /api/v1/shared/links/${token}`, { key: null }),
      ]
      const of = [
        (await figures(service, website)).average,
        overview.body.data.news[0].average,
        listed.body.data[0].pages_avg_score,
        shared.body.data.website.pages_avg_score,
        (await call(`GET /api/v1/shared/websites/${website}`, { key: null })).body.data.pages_avg_score,
        (await call(`GET /api/v1/shared/websites/${website}/document`, { key: null })).body.data.website
          .pages_avg_score,
        (await findPreview(store.db, { kind: 'websites', id: String(website) }))?.card.score,
        (await findPreview(store.db, { kind: 's', id: token }))?.card.score,
      ]
      const badge = (await call(`GET /badges/websites/${website}.svg`, { key: null })).text
      return [...new Set(of.map((score) => roundScore(score))), Number(/SEO score: (\d+) of/.exec(badge)?.[1])]
    }
    const [before, badgeBefore, ...others] = await scores()
    await waive(service, website)
    const [after, badgeAfter, ...othersAfter] = await scores()
    expect([others, othersAfter]).toEqual([[], []])
    expect([before, after]).toEqual([badgeBefore, badgeAfter])
    expect(after).toBeGreaterThan(before!)
  })

  it('takes an issue out of the figures of a website until it is removed', async () => {
    const service = await testService(await openStore())
    const { website, report } = await withShop(service)
    expect(await figures(service, website)).toEqual({ average: 77, issues: all })

    const created = await waive(service, website)
    expect(created.status).toBe(201)
    expect(created.body.data).toEqual({
      id: 1,
      website_id: website,
      check: 'title-present',
      name: 'Title tag',
      scope: 'website',
      target: null,
      reason: 'By design',
      author: 'Test',
      created_at: expect.any(String),
      expires_on: null,
      active: true,
    })
    // The first page is still capped by its blocker.
    expect(await figures(service, website)).toEqual({
      average: 81,
      issues: { noindex: all.noindex, hsts: all.hsts },
    })
    expect((await service.call(`GET /api/v1/reports/${report}`)).body.data.score).toBe(49)
    expect((await service.call('GET /api/v1/reports?check=title-present')).body.meta.total).toBe(0)
    expect((await service.call('GET /api/v1/checks/title-present/pages')).body.data).toMatchObject({
      pages: 0,
      websites: 0,
    })
    expect(await findFaults(service.store.db)).toEqual([])

    const list = await service.call('GET /api/v1/waivers')
    expect(readRows(Waiver, list.body)).toEqual([created.body.data])
    expect((await service.call('DELETE /api/v1/waivers/1')).body).toMatchObject({ object: 'waiver', deleted: true })
    expect(await figures(service, website)).toEqual({ average: 77, issues: all })
    const { body } = await service.call('GET /api/v1/audit')
    expect(body.data.slice(0, 2)).toMatchObject([
      { action: 'waiver_removed', object: { kind: 'website', id: website }, detail: 'title-present: By design' },
      { action: 'waiver_created', actor: { name: 'Test' } },
    ])
  })

  it('covers one page', async () => {
    const service = await testService(await openStore())
    const { website } = await withShop(service)
    await waive(service, website, { scope: 'page', target: a, check: 'noindex' })
    expect(await figures(service, website)).toEqual({
      average: 90,
      issues: { 'title-present': all['title-present'], hsts: all.hsts },
    })
    const { body } = await service.call('GET /api/v1/audit')
    expect(body.data[0].detail).toBe(`noindex on ${a}: By design`)
  })

  it('of some pages leaves the others in the figures, with their sample, causes and lists', async () => {
    const service = await testService(await openStore())
    const { website, other } = await withShop(service)
    await waive(service, website, { scope: 'page', target: a })
    const { body } = await service.call(`GET /api/v1/websites/${website}/issues`)
    expect(body.data.find((one: { check: string }) => one.check === 'title-present')).toMatchObject({
      pages: 1,
      waived_pages: 1,
      points: 12,
      sample: { report_id: other },
      causes: [],
    })
    const list = await service.call('GET /api/v1/reports?check=title-present')
    expect(list.body.data.map(({ url }: { url: string }) => url)).toEqual([b])
  })

  it.each(['/blog/', '/blog/*'])('covers the group %s, which then has another average and issue', async (target) => {
    const service = await testService(await openStore())
    const { website } = await withShop(service)
    await waive(service, website, { scope: 'group', target })
    expect((await figures(service, website)).issues).toEqual({ noindex: all.noindex, hsts: all.hsts })
    const { body } = await service.call(`GET /api/v1/websites/${website}/groups`)
    // The pattern of URLs that repeats the folder is left out of the list, and still a target.
    expect(body.data).toMatchObject([{ group: '/blog/', pages: 2, average: 74.5, worst_check: 'noindex' }])
  })

  it('counts in exported files and client reports', async () => {
    const service = await testService(await openStore())
    const { website } = await withShop(service)
    await waive(service, website)
    const exported = await service.call('GET /api/v1/exports/websites.json')
    const document = await service.call(`GET /api/v1/websites/${website}/document`)
    const list = await service.call('GET /api/v1/documents/websites')
    expect([...exported.body, document.body.data.website, ...list.body.data.websites]).toMatchObject(
      Array.from({ length: 3 }, () => ({ id: website, pages_avg_score: 81 })),
    )
  })

  it('ends by itself after its last day', async () => {
    const service = await testService(await openStore())
    const { website } = await withShop(service)
    expect((await waive(service, website, { expires_on: dayFromNow(0) })).status).toBe(201)
    expect((await figures(service, website)).average).toBe(81)
    await service.store.db
      .updateTable('waivers')
      .set({ expires_on: dayFromNow(-1) })
      .execute()
    expect(await figures(service, website)).toEqual({ average: 77, issues: all })
    expect((await service.call('GET /api/v1/waivers')).body.data).toMatchObject([{ active: false }])
    expect((await waive(service, website)).status).toBe(201)
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('needs a known website, check and target, and a reason', async () => {
    const service = await testService(await openStore())
    const { website } = await withShop(service)
    const refused = async (form: WaiverForm & { website_id?: string }) => {
      const { status, body } = await waive(service, website, form)
      return [status, body.codes]
    }
    expect(await refused({ website_id: '99' })).toEqual([422, { website_id: ['not_found'] }])
    expect(await refused({ check: 'unknown' })).toEqual([422, { check: ['not_found'] }])
    expect(await refused({ scope: 'page' })).toEqual([422, { target: ['required'] }])
    expect(await refused({ target: a })).toEqual([422, { target: ['not_allowed'] }])
    expect(await refused({ scope: 'page', target: `${shop}/none` })).toEqual([422, { target: ['not_found'] }])
    expect(await refused({ scope: 'group', target: '/none/' })).toEqual([422, { target: ['not_found'] }])
    expect(await refused({ reason: ' ' })).toEqual([422, { reason: ['required'] }])
    expect(await refused({ expires_on: dayFromNow(-1) })).toEqual([422, { expires_on: ['in_the_past'] }])
    expect(await refused({ expires_on: '31.12.2026' })).toEqual([422, { expires_on: ['invalid_time'] }])
    await waive(service, website)
    expect((await waive(service, website)).body).toMatchObject({ status: 409, code: 'conflict' })
    const readOnly = await service.call('DELETE /api/v1/waivers/1', { key: service.readKey })
    expect(readOnly.body.code).toBe('read_only_key')
  })

  it('of chosen pages is created for all of them or for none', async () => {
    const service = await testService(await openStore())
    const { website } = await withShop(service)
    const { body: list } = await service.call(`GET /api/v1/reports?check=title-present`)
    const pages = Object.fromEntries(list.data.map((row: { url: string; page_id: number }) => [row.url, row.page_id]))
    const [first, second] = [pages[a], pages[b]] as [number, number]
    const created = await waive(service, website, { scope: 'page', ids: `${second},${first}` })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ data: { id: 1, scope: 'page' }, ids: [1, 2] })
    const { body } = await service.call('GET /api/v1/waivers')
    expect(body.data.map(({ target }: { target: string }) => target).toSorted()).toEqual([a, b])
    expect((await figures(service, website)).issues).toEqual({ noindex: all.noindex, hsts: all.hsts })
    const log = await service.call('GET /api/v1/audit')
    expect(log.body.data[0]).toMatchObject({ action: 'waiver_created', detail: 'title-present on 2 pages: By design' })

    const again = await waive(service, website, { scope: 'page', ids: `${second},${first}` })
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    const refused = async (form: WaiverForm) => (await waive(service, website, { scope: 'page', ...form })).body.errors
    expect(await refused({ ids: '99', check: 'noindex' })).toEqual({ ids: ['This website has no page with ID 99.'] })
    expect(await refused({ ids: `${second}`, check: 'noindex' })).toEqual({
      ids: [`There is no issue with noindex on the page with ID ${second}.`],
    })
    expect((await refused({ ids: '1', target: a })).target).toHaveLength(1)
    expect((await refused({ ids: '1', scope: 'group' })).ids).toHaveLength(1)
  })

  it('goes with its website', async () => {
    const service = await testService(await openStore())
    const { website, report } = await withShop(service)
    await waive(service, website)
    await service.call(`PUT /api/v1/reports/${report}/findings/noindex`, { form: { status: 'in_progress' } })
    await service.call(`DELETE /api/v1/websites/${website}`)
    expect((await service.call('GET /api/v1/waivers')).body.data).toEqual([])
    expect((await service.call('DELETE /api/v1/waivers/1')).status).toBe(404)
    while ((await purgeDeletedWebsites(service.store.db, { isDiskFull: true })) > 0);
    for (const table of ['waivers', 'finding_states', 'websites'] as const)
      expect(await service.store.db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})

describeEachEngine('a plan for a website', ({ openStore }) => {
  it('has the average of its pages without the issues', async () => {
    const service = await testService(await openStore())
    const { website } = await withShop(service)
    const planned = async (fixed: string) =>
      (await service.call(`GET /api/v1/websites/${website}/what-if?fixed=${fixed}`)).body.data
    expect(await planned('')).toEqual({
      fixed: [],
      pages: 3,
      pages_changed: 0,
      pages_findable: 0,
      average: 77,
      average_fixed: 77,
    })
    expect(await planned('title-present')).toMatchObject({ pages_changed: 1, average_fixed: 81 })
    expect(await planned('noindex,title-present')).toMatchObject({ pages_changed: 2, average_fixed: 98 })
    await waive(service, website)
    expect(await planned('noindex')).toMatchObject({ pages_changed: 1, average: 81, average_fixed: 98 })
  })

  it('has the number of pages that nothing else keeps out of search', async () => {
    const service = await testService(await openStore())
    const { website } = await withShop(service)
    const keep = (path: string, main_issue: string, issues: Record<string, number>, status = 200) =>
      addReport(service, `${shop}${path}`, issues, { indexability: 'blocked', main_issue, status })
    await keep('/1', 'noindex', { noindex: 12, 'title-present': 12 })
    await keep('/2', 'noindex', { noindex: 12, 'canonical-elsewhere': 12 })
    await keep('/3', 'http-status', { 'http-status': 12 }, 404)
    await keep('/4', 'http-status', { 'http-status': 12 }, 500)
    const findable = async (fixed: string) =>
      (await service.call(`GET /api/v1/websites/${website}/what-if?fixed=${fixed}`)).body.data.pages_findable
    expect(await findable('title-present')).toBe(0)
    expect(await findable('noindex')).toBe(1)
    expect(await findable('noindex,canonical-elsewhere')).toBe(2)
    expect(await findable('http-status')).toBe(1)
    await waive(service, website, { check: 'noindex' })
    expect(await findable('noindex')).toBe(0)
  })

  it('refuses unknown checks', async () => {
    const service = await testService(await openStore())
    const { website } = await withShop(service)
    const { body } = await service.call(`GET /api/v1/websites/${website}/what-if?fixed=noindex,unknown`)
    expect(body).toMatchObject({
      codes: { fixed: ['not_found'] },
      message: "fixed names checks that don't exist: unknown.",
    })
    expect((await service.call(`GET /api/v1/websites/${website}/what-if?fixed=no%20check`)).status).toBe(422)
  })
})
