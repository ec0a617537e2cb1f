import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { type CountedState, pageIssues } from '#analyser/page-state.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import { createReport } from '../reports/reports.ts'
import type { Schema } from '../schema.ts'
import { findFaults } from '../verify/verify.ts'
import { migrations } from './all.ts'

/** The migration that counts issues. */
const version = 10

const checks = ['broken-internal', 'noindex', 'title-present']
const own = { status: 200, redirects_to: null, redirect_statuses: null }

/** Adds a page that fails all checks, for a cause that all pages share. */
function add(db: Kysely<Schema>, path: string, state: CountedState & { status: number }) {
  const results = Object.fromEntries(checks.map((id) => [id, newCheckResult({ outcome: 'fail', points_lost: 1 })]))
  const issues = pageIssues(results, state).map((issue) => ({ ...issue, causes: [{ key: 'footer', label: 'Footer' }] }))
  const report = newReport({ url: `https://shop.example${path}`, evaluation: newEvaluation({ results }) })
  return createReport(db, { ...report, state: { ...report.state, ...own, ...state, issues } })
}

/** Takes the migration back: all issues count, and so do their causes. */
async function takeBack(db: Kysely<Schema>) {
  for (const statement of [
    ...['website', 'check'].map((name) => `drop index page_issues_${name}`),
    ...['counted', 'since'].map((name) => `alter table page_issues drop column ${name}`),
    ...['website', 'check'].map((name) => `create index page_issues_${name} on page_issues (${name}_id)`),
    'delete from website_causes',
    `insert into website_causes (website_id, check_id, cause_key, label, pages)
      select website_id, check_id, substr(causes, 3, length(causes) - 4), 'Footer', count(*) from page_issues
      group by website_id, check_id, causes`,
    'update pages set issues = 3',
  ])
    await sql.raw(statement).execute(db)
}

describeEachEngine('stored issues', onBoth, ({ openStore }) => {
  it('count by the state of their pages', async () => {
    const { db, engine } = await openStore()
    await add(db, '/', { ...own, indexability: 'indexable', main_issue: null })
    await add(db, '/noindex', { ...own, indexability: 'blocked', main_issue: 'noindex' })
    await add(db, '/gone', { ...own, status: 404, indexability: 'blocked', main_issue: 'http-status' })
    await add(db, '/moved', { ...own, redirects_to: '/', indexability: 'redirect', main_issue: null })
    const rowsOf = async (of: Kysely<Schema>) => ({
      issues: await of
        .selectFrom('page_issues')
        .select(['page_id', 'check_id', 'counted'])
        .orderBy('page_id')
        .execute(),
      causes: await of.selectFrom('website_causes').select(['check_id', 'pages']).orderBy('check_id').execute(),
      pages: await of.selectFrom('pages').select(['id', 'issues']).orderBy('id').execute(),
    })
    const expected = await rowsOf(db)
    expect(expected.causes.map(({ pages }) => pages)).toEqual([2, 2, 1])
    await db.transaction().execute(async (tx) => {
      await takeBack(tx)
      for (const step of migrations[version - 1]?.(engine) ?? [])
        if (typeof step === 'string') await sql.raw(step).execute(tx)
    })
    expect(await rowsOf(db)).toEqual(expected)
    const days = await db.selectFrom('page_issues').select('since').distinct().execute()
    expect(days).toEqual([{ since: null }])
    const faults = await findFaults(db)
    expect(faults.filter((fault) => /issue|cause/.test(fault))).toEqual([])
  })
})
