import type { Kysely } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { completeFacts, readPage } from '#analyser/run.ts'
import { type AlertCondition, alertConditions } from '#contract/jobs/alerts.ts'
import type { Outcome } from '#contract/reports/analysis.ts'
import { createAlertRunner, type CountPace } from '#service/jobs/alert-runner.ts'
import type { Delivery } from '#service/jobs/alerts/deliver.ts'
import { listAlerts } from '#service/store/alerts/alerts.ts'
import { createAlertRule } from '#service/store/alerts/rules.ts'
import { createReport } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { createView } from '#service/store/views.ts'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { newCheckResult, newEvaluation, newFacts, newReport } from './reports.ts'

/** Outcomes by check, with the points that are lost and the fault, if it has a name. */
export type Changes = Record<string, [outcome: Outcome, points: number, fault?: string]>
const sound: Changes = { 'title-present': ['pass', 0], ttfb: ['pass', 0], noindex: ['pass', 0] }

/** The ruleset of a report, or also its engine and the time at which it was rescored. */
export type Method = number | { ruleset?: number; engine?: string; rescored_at?: string }

/** `points` are lost by what isn't the page's fault. `redirects_to` is a URL of which the findings are. */
export type Seen = { html?: string; points?: number; redirects_to?: string }

/** Stores a report of a page on which only some checks have an outcome. */
export async function analyse(
  db: Kysely<Schema>,
  path: string,
  changes: Changes = {},
  method: Method = 3,
  { html, points = 0, redirects_to }: Seen = {},
) {
  const { ruleset = 3, ...columns } = typeof method === 'number' ? { ruleset: method } : method
  const results = Object.fromEntries(
    Object.entries({ ...sound, ...changes }).map(([id, [outcome, points_lost, fault]]) => [
      id,
      newCheckResult({ outcome, passed: outcome === 'pass', points_lost, ...(fault !== undefined && { fault }) }),
    ]),
  )
  const lost = Object.values(results).reduce((sum, { points_lost }) => sum + points_lost, points)
  const evaluation = newEvaluation({ results })
  const url = `https://shop.example${path}`
  const facts = html === undefined ? newFacts(url) : factsOf(url, html)
  const redirects = redirects_to === undefined ? [] : [{ url, status: 301, location: redirects_to }]
  const { state, ...report } = newReport({
    url,
    ruleset,
    score: 100 - lost,
    evaluation,
    facts: { ...facts, response: { ...facts.response, redirects } },
  })
  const isBlocked = results['noindex']?.outcome === 'fail'
  const isUnclear = results['page-text']?.outcome === 'warn'
  const ofUrl = redirects_to
    ? { indexability: 'redirect' as const, status: 301, redirects_to, redirect_statuses: '301' }
    : {
        indexability: isBlocked ? ('blocked' as const) : isUnclear ? ('unclear' as const) : ('indexable' as const),
        main_issue: isBlocked ? 'noindex' : null,
      }
  const created = await createReport(db, { ...report, state: { ...state, ...ofUrl } })
  if (Object.keys(columns).length > 0)
    await db.updateTable('reports').set(columns).where('id', '=', created.id).execute()
  return created
}

const factsOf = (url: string, html: string) =>
  completeFacts(readPage({ ...fetchedPageOf({ html, finalUrl: url }), tls: null }).facts, [])

/** Leaves alerts pending. */
export const noDelivery: Delivery = { start: async () => {}, settled: async () => {} }

/** Starts a runner. The test fails if the runner reports an error. */
export function runnerOn(db: Kysely<Schema>, confirmMs = 0, pace?: CountPace) {
  const failures: unknown[] = []
  const onError = (error: unknown) => failures.push(error)
  const runner = createAlertRunner({
    db,
    confirmMs,
    ...(pace && { pace }),
    delivery: noDelivery,
    onJob: () => {},
    onError,
  })
  onTestFinished(async () => {
    await runner.close()
    expect(failures).toEqual([])
  })
  return runner
}

/** Saves a view with a rule. */
export async function watch(db: Kysely<Schema>, query = '', conditions: readonly AlertCondition[] = alertConditions) {
  const view = await createView(db, { name: 'Shop', list: 'reports', query })
  const to = { mail_to: [], webhook_url: null, author_id: 'abcdefgh', author_name: null }
  await createAlertRule(db, { view_id: view?.id ?? 0, website_id: null }, { conditions: [...conditions], ...to })
}

/** Creates the rule of a website. */
export async function watchWebsite(db: Kysely<Schema>, website_id: number, conditions: readonly AlertCondition[]) {
  const to = { mail_to: [], webhook_url: null, author_id: 'abcdefgh', author_name: null }
  await createAlertRule(db, { view_id: null, website_id }, { conditions: [...conditions], ...to })
}

/** Analyses the pages of rechecks as workers do, and ends their jobs. */
export async function finishRechecks(
  db: Kysely<Schema>,
  changesOf: (path: string) => Changes,
  method: Method = 3,
  seen: Seen = {},
) {
  const urls = await db
    .selectFrom('job_urls as u')
    .innerJoin('jobs as j', 'j.id', 'u.job_id')
    .select('u.url')
    .where('j.finished_at', 'is', null)
    .execute()
  for (const { pathname } of urls.map(({ url }) => new URL(url)))
    await analyse(db, pathname, changesOf(pathname), method, seen)
  await db.updateTable('jobs').set({ state: 'done', finished_at: '2026-05-01T00:00:00.000Z' }).execute()
  return urls.length
}

/** Returns all alerts, oldest first. */
export const alerts = async (db: Kysely<Schema>) =>
  (
    await listAlerts(
      db,
      { view_id: null, website_id: null, client: null, newer_than: null, page: 1, per_page: 100 },
      null,
    )
  ).rows.toReversed()
export const sent = async (db: Kysely<Schema>) =>
  (await alerts(db)).map(({ changes }) =>
    changes.map(({ condition, url, check }) =>
      [condition, url && new URL(url).pathname, condition === 'new_issue' && check].filter(Boolean).join(' '),
    ),
  )

export const noindex: Changes = { noindex: ['fail', 60] }
export const noTitle: Changes = { 'title-present': ['fail', 12] }
