// @module-tag all
import { CompiledQuery, sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs, todayInUtc } from '#contract/format/dates.ts'
import { isFinished, jobKinds, jobStates } from '#contract/jobs/job.ts'
import { type RunListQuery, runListParams } from '#contract/jobs/runs.ts'
import { type ReportListQuery, reportSorts, sortDirections, ownWebsiteSorts } from '#contract/lists/list-query.ts'
import { pageListParams, pageSorts } from '#contract/lists/page-list.ts'
import { defaultsOf } from '#contract/lists/query-params.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import { randomFrom } from '#testing/random.ts'
import { describeEachEngine, type TestDatabase } from '#testing/store/databases.ts'
import { reportListQuery, websiteListQuery } from '#testing/store/lists.ts'
import { newReport } from '#testing/store/reports.ts'
import { scopeOfAuthor } from './access/authors.ts'
import { setGrants } from './access/grants.ts'
import { authorOfPerson, insertPerson } from './access/people.ts'
import { insertClient } from './clients.ts'
import { openStore, type Store } from './database.ts'
import { batchesOf } from './engine.ts'
import { listRuns } from './jobs/runs.ts'
import { listPages } from './lists/page-list.ts'
import { listReports } from './lists/report-list.ts'
import type { Scope } from './lists/scope.ts'
import { listWebsites } from './lists/website-list.ts'
import { insertReports } from './reports/bulk-insert.ts'
import { pack } from './reports/report-payloads.ts'
import type { Schema } from './schema.ts'
import { findWebsiteFigures } from './websites/website-figures.ts'
import { deleteWebsite } from './websites/websites.ts'

const everything = { kind: 'all' } as const
const viewOfClient = { right: 'view', scope: 'client', website_id: null } as const

const insertMember = async (tx: Transaction<Schema>): Promise<number> =>
  (await insertPerson(tx, {
    name: 'Mo',
    email: 'mo@agency.example',
    team_role: 'member',
    password_hash: null,
    created_at: '2026-01-01T00:00:00.000Z',
  })) ?? 0

describeEachEngine('no list by the parameters of the specification reads a whole table', (engine) => {
  let database: TestDatabase
  let store: Store
  let bigWebsite = 0
  /** Can see 40 of 400 clients, and the website with the most pages. */
  let member: Scope = everything
  const seen: { query: string; parameters: readonly unknown[] }[] = []

  beforeAll(async () => {
    database = await engine.createDatabase()
    store = await openStore({ ...database, onQuery: (query, parameters) => seen.push({ query, parameters }) })
    await insertReports(store.db, someReports(12_000))
    const websites = await store.db.selectFrom('websites').select(['id', 'domain']).execute()
    const idOf = (name: string) => websites.find(({ domain }) => domain === name)?.id ?? 0
    bigWebsite = idOf('big.example')
    await store.db.transaction().execute(async (tx) => {
      for (let client = 1; client <= 400; client += 1)
        await insertClient(tx, { name: `Client ${client}`, contact: '', notes: '' })
      await tx
        .updateTable('websites')
        .set({ client_id: sql<number>`case when id = ${bigWebsite} or id < 20 then 1 else 2 + id % 399 end` })
        .execute()
      const ofSome = Array.from({ length: 40 }, (_, at) => ({ ...viewOfClient, client_id: 1 + at * 10 }))
      await setGrants(tx, { person_id: await insertMember(tx) }, ofSome)
    })
    member = await scopeOfAuthor(store.db, authorOfPerson(1))
    for (const batch of batchesOf(someRuns(10_000), 500)) await store.db.insertInto('jobs').values(batch).execute()
    await deleteWebsite(store.db, idOf('gone.example'))
    if (store.engine === 'postgres') await sql`vacuum analyze`.execute(store.db)
  }, 180_000)

  afterAll(async () => {
    await store.close()
    await database.remove()
  })

  async function expectNoScan(list: () => Promise<unknown>, isMeant = (query: string) => /\blimit\b/.test(query)) {
    seen.length = 0
    await list()
    const queries = seen.filter(({ query }) => isMeant(query))
    expect(queries.length).toBeGreaterThan(0)
    for (const { query, parameters } of queries) {
      const steps = await explain(store, query, parameters)
      const scans = steps.filter((step) =>
        /Seq Scan on (reports|websites|pages|jobs)|^SCAN ([rwpjg]|reports|pages|websites)$/.test(step),
      )
      expect(scans, JSON.stringify([query, parameters, steps], null, 1)).toEqual([])
    }
  }

  const orders = <Sort extends string>(sorts: readonly Sort[]) =>
    sorts.flatMap((sort_by) => sortDirections.map((sort) => ({ sort_by, sort })))

  it.each<Partial<RunListQuery>>([
    {},
    { page: 900 },
    { state: 'open' },
    { state: 'failed', page: 20 },
    { state: 'empty' },
    { kind: 'schedule' },
    { from: '2026-03-02', to: '2026-03-02' },
    { website_id: 1 },
    { client: 1 },
    { website_id: 1, state: 'failed', kind: 'crawl', from: '2026-02-01' },
  ])('runs by %j', async (query) => {
    await expectNoScan(() => listRuns(store.db, { ...defaultsOf(runListParams), ...query }))
  })

  it.each([
    { sort_by: 'clicks', sort: 'desc' },
    { sort_by: 'impressions', sort: 'desc' },
    { sort_by: 'position', sort: 'asc' },
  ] as const)('the first pages by $sort_by are read from an index', async (order) => {
    seen.length = 0
    const website = { id: bigWebsite, domain: 'big.example', pages_count: 500 }
    await listPages(store.db, website, { ...defaultsOf(pageListParams), ...order })
    const plans: string[] = []
    for (const { query, parameters } of seen.slice()) plans.push((await explain(store, query, parameters)).join('\n'))
    expect(plans.join('\n')).toContain(`pages_by_${order.sort_by}`)
  })

  it('nor do the figures of its websites', async () => {
    const query = websiteListQuery({ per_page: 50 })
    const ids = (await listWebsites(store.db, query, everything)).rows.map(({ id }) => id)
    // The changes of a week have a test of their own: every page of this database is new.
    const isFigure = (query: string) => /previous_score|last_crawl|gone_at >= /.test(query)
    await expectNoScan(() => findWebsiteFigures(store.db, [...ids, bigWebsite], todayInUtc()), isFigure)
  })

  describe.each(['', 'page-77', 'no such'])('searched for “%s”', (search) => {
    it.each(orders(reportSorts))('reports by $sort_by $sort', async (order) => {
      const filters: Partial<ReportListQuery>[] = [{}, { result: 'bad' }]
      for (const filter of filters)
        for (const within of [{}, { website_id: bigWebsite }, { client: '1' }])
          for (const page of [1, 20, 'last'] as const) {
            const query = reportListQuery({ ...filter, ...order, search, ...within })
            const { total } = await listReports(store.db, query, everything)
            const last = Math.max(1, Math.ceil(total / query.per_page))
            const at = page === 'last' ? last : Math.min(page, last)
            await expectNoScan(() => listReports(store.db, { ...query, page: at }, everything))
          }
    })

    it.each(orders(reportSorts))('reports of some clients by $sort_by $sort', async (order) => {
      for (const filter of [{}, { result: 'bad' }] as const)
        for (const within of [{}, { website_id: bigWebsite }])
          for (const page of [1, 20]) {
            const query = reportListQuery({ ...filter, ...order, search, ...within, page })
            await expectNoScan(() => listReports(store.db, query, member))
          }
    })

    it.each(orders(ownWebsiteSorts))('websites of some clients by $sort_by $sort', async (order) => {
      await expectNoScan(() => listWebsites(store.db, websiteListQuery({ search, ...order }), member))
    })

    it.each(orders(pageSorts))('pages by $sort_by $sort', async (order) => {
      const website = { id: bigWebsite, domain: 'big.example', pages_count: 500 }
      for (const page of [1, 5]) {
        const query = { ...defaultsOf(pageListParams), ...order, search, page }
        await expectNoScan(() => listPages(store.db, website, query))
      }
    })

    it.each(orders(ownWebsiteSorts))('websites by $sort_by $sort', async (order) => {
      for (const client of [null, '1'])
        for (const page of search === '' && client === null ? [1, 20] : [1])
          await expectNoScan(() =>
            listWebsites(store.db, websiteListQuery({ search, page, client, ...order }), everything),
          )
    })
  })
})

async function explain({ db, engine }: Store, query: string, parameters: readonly unknown[]): Promise<string[]> {
  const explained = `explain ${engine === 'sqlite' ? 'query plan ' : ''}${query}`
  const { rows } = await db.executeQuery<{ detail?: string; 'QUERY PLAN'?: string }>(
    CompiledQuery.raw(explained, [...parameters]),
  )
  return rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? '')
}

function someReports(count: number) {
  const random = randomFrom(5)
  const packed = { evaluation: pack({}), facts: pack({}) }
  return Array.from({ length: count }, (_, at) => {
    const domain = at < 20 ? 'gone.example' : random() < 0.4 ? 'big.example' : `w${Math.floor(random() * 4000)}.example`
    const score = Math.floor(random() * 101)
    const url = `https://${domain}/page-${Math.floor(random() * 500)}`
    return { ...newReport({ domain, url, score, result: ratingOf(score) }), ...packed }
  })
}

/** Runs of 90 days, of which few have each state but `done`. */
const someRuns = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const created_at = new Date(Date.parse('2026-01-01') + (at * 90 * dayMs) / count).toISOString()
    const state = at % 50 === 0 ? (jobStates[at % jobStates.length] ?? 'done') : 'done'
    return {
      kind: jobKinds[at % jobKinds.length] ?? 'url',
      label: `Run ${at}`,
      url: null,
      options: JSON.stringify({ exclude: ['/tags/*'.repeat(20)] }),
      domain: at % 3 === 0 ? 'big.example' : `w${at % 500}.example`,
      schedule_id: at % 10 === 0 ? 1 : null,
      outcome: at % 400 === 1 ? ('empty' as const) : null,
      author_id: 'abcdefgh',
      author_name: 'Dana',
      state,
      error: null,
      created_at,
      updated_at: created_at,
      finished_at: isFinished({ state }) ? created_at : null,
    }
  })
