import { expect, it } from 'vitest'
import { aiSearch } from '#analyser/checks/ai-search.ts'
import { titlePresent } from '#analyser/checks/title-present.ts'
import { type PageIssue, pageIssues } from '#analyser/page-state.ts'
import { FilterCount } from '#contract/lists/filter-counts.ts'
import { readRows } from '#contract/responses/envelope.ts'
import { Overview } from '#contract/websites/overview.ts'
import { CheckPages, DuplicateSet, HistoryDay, PageGroup, WebsiteIssues } from '#contract/websites/website-pages.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { deleteWebsite } from '#service/store/websites/websites.ts'
import { testService, type TestService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'

/** Stores reports of a shop with a blog on three days, and of another website. */
async function withPages({ store: { db } }: TestService) {
  const add = (url: string, day: number, score: number, points: number, title: string) => {
    const results = {
      'title-present': newCheckResult({
        outcome: points > 0 ? 'warn' : 'pass',
        passed: points === 0,
        points_lost: points,
      }),
    }
    const issues = pageIssues(results).map((issue) => ({
      ...issue,
      causes: [{ key: 'template', label: 'The title in the template' }],
    }))
    const fingerprints = { title, description: null, body: url, bodyShape: null }
    return createReport(
      db,
      newReport({
        url,
        domain: new URL(url).host,
        score,
        fingerprints,
        evaluation: newEvaluation({ results }),
        state: { ...newReport().state, issues },
        created_at: `2026-05-0${day}T10:00:00.000Z`,
      }),
    )
  }
  await add('https://shop.example/blog/a-1', 1, 40, 2, 'same')
  await add('https://shop.example/blog/b-2', 1, 60, 1.5, 'same')
  const home = await add('https://shop.example/', 2, 90, 0, 'home')
  await add('https://shop.example/blog/a-1', 3, 80, 1, 'same')
  const other = await add('https://other.example/', 3, 10, 2, 'same')
  return { shop: home.website_id, other: other.website_id }
}

describeEachEngine('the pages of a website', ({ openStore }) => {
  it('have issues with their causes', async () => {
    const service = await testService(await openStore())
    const { shop } = await withPages(service)
    const { status, body } = await service.call(`GET /api/v1/websites/${shop}/issues`)
    expect(status).toBe(200)
    expect(body.data).toEqual([
      {
        check: 'title-present',
        clicks: null,
        assignees: [],
        name: 'Title tag',
        problem: titlePresent.titleFail,
        rank: 3,
        scope: 'page',
        importance: 'high',
        category: 'content',
        source: 'google',
        scored: true,
        since: '2026-05-01',
        pages: 2,
        waived_pages: 0,
        unread_pages: 0,
        points: 2.5,
        sample: { report_id: 4, url: 'https://shop.example/blog/a-1', title: 'A page' },
        causes: [{ key: 'template', label: 'The title in the template', pages: 2 }],
        targets: [],
      },
    ])
    expect(WebsiteIssues.parse(body)).toEqual(body)
    expect(body.structure).toBeNull()
  })

  it('have sets of duplicates', async () => {
    const service = await testService(await openStore())
    const { shop } = await withPages(service)
    const { status, body } = await service.call(`GET /api/v1/websites/${shop}/duplicates`)
    expect(status).toBe(200)
    expect(readRows(DuplicateSet, body)).toEqual([
      {
        kinds: ['title'],
        pages: 2,
        title: 'A page',
        description: null,
        heading: null,
        words: null,
        samples: [
          { report_id: 4, url: 'https://shop.example/blog/a-1', title: 'A page' },
          { report_id: 2, url: 'https://shop.example/blog/b-2', title: 'A page' },
        ],
      },
    ])
  })

  it('have broken links, with those of their pages that link to them', async () => {
    const service = await testService(await openStore())
    const results = { 'broken-internal': newCheckResult({ outcome: 'fail', passed: false, points_lost: 1 }) }
    const url = 'https://shop.example/missing'
    const add = (path: string, isBroken: boolean) => {
      const issues = isBroken ? pageIssues(results) : []
      const state = {
        ...newReport().state,
        issues,
        links: [{ url, isBroken }],
      }
      return createReport(service.store.db, newReport({ url: `https://shop.example${path}`, state }))
    }
    const { id, website_id } = await add('/', true)
    await add('/a', false)
    const { body } = await service.call(`GET /api/v1/websites/${website_id}/issues`)
    expect(body.data).toMatchObject([
      {
        check: 'broken-internal',
        pages: 1,
        targets: [{ url, status: null, pages: 1, samples: [{ report_id: id }] }],
      },
    ])
    expect(WebsiteIssues.safeParse(body).data?.data[0]?.targets).toEqual(body.data[0].targets)
  })

  it('say once for the website which AI crawlers it allows, by the newest of them', async () => {
    const service = await testService(await openStore())
    const { db } = service.store
    const add = (path: string, title: string, status = 200) => {
      const access = newCheckResult({ outcome: 'info', scored: false, title })
      const results = { 'title-present': newCheckResult(), 'ai-search': access, 'ai-training': access }
      const { state } = newReport()
      const url = `https://shop.example${path}`
      const evaluation = newEvaluation({ results })
      return createReport(db, newReport({ url, evaluation, state: { ...state, status } }))
    }
    await add('/', 'Allows all')
    const { id, website_id } = await add('/a', 'Blocks all')
    await add('/gone', 'Error', 404)
    const { body } = await service.call(`GET /api/v1/websites/${website_id}/ai-crawlers`)
    expect(body.data).toMatchObject({
      report_id: id,
      results: { 'ai-search': { name: aiSearch.name, title: 'Blocks all' }, 'ai-training': { outcome: 'info' } },
    })
    expect(Object.keys(body.data.results)).toEqual(['ai-search', 'ai-training'])
    await db.updateTable('reports').set({ status: 500 }).execute()
    const none = await service.call(`GET /api/v1/websites/${website_id}/ai-crawlers`)
    expect(none.body.data).toEqual({ report_id: null, analysed_at: null, results: {} })
  })

  it('have groups by folder and shape, which the list understands', async () => {
    const service = await testService(await openStore())
    const { shop } = await withPages(service)
    const { body } = await service.call(`GET /api/v1/websites/${shop}/groups`)
    expect(readRows(PageGroup, body)).toEqual([
      {
        group: '/blog/',
        kind: 'folder',
        pages: 2,
        average: 70,
        worst_check: 'title-present',
        worst_check_name: 'Title tag',
      },
    ])
    for (const { group, pages } of body.data) {
      const list = await service.call(`GET /api/v1/reports?website_id=${shop}&group=${encodeURIComponent(group)}`)
      expect(list.body.meta.total).toBe(pages)
    }
  })

  it('have groups whose main issue is none of the whole website', async () => {
    const service = await testService(await openStore())
    const add = (path: string, issues: PageIssue[]) =>
      createReport(
        service.store.db,
        newReport({ url: `https://shop.example/blog/${path}`, state: { ...newReport().state, issues } }),
      )
    const issue = (check: string, points: number): PageIssue => ({
      check,
      outcome: 'fail',
      points,
      counted: true,
      causes: [],
    })
    // A setting is fixed once, whatever it costs all pages.
    const { website_id } = await add('a', [issue('sitemap-valid', 120), issue('title-present', 20)])
    await add('b', [issue('sitemap-valid', 120), issue('h1-present', 10)])
    const groups = async () => (await service.call(`GET /api/v1/websites/${website_id}/groups`)).body.data
    expect(await groups()).toMatchObject([{ group: '/blog/', worst_check: 'title-present' }])
  })

  it('have a history of days', async () => {
    const service = await testService(await openStore())
    const { shop } = await withPages(service)
    const { body } = await service.call(`GET /api/v1/websites/${shop}/history`)
    expect(readRows(HistoryDay, body)).toEqual([
      { date: '2026-05-01', pages: 2, average: 50, good: 0, decent: 1, bad: 1 },
      { date: '2026-05-02', pages: 3, average: 63.33, good: 1, decent: 1, bad: 1 },
      { date: '2026-05-03', pages: 3, average: 76.67, good: 2, decent: 1, bad: 0 },
    ])
  })

  it('are summed up in an overview whose figures are those of lists', async () => {
    const service = await testService(await openStore())
    const { shop, other } = await withPages(service)
    const { body } = await service.call('GET /api/v1/overview?since=2026-05-03')
    expect(Overview.parse(body.data)).toEqual({
      mine: null,
      at_risk: null,
      websites_at_risk: { count: 0, websites: [] },
      since: '2026-05-03',
      changed: {
        better: { count: 1, relation: 'eq', websites: [{ website_id: shop, domain: 'shop.example', pages: 1 }] },
        worse: { count: 0, relation: 'eq', websites: [] },
        new: { count: 1, relation: 'eq', websites: [{ website_id: other, domain: 'other.example', pages: 1 }] },
        not_indexable: { count: 0, relation: 'eq', websites: [] },
      },
      websites: 2,
      pages: 4,
      good: 2,
      decent: 1,
      bad: 1,
      scores: [0, 1, 0, 0, 0, 0, 1, 0, 1, 1],
      news: [
        {
          website_id: other,
          domain: 'other.example',
          average: 10,
          change: 0,
          entries: [
            {
              kind: 'new_website',
              check: null,
              check_name: null,
              fault: null,
              problem: null,
              indexing_code: null,
              scores: null,
              statuses: [],
              status: null,
              redirects: false,
              pages: 1,
              relation: 'eq',
              folder: null,
              since: null,
              samples: [],
              crawls: null,
            },
          ],
        },
      ],
    })
    for (const [changed, { count }] of Object.entries<{ count: number }>(body.data.changed)) {
      const list = await service.call(`GET /api/v1/reports?latest=1&since=2026-05-03&changed=${changed}`)
      expect(list.body.meta.total, changed).toBe(count)
    }
    await deleteWebsite(service.store.db, other)
    expect((await service.call('GET /api/v1/overview?since=2026-05-03')).body.data).toMatchObject({
      pages: 3,
      scores: [0, 0, 0, 0, 0, 0, 1, 0, 1, 1],
      changed: { new: { count: 0 } },
    })
    expect((await service.call('GET /api/v1/overview')).status).toBe(200)
    const refused = await service.call('GET /api/v1/overview?since=yesterday')
    expect([refused.status, refused.body.errors]).toEqual([422, { since: ['since must be a day as YYYY-MM-DD.'] }])
  })

  it.each(['', 'since=2026-05-01&', 'changed=new&since=2026-05-01&', 'search=blog&result=good&', 'search=/b&'])(
    'are counted by the values of filters as their list counts them: %s',
    async (others) => {
      const service = await testService(await openStore())
      const { shop, other } = await withPages(service)
      await service.call('POST /api/v1/waivers', {
        form: { website_id: String(other), check: 'title-present', scope: 'website', reason: 'By design' },
      })
      for (const query of [others, `${others}website_id=${shop}&`]) {
        const { status, body } = await service.call(`GET /api/v1/reports/filters?${query}`)
        expect(status).toBe(200)
        const counts = readRows(FilterCount, body)
        expect(counts.some(({ filter, count }) => filter === 'check' && count > 0)).toBe(true)
        for (const { filter, value, count } of counts) {
          const list = await service.call(`GET /api/v1/reports?${query}${filter}=${value}`)
          expect(list.body.meta.total, `${query}${filter}=${value}`).toBe(count)
        }
      }
      expect((await service.call('GET /api/v1/reports/filters?score=9-1')).status).toBe(422)
    },
  )

  it('are counted by check', async () => {
    const service = await testService(await openStore())
    await withPages(service)
    const { body } = await service.call('GET /api/v1/checks/title-present/pages')
    expect(CheckPages.parse(body.data)).toEqual({ pages: 3, websites: 2, total: 4 })
    expect((await service.call('GET /api/v1/checks/noindex/pages')).body.data).toEqual({
      pages: 0,
      websites: 0,
      total: 4,
    })
    expect((await service.call('GET /api/v1/checks/unheard-of/pages')).status).toBe(404)
  })

  it('of a private website and of a missing one look the same without a key', async () => {
    const service = await testService(await openStore())
    const { shop } = await withPages(service)
    for (const path of ['issues', 'duplicates', 'history', 'groups']) {
      const seen = []
      for (const id of [shop, 999]) {
        const { status, body } = await service.call(`GET /api/v1/shared/websites/${id}/${path}`, { key: null })
        seen.push({ status, ...body, request_id: null })
      }
      expect(seen[0]).toEqual(seen[1])
      expect(seen[0]?.status).toBe(404)
    }
    await service.call(`PUT /api/v1/websites/${shop}`, { form: { privacy: '0' } })
    const read = (path: string) => service.call(`GET /api/v1/shared/websites/${shop}/${path}`, { key: null })
    const seen = []
    for (const path of ['issues', 'duplicates', 'history', 'groups']) seen.push((await read(path)).status)
    expect(seen).toEqual([200, 200, 200, 404])
  })
})
