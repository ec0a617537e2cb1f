import { expect, it } from 'vitest'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { reportListQuery } from '#testing/store/lists.ts'
import { newReport } from '#testing/store/reports.ts'
import { claimUrls } from '../jobs/claims.ts'
import { addFoundPages } from '../jobs/frontier.ts'
import { createJob } from '../jobs/jobs.ts'
import { listReports } from '../lists/report-list.ts'
import { deleteReport, latestReportOfSameUrl } from '../reports/deleted-reports.ts'
import { findDuplicates } from '../reports/duplicates.ts'
import { createReport } from '../reports/reports.ts'
import { findFaults } from '../verify/verify.ts'
import { findPageHistory, findPreviousReport } from './page-history.ts'
import { findInlinks } from './page-links.ts'
import { createWaivers, hasPage, waiversOfPage } from './waivers.ts'

const all = { kind: 'all' } as const
const host = 'www.shop.example'
const origin = `https://${host}`
const spellings = [`${origin}/caf%C3%A9/~a`, `${origin}/caf%c3%a9/%7Ea`, `${origin}/c%61f%C3%a9/~%61`] as const
const others = [
  `${origin}/caf%C3%A9/~a?`,
  `${origin}/caf%C3%A9/~a/`,
  `${origin}/Caf%C3%A9/~a`,
  `${origin}/caf%C3%A9%2F~a`,
  `${origin}/caf%C3%A9/~a?b=%c3`,
  `${origin}/caf%C3%A9/~a?b=%C3`,
  `${origin}:8443/caf%C3%A9/~a`,
  `${origin}/%E9`,
  `${origin}/%zz`,
]

describeEachEngine('reports of one URL in several spellings', onBoth, ({ openStore }) => {
  it('are of one page, and each keeps its own', async () => {
    const { db } = await openStore()
    const made = []
    for (const [at, url] of spellings.entries()) made.push(await createReport(db, newReport({ url, score: 50 + at })))
    expect(made.map(({ url }) => url)).toEqual(spellings)
    expect(made.map(({ previous_score }) => previous_score)).toEqual([null, 50, 51])
    const [page, ...more] = await db.selectFrom('pages').selectAll().execute()
    expect(more).toEqual([])
    expect(page).toMatchObject({
      url: spellings[2],
      url_key: spellings[0],
      folder: '/caf%C3%A9/',
      reports_count: 3,
      latest_report_id: made[2]?.id,
    })
    const page_id = page?.id ?? 0
    expect((await findPageHistory(db, { page_id }, all, 10)).total).toBe(3)
    expect(await findPreviousReport(db, { page_id, id: made[1]?.id ?? 0 }, all)).toBe(made[0]?.id)
    expect((await listReports(db, reportListQuery({ latest: '1' }), all)).rows.map(({ id }) => id)).toEqual([
      made[2]?.id,
    ])

    await deleteReport(db, made[2]?.id ?? 0)
    expect(await latestReportOfSameUrl(db, made[2]?.id ?? 0)).toBe(made[1]?.id)
    expect(await db.selectFrom('pages').select(['url', 'reports_count']).execute()).toEqual([
      { url: spellings[1], reports_count: 2 },
    ])
    expect(await findFaults(db)).toEqual([])
  })

  it('are not of the pages whose URLs differ by more', async () => {
    const { db } = await openStore()
    const urls = [spellings[0], ...others]
    for (const url of urls) await createReport(db, newReport({ url }))
    expect(await db.selectFrom('pages').select(['url', 'url_key']).orderBy('id').execute()).toEqual(
      urls.map((url) => ({ url, url_key: url })),
    )
    expect(await findFaults(db)).toEqual([])
  })

  it('are no duplicates of each other, nor of a page that redirects to one of them', async () => {
    const { db } = await openStore()
    const fingerprints = { title: 't', description: null, body: 'b', bodyShape: 'aaaa' }
    const add = (url: string, page_url?: string) =>
      createReport(db, newReport({ url, fingerprints, ...(page_url && { page_url }) }))
    const { website_id } = await add(spellings[0])
    const of = (url: string) => findDuplicates(db, website_id, { url, fingerprints }, () => 1)
    expect((await of(spellings[1])).others).toBe(0)
    await add(`${origin}/old`, spellings[2])
    expect(await of(spellings[1])).toMatchObject({
      others: 1,
      title: { total: 0 },
      body: { total: 0 },
      similar: { total: 0 },
    })
    await add(others[0] ?? '')
    expect(await of(spellings[1])).toMatchObject({ others: 2, title: { total: 1 } })
  })

  it('are found by a search in any spelling', async () => {
    const { db } = await openStore()
    for (const url of [...spellings, `${origin}/cafe`, `${origin}/a?q=%7E`]) await createReport(db, newReport({ url }))
    const found = async (search: string) => (await listReports(db, reportListQuery({ search }), all)).total
    for (const search of ['/café', '/caf%C3%A9', '/caf%c3%a9', '/CAF%c3%A9/~A', '/%63af%C3%a9/%7ea', 'café/~'])
      expect(await found(search), search).toBe(3)
    for (const search of ['q=%7e', 'q=~']) expect(await found(search), search).toBe(1)
    for (const search of ['caf%2f', 'caf%C3%A8', '%zz']) expect(await found(search), search).toBe(0)
  })

  it('share waivers and links to them', async () => {
    const { db } = await openStore()
    const { website_id } = await createReport(db, newReport({ url: spellings[1] }))
    const waiver = { website_id, check_id: 'noindex', reason: 'a', author: 'b', created_at: '2026-01-01T00:00:00.000Z' }
    const add = (scope: 'page' | 'group', target: string) =>
      db
        .transaction()
        .execute((tx) => createWaivers(tx, { ...waiver, scope, expires_on: null }, [target], '2026-01-01'))
    expect(await add('page', spellings[2])).toMatchObject({ waivers: [{ target: spellings[0] }] })
    expect(await add('page', spellings[0])).toEqual({ refused: 'exists', targets: [spellings[0]] })
    expect(await add('group', '/caf%c3%a9/')).toMatchObject({ waivers: [{ target: '/caf%C3%A9/' }] })
    expect(await hasPage(db, website_id, 'page', spellings[0])).toBe(true)
    expect(await hasPage(db, website_id, 'page', others[0] ?? '')).toBe(false)
    expect(await hasPage(db, website_id, 'group', '/c%61f%c3%A9/')).toBe(true)
    const page = await db.selectFrom('pages').selectAll().executeTakeFirstOrThrow()
    expect(await waiversOfPage(db, page, '2026-01-02')).toHaveLength(2)

    const { state, ...report } = newReport({ url: `${origin}/` })
    const links = [{ url: spellings[2], isBroken: false }]
    await createReport(db, { ...report, state: { ...state, links } })
    for (const url of spellings) expect(await findInlinks(db, { website_id, url })).toMatchObject({ pages: 1 })
    expect(await findInlinks(db, { website_id, url: others[0] ?? '' })).toMatchObject({ pages: 0 })
  })

  it('are analysed once by a job', async () => {
    const { db } = await openStore()
    const line = (url: string, at: number) => ({ line: at + 1, url, host })
    const job = { kind: 'urls', label: '', url: null, crawl: null, author_id: 'abcdefgh', author_name: null } as const
    await db.transaction().execute((tx) => createJob(tx, { ...job, urls: [...spellings, others[0] ?? ''].map(line) }))
    const [claim] = await claimUrls(db, { owner: 'a', limit: 1, afterKey: '', maxOfHost: () => 1 })
    if (!claim) throw new Error('There is nothing to claim.')
    const found = [...spellings, ...others].map((url) => ({ url, host, depth: 1, orphan: 0 as const }))
    await db.transaction().execute((tx) => addFoundPages(tx, claim, found, 100))
    const stored = await db.selectFrom('job_urls').select('url').orderBy('line').execute()
    expect(stored.map(({ url }) => url)).toEqual([spellings[0], ...others])
    expect(await findFaults(db)).toEqual([])
  })
})

describeEachEngine('a wrong key', onBoth, ({ openStore }) => {
  it('is a fault of the page, its reports and a URL of a job', async () => {
    const { db } = await openStore()
    const { id } = await createReport(db, newReport({ url: spellings[1] }))
    const job = { kind: 'urls', label: '', url: null, crawl: null, author_id: 'abcdefgh', author_name: null } as const
    await db.transaction().execute((tx) => createJob(tx, { ...job, urls: [{ line: 1, url: spellings[1], host }] }))
    for (const table of ['pages', 'job_urls'] as const)
      await db.updateTable(table).set({ url_key: spellings[1] }).execute()
    expect(await findFaults(db)).toEqual([
      `Report ${id} belongs to the page of another URL.`,
      `Page 1: the key of the URL is ${spellings[1]}, expected ${spellings[0]}.`,
      'URL 1 of job 1 has the key of another URL.',
    ])
  })
})
