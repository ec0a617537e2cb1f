import { type Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { noColumns, pageIssues } from '#analyser/page-state.ts'
import { watch } from '#testing/store/alerts.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { reportListQuery } from '#testing/store/lists.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import { openStore } from '../database.ts'
import { createJob } from '../jobs/jobs.ts'
import { listReports } from '../lists/report-list.ts'
import { setFindingState } from '../pages/finding-states.ts'
import { findPageHistory } from '../pages/page-history.ts'
import { createWaiver } from '../pages/waivers.ts'
import { createReport } from '../reports/reports.ts'
import type { Schema } from '../schema.ts'
import { findFaults } from '../verify/verify.ts'

const all = { kind: 'all' } as const
const host = 'www.shop.example'
const origin = `https://${host}`
/** Two spellings of one URL. The second has the newest report. */
const [upper, lower] = [`${origin}/caf%C3%A9`, `${origin}/caf%c3%a9`]
const [tilde, escaped] = [`${origin}/th%C3%A9/~a`, `${origin}/th%c3%a9/%7Ea`]
/** The URLs that stand for the second spelling and the escaped one until the schema is that of version 3. */
const later = new Map([
  [`${origin}/lower`, lower],
  [`${origin}/escaped`, escaped],
])

async function analyse(db: Kysely<Schema>, url: string, score: number, issues: string[]) {
  const results = Object.fromEntries(
    issues.map((id) => [id, newCheckResult({ outcome: 'fail', passed: false, points_lost: 1 })]),
  )
  const found = pageIssues(results).map((issue) => ({
    ...issue,
    causes: [{ key: `${issue.check} key`, label: 'Footer' }],
  }))
  const ownAnswer = { status: 200, redirects_to: null, redirect_statuses: null }
  const state = {
    ...ownAnswer,
    indexability: 'indexable' as const,
    indexing_code: 'open' as const,
    indexed_url: null,
    main_issue: null,
    outcomes: '',
    columns: noColumns,
    issues: found,
    links: [],
  }
  const created_at = `2026-05-0${score / 10}T10:00:00.000Z`
  return createReport(db, newReport({ url, score, created_at, evaluation: newEvaluation({ results }), state }))
}

/** Takes the migrations from 004 on back, and gives the URLs the spellings that 004 is about. */
async function takeBack(db: Kysely<Schema>) {
  for (const [url, spelling] of later) {
    const texts = { url: spelling, search_text: `${spelling.toLowerCase()}\nstale` }
    await db.updateTable('reports').set(texts).where('url', '=', url).execute()
    await db.updateTable('pages').set({ url: spelling, folder: '/', shape: null }).where('url', '=', url).execute()
    for (const table of ['job_urls', 'alert_changes'] as const)
      await db.updateTable(table).set({ url: spelling }).where('url', '=', url).execute()
    await db.updateTable('waivers').set({ target: spelling }).where('target', '=', url).execute()
  }
  await db.updateTable('waivers').set({ target: '/th%c3%a9/' }).where('target', '=', '/group/').execute()
  const counted = ['average', 'score_sum', 'pages', 'good', 'decent', 'bad']
  const pageColumns = ['status', 'target', 'inlinks', 'issues', ...Object.keys(noColumns)]
  for (const statement of [
    'drop index pages_changed',
    ...['screenshots', 'render_samples', 'website_identities'].map((table) => `drop table ${table}`),
    ...['jobs', 'schedules'].map((table) => `alter table ${table} drop column render`),
    'alter table jobs drop column urls_given',
    'alter table page_links drop column by_script',
    ...['crawl_outlinks', 'crawl_links', 'crawl_urls', 'crawls'].map((table) => `drop table ${table}`),
    'alter table page_links drop column anchor',
    'drop index pages_orphan',
    'alter table pages drop column orphan',
    'alter table pages add column orphan integer',
    'update pages set orphan = 0 where crawl_id is not null',
    'create index pages_orphan on pages (website_id) where orphan = 1',
    ...['pace_ms', 'schedule_id', 'next_claim_at'].map((name) => `alter table jobs drop column ${name}`),
    ...['crawl_url', 'crawl_limits'].map((name) => `alter table schedules drop column ${name}`),
    'drop index reports_pending',
    'alter table reports drop column pending_crawl_id',
    ...['reports', 'websites'].map((table) => `alter table ${table} drop column introduction`),
    ...['target', 'unfilled', 'columns', 'canonical'].map((name) => `drop index pages_${name}`),
    ...pageColumns.map((name) => `alter table pages drop column ${name}`),
    ...['website', 'check'].map((name) => `drop index page_issues_${name}`),
    ...['counted', 'since'].map((name) => `alter table page_issues drop column ${name}`),
    ...['website', 'check'].map((name) => `create index page_issues_${name} on page_issues (${name}_id)`),
    ...['id', 'counted', 'counted_desc', 'privacy_counted', 'privacy_counted_desc'].map(
      (name) => `drop index if exists websites_${name}`,
    ),
    ...counted.map((name) => `alter table websites drop column counted_${name}`),
    'create index websites_id on websites (id)',
    'alter table websites add column pages_score_sum integer not null default 0',
    'alter table websites add column pages_average real',
    'drop index reports_latest_states',
    'create index reports_latest_blocked on reports (id)',
    ...['status', 'redirects_to', 'redirect_statuses', 'indexing_code', 'indexed_url'].map(
      (name) => `alter table reports drop column ${name}`,
    ),
    'drop index pages_key',
    'drop index reports_page',
    'drop index job_urls_key',
    'alter table pages drop column url_key',
    'alter table job_urls drop column url_key',
    'create unique index pages_url on pages (website_id, url)',
    'create unique index job_urls_url on job_urls (job_id, url)',
    'update jobs set bytes = (select sum(300 + 4 * length(url)) from job_urls where job_id = jobs.id)',
    "update meta set value = '3' where name = 'schema'",
  ])
    await sql.raw(statement).execute(db)
}

describeEachEngine('pages of two spellings of one URL', onBoth, (engine) => {
  it('become one, with what belongs to either', async () => {
    const database = await engine.createDatabase()
    onTestFinished(() => database.remove())
    const before = await openStore(database)
    const { db } = before
    const first = await analyse(db, upper, 40, ['title-present', 'noindex'])
    await analyse(db, `${origin}/lower`, 60, ['title-present'])
    const latestUpper = await analyse(db, upper, 80, ['title-present', 'noindex'])
    const latest = await analyse(db, `${origin}/lower`, 50, ['title-present', 'ttfb'])
    const other = await analyse(db, `${origin}/escaped`, 70, ['noindex'])
    await analyse(db, tilde, 90, [])
    const [one, two] = [latestUpper.page_id, latest.page_id]

    const set = (page: number, report: number, check: string, owner: string | null, by: string) =>
      db.transaction().execute((tx) =>
        setFindingState(tx, { id: page, latest_report_id: report }, check, {
          status: 'in_progress',
          owner,
          at: '2026-05-08T10:00:00.000Z',
          by,
        }),
      )
    await set(one, latestUpper.id, 'title-present', 'Ann', 'Key 1')
    await set(two, latest.id, 'title-present', 'Ben', 'Key 2')
    await set(one, latestUpper.id, 'noindex', 'Ann', 'Key 1')
    await set(one, latestUpper.id, 'ttfb', 'Ann', 'Key 1')
    await db.updateTable('finding_states').set({ status: 'fixed' }).where('check_id', '=', 'ttfb').execute()

    const waive = (scope: 'page' | 'group', target: string, check_id: string, expires_on: string | null = null) =>
      db.transaction().execute(async (tx) => {
        const values = { website_id: first.website_id, check_id, scope, target, expires_on, author: 'Test' }
        const at = { reason: `${check_id} on ${target}`, created_at: '2026-05-08T10:00:00.000Z' }
        await createWaiver(tx, { ...values, ...at }, '2020-01-01')
      })
    await waive('page', `${origin}/lower`, 'title-present')
    await waive('page', upper, 'title-present')
    await waive('page', upper, 'noindex')
    await waive('page', `${origin}/lower`, 'noindex', '2020-01-02')
    await waive('page', `${origin}/lower`, 'ttfb')
    await waive('group', '/group/', 'ttfb')

    await watch(db)
    const { id: rule_id } = await db.selectFrom('alert_rules').select('id').executeTakeFirstOrThrow()
    const change = {
      rule_id,
      website_id: first.website_id,
      check_id: '',
      baseline: '{}',
      state: 'open',
      job_id: null,
      seen_at: '2026-05-08T10:00:00.000Z',
      alert_id: null,
    } as const
    await db
      .insertInto('alert_changes')
      .values([
        { ...change, page_id: one, url: upper, condition: 'not_indexable', report_id: latestUpper.id },
        { ...change, page_id: two, url: `${origin}/lower`, condition: 'not_indexable', report_id: latest.id },
        { ...change, page_id: one, url: upper, condition: 'score_drop', report_id: latestUpper.id },
      ])
      .execute()

    const newJob = (kind: 'crawl' | 'urls', urls: string[]) =>
      db.transaction().execute((tx) =>
        createJob(tx, {
          kind,
          label: '',
          url: kind === 'crawl' ? origin : null,
          crawl: null,
          key_id: 'abcdefgh',
          key_name: null,
          urls: urls.map((url, at) => ({ line: at + 1, url, host, depth: 3 - at, orphan: 0 })),
        }),
      )
    const crawl = await newJob('crawl', [upper, `${origin}/lower`, tilde])
    for (const [line, report_id] of [
      [1, latestUpper.id],
      [2, latest.id],
      [3, 6],
    ] as const)
      await db.updateTable('job_urls').set({ state: 'done', report_id }).where('line', '=', line).execute()
    await db
      .updateTable('jobs')
      .set({ queued: 0, done: 3, state: 'done', finished_at: '2026-05-08T10:00:00.000Z' })
      .execute()
    await db
      .updateTable('pages')
      .set({ crawl_id: crawl, click_depth: 3, orphan: 'linked' })
      .where('id', '=', one)
      .execute()
    await db
      .updateTable('pages')
      .set({ crawl_id: crawl, click_depth: 2, orphan: 'linked' })
      .where('id', '=', two)
      .execute()
    const list = await newJob('urls', [`${origin}/lower`, upper, `${origin}/escaped`])
    await db.updateTable('job_urls').set({ state: 'failed' }).where('job_id', '=', list).where('line', '=', 1).execute()
    await db.updateTable('jobs').set({ queued: 2, failed: 1 }).where('id', '=', list).execute()

    await db.transaction().execute(takeBack)
    const stored = await db.selectFrom('reports').select(['id', 'url']).orderBy('id').execute()
    await before.close()
    const store = await openStore(database)
    onTestFinished(() => store.close())
    const migrated = store.db

    expect(await findFaults(migrated)).toEqual([])
    expect(await migrated.selectFrom('reports').select(['id', 'url']).orderBy('id').execute()).toEqual(stored)
    expect(await migrated.selectFrom('pages').selectAll().where('id', 'in', [one, two]).execute()).toMatchObject([
      {
        id: two,
        url: lower,
        url_key: upper,
        latest_report_id: latest.id,
        score: 50,
        previous_score: 80,
        reports_count: 4,
        first_seen: '2026-05-04T10:00:00.000Z',
        changed_at: '2026-05-05T10:00:00.000Z',
        crawl_id: crawl,
        click_depth: 2,
        orphan: 'linked',
      },
    ])
    expect(await migrated.selectFrom('pages').selectAll().where('url_key', '=', tilde).execute()).toMatchObject([
      { url: tilde, folder: '/th%C3%A9/', reports_count: 2, previous_score: 70, score: 90 },
    ])
    const chain = await findPageHistory(migrated, { page_id: two }, all, 10)
    expect(chain.rows.map(({ score }) => score)).toEqual([40, 60, 80, 50])
    expect(
      await migrated
        .selectFrom('finding_states')
        .select(['page_id', 'check_id', 'status', 'back', 'owner'])
        .orderBy('check_id')
        .execute(),
    ).toEqual([
      { page_id: two, check_id: 'noindex', status: 'fixed', back: 0, owner: 'Ann' },
      { page_id: two, check_id: 'title-present', status: 'in_progress', back: 0, owner: 'Ben' },
      { page_id: two, check_id: 'ttfb', status: 'open', back: 1, owner: 'Ann' },
    ])
    expect(
      await migrated.selectFrom('waivers').select(['check_id', 'target', 'reason']).orderBy('id').execute(),
    ).toEqual([
      { check_id: 'title-present', target: upper, reason: `title-present on ${origin}/lower` },
      { check_id: 'noindex', target: upper, reason: `noindex on ${upper}` },
      { check_id: 'noindex', target: upper, reason: `noindex on ${origin}/lower` },
      { check_id: 'ttfb', target: upper, reason: `ttfb on ${origin}/lower` },
      { check_id: 'ttfb', target: '/th%C3%A9/', reason: 'ttfb on /group/' },
    ])
    expect(
      await migrated.selectFrom('alert_changes').select(['page_id', 'condition', 'report_id']).orderBy('id').execute(),
    ).toEqual([
      { page_id: two, condition: 'not_indexable', report_id: latest.id },
      { page_id: two, condition: 'score_drop', report_id: latestUpper.id },
    ])
    expect(
      await migrated
        .selectFrom('job_urls')
        .select(['job_id', 'line', 'url', 'url_key', 'state', 'depth', 'report_id'])
        .orderBy('job_id')
        .orderBy('line')
        .execute(),
    ).toEqual([
      { job_id: crawl, line: 2, url: lower, url_key: upper, state: 'done', depth: 2, report_id: latest.id },
      { job_id: crawl, line: 3, url: tilde, url_key: tilde, state: 'done', depth: 1, report_id: 6 },
      { job_id: list, line: 2, url: upper, url_key: upper, state: 'queued', depth: 2, report_id: null },
      { job_id: list, line: 3, url: escaped, url_key: tilde, state: 'queued', depth: 1, report_id: null },
    ])
    expect(await migrated.selectFrom('jobs').select(['queued', 'done', 'failed']).orderBy('id').execute()).toEqual([
      { queued: 0, done: 2, failed: 0 },
      { queued: 2, done: 0, failed: 0 },
    ])
    for (const search of ['/café', '/caf%C3%A9', '/caf%c3%a9', '/c%61f%C3%a9'])
      expect((await listReports(migrated, reportListQuery({ search }), all)).total, search).toBe(4)
    for (const search of ['thé/~a', '/%7ea', '/th%c3%a9/%7E'])
      expect((await listReports(migrated, reportListQuery({ search }), all)).total, search).toBe(2)

    const next = await analyse(migrated, upper, 20, [])
    expect(next).toMatchObject({ page_id: two, previous_score: 50 })
    expect((await analyse(migrated, escaped, 30, [])).page_id).toBe((await findPage(migrated, other.id)).page_id)
    expect(await findFaults(migrated)).toEqual([])
  })
})

const findPage = (db: Kysely<Schema>, reportId: number) =>
  db.selectFrom('reports').select('page_id').where('id', '=', reportId).executeTakeFirstOrThrow()
