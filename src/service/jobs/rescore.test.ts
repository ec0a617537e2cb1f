import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ruleset } from '#analyser/catalogue.ts'
import type { PageFacts } from '#analyser/page-facts.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import type { Store } from '#service/store/database.ts'
import { listReports } from '#service/store/lists/report-list.ts'
import { deleteReport } from '#service/store/reports/deleted-reports.ts'
import { countToFix } from '#service/store/reports/report-payloads.ts'
import { createReport, findReport, findReportToPreview, findWholeReport } from '#service/store/reports/reports.ts'
import { countToRescore } from '#service/store/reports/rescoring.ts'
import { findRulesetChanges } from '#service/store/reports/ruleset-changes.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { deleteWebsite, findWebsite } from '#service/store/websites/websites.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { reportListQuery } from '#testing/store/lists.ts'
import { newCheckResult, newEvaluation, newFacts, newReport } from '#testing/store/reports.ts'
import { createAnalyserPool } from './analyser-pool.ts'
import { createRescorer, rescoreOutdated, type RescoreOutcome } from './rescore.ts'

const all = { kind: 'all' } as const
const pool = createAnalyserPool({ threads: 1 })

/** Creates reports of three websites with made-up scores below 22 and ruleset 0. */
async function oldReports({ db }: Store, count: number) {
  const made = []
  for (let at = 0; at < count; at += 1) {
    const domain = `w${at % 3}.example`
    made.push(await createReport(db, newReport({ domain, url: `https://${domain}/${at % 5}`, score: at, ruleset: 0 })))
  }
  return made
}

async function rescoreAll({ db }: Store, { batch = 4, stopAfter = Number.POSITIVE_INFINITY } = {}) {
  const stop = new AbortController()
  const outcomes: RescoreOutcome[] = []
  const onBatch = (outcome: RescoreOutcome) => {
    if (outcomes.push(outcome) === stopAfter) stop.abort()
  }
  await rescoreOutdated({ db, pool }, { batch, concurrentBatches: 2, pauseMs: 0 }, onBatch, stop.signal)
  return {
    stored: outcomes.reduce((sum, { stored }) => sum + stored, 0),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
  }
}

describeEachEngine('rescoring', onBoth, ({ openStore }) => {
  it('evaluates every report of an older ruleset and changes nothing else of it', async () => {
    const store = await openStore()
    const made = await oldReports(store, 22)
    expect(await countToRescore(store.db, ruleset)).toBe(22)
    expect(await rescoreAll(store)).toEqual({ stored: 22, skipped: [] })
    for (const old of made) {
      const report = await findReport(store.db, old.id, all)
      const payload = (await findWholeReport(store.db, old.id, all))?.payload
      const { id, website_id, domain, url, title, created_at } = old
      const unchanged = { id, website_id, domain, url, title, created_at }
      expect(report).toMatchObject({ ...unchanged, ruleset, result: ratingOf(report?.score ?? 0) })
      expect(Object.keys(payload?.evaluation.results ?? {}).length).toBeGreaterThan(20)
      expect(payload?.evaluation.timings).toEqual(newReport().evaluation.timings)
      expect(payload?.facts.response.askedUrl).toBe(old.url)
      const { to_fix } = (await findReportToPreview(store.db, old.id, all)) ?? {}
      expect(to_fix).toBe(countToFix(payload?.evaluation.results ?? {}))
      // A real score of these pages is higher than every made-up one.
      expect(report?.score).toBeGreaterThan(22)
    }
    expect(await findFaults(store.db)).toEqual([])
    expect(await rescoreAll(store)).toEqual({ stored: 0, skipped: [] })
  })

  it('notes the fault of each issue, which older rulesets did not', async () => {
    const store = await openStore()
    await oldReports(store, 3)
    await rescoreAll(store)
    const named = () =>
      store.db
        .selectFrom('page_issues')
        .select(['page_id', 'check_id', 'fault'])
        .where('fault', 'is not', null)
        .orderBy('page_id')
        .orderBy('check_id')
        .execute()
    const faults = await named()
    expect(faults).toContainEqual({ page_id: 1, check_id: 'og-core', fault: 'none' })
    await store.db.updateTable('page_issues').set({ fault: null }).execute()
    expect([...(await findFaults(store.db))]).not.toEqual([])
    await store.db.updateTable('reports').set({ ruleset: 0 }).execute()
    await rescoreAll(store)
    expect(await named()).toEqual(faults)
  })
})

describeEachEngine('rescoring', ({ openStore }) => {
  it('continues where it was stopped', async () => {
    const store = await openStore()
    await oldReports(store, 30)
    const { stored } = await rescoreAll(store, { stopAfter: 2 })
    const left = await countToRescore(store.db, ruleset)
    expect(left).toBe(30 - stored)
    expect(left).toBeGreaterThan(0)
    expect((await rescoreAll(store)).stored).toBe(left)
    expect(await findFaults(store.db)).toEqual([])
  })

  it('keeps the first score and notes when', async () => {
    const store = await openStore()
    const [old] = await oldReports(store, 1)
    const before = new Date().toISOString()
    await rescoreAll(store)
    const whole = await findWholeReport(store.db, old?.id ?? 0, all)
    expect(whole?.rescoring.first_score).toBe(old?.score)
    expect(whole?.rescoring.rescored_at && whole.rescoring.rescored_at >= before).toBe(true)

    await store.db.updateTable('reports').set({ ruleset: 1 }).execute()
    await rescoreAll(store)
    expect((await findWholeReport(store.db, old?.id ?? 0, all))?.rescoring.first_score).toBe(old?.score)
  })

  it('counts by check and rating what the ruleset changed, on the latest report of each page', async () => {
    const store = await openStore()
    // Reports of two pages of one website, and one of another. All pass one check that these pages fail.
    const results = { 'description-present': newCheckResult(), 'h1-present': newCheckResult({ outcome: 'fail' }) }
    const add = (domain: string, path: string) =>
      createReport(
        store.db,
        newReport({
          domain,
          url: `https://${domain}/${path}`,
          score: 3,
          ruleset: 0,
          evaluation: newEvaluation({ results }),
        }),
      )
    const made = [await add('a.example', 'old'), await add('a.example', 'old'), await add('a.example', 'new')]
    made.push(await add('b.example', ''))
    await rescoreAll(store, { batch: 1 })

    const rating = (await findReport(store.db, made[0]?.id ?? 0, all))?.result
    const changes = await findRulesetChanges(store.db, ruleset)
    expect(changes).toMatchObject({ pages: 3, websites: 2, ratings: [{ from: 'bad', to: rating, pages: 3 }] })
    expect(changes.checks).toContainEqual({ id: 'description-present', from: 'pass', to: 'warn', pages: 3 })
    expect(changes.checks.find(({ id }) => id === 'h1-present')).toBeUndefined()
    // A new check counts if it found a fault.
    expect(changes.checks).toContainEqual({ id: 'viewport', from: null, to: 'fail', pages: 3 })

    await rescoreAll(store)
    expect(await findRulesetChanges(store.db, ruleset)).toEqual(changes)
    await deleteWebsite(store.db, made[3]?.website_id ?? 0)
    expect(await findRulesetChanges(store.db, ruleset)).toMatchObject({ pages: 2, websites: 1 })
    expect(await findRulesetChanges(store.db, 1)).toEqual({ pages: 0, websites: 0, ratings: [], checks: [] })
  })

  it('gives reports of a website whose robots.txt couldn’t be read their state in lists', async () => {
    const store = await openStore()
    const url = 'https://a.example/lamps'
    const facts = newFacts(url)
    const robots = { ...facts.robots, outcome: 'unreachable', status: null } as const
    const state = { ...newReport().state, indexability: null }
    const made = await createReport(
      store.db,
      newReport({ domain: 'a.example', url, facts: { ...facts, robots }, state, ruleset: 2 }),
    )
    const found = () => listReports(store.db, reportListQuery({ indexability: 'unlikely' }), all)
    expect((await found()).rows).toEqual([])
    await rescoreAll(store)
    expect((await found()).rows).toMatchObject([{ id: made.id, indexability: 'unlikely', main_issue: 'robots-valid' }])
    expect(await store.db.selectFrom('pages').select(['indexability', 'main_issue']).execute()).toEqual([
      { indexability: 'unlikely', main_issue: 'robots-valid' },
    ])
    expect(await findFaults(store.db)).toEqual([])
  })

  it('finds the redirects of URLs in reports from before their state', async () => {
    const store = await openStore()
    const url = 'https://a.example/old'
    const facts = newFacts(url)
    const finalUrl = 'https://a.example/lamps'
    const redirects = [{ url, status: 308, location: '/lamps' }]
    const response = { ...facts.response, finalUrl, redirects }
    const report = newReport({
      domain: 'a.example',
      url,
      page_url: finalUrl,
      facts: { ...facts, response },
      ruleset: 4,
    })
    await createReport(store.db, report)
    for (const table of ['reports', 'pages'] as const) await store.db.updateTable(table).set({ status: null }).execute()
    expect(await findFaults(store.db)).toEqual([])
    await rescoreAll(store)
    expect((await listReports(store.db, reportListQuery({ indexability: 'redirect' }), all)).rows).toMatchObject([
      { url, status: 308, redirects_to: finalUrl, redirect_statuses: '308', main_issue: null },
    ])
    expect(await findFaults(store.db)).toEqual([])
  })

  it('finds that scripts add the content of pages, in reports that have the facts', async () => {
    const store = await openStore()
    const mainText = { words: 3, text: 'Our copper lamps', consentWords: 0, filled: [1], inlineScripts: true }
    const add = (path: string, facts: Partial<PageFacts>) => {
      const url = `https://a.example/${path}`
      const { mainText: _, ...older } = newFacts(url)
      return createReport(store.db, newReport({ domain: 'a.example', url, facts: { ...older, ...facts }, ruleset: 2 }))
    }
    await add('filled', { mainText })
    await add('older', {})
    await rescoreAll(store)
    const { rows } = await listReports(store.db, reportListQuery({ sort_by: 'url', sort: 'asc' }), all)
    expect(rows).toMatchObject([
      { url: 'https://a.example/filled', indexability: 'unclear', main_issue: 'page-text' },
      { url: 'https://a.example/older', indexability: 'indexable' },
    ])
    expect(await findFaults(store.db)).toEqual([])
  })

  it('never shows a report with the score of one ruleset and the results of another', async () => {
    const store = await openStore()
    const made = await oldReports(store, 30)
    const work = { isOver: false }
    const rescoring = rescoreAll(store, { batch: 1 }).finally(() => (work.isOver = true))
    const seen = new Set<string>()
    while (!work.isOver) {
      for (const { id } of made) {
        const whole = await findWholeReport(store.db, id, all)
        // SQLite responds synchronously, so yield for the rescoring to continue.
        await yieldToEventLoop()
        seen.add(
          `rule set ${whole?.record.ruleset}, ${Object.keys(whole?.payload.evaluation.results ?? {}).length > 20 ? 'new' : 'old'} results`,
        )
      }
    }
    await rescoring
    expect(
      [...seen].filter((one) => one !== 'rule set 0, old results' && one !== `rule set ${ruleset}, new results`),
    ).toEqual([])
  })

  it('skips unreadable reports, returns their reasons and continues', async () => {
    const store = await openStore()
    const made = await oldReports(store, 9)
    const [, broken, newer] = made
    await store.db
      .updateTable('report_payloads')
      .set({ facts: Buffer.from('nonsense') })
      .where('report_id', '=', broken?.id ?? 0)
      .execute()
    expect(await rescoreAll(store)).toEqual({ stored: 8, skipped: [{ id: broken?.id, reason: expect.any(String) }] })
    expect(await findReport(store.db, broken?.id ?? 0, all)).toEqual(broken)
    expect((await findReport(store.db, newer?.id ?? 0, all))?.ruleset).toBe(ruleset)
  })

  it('ignores reports that are deleted meanwhile, and deleted websites', async () => {
    const store = await openStore()
    const made = await oldReports(store, 12)
    await deleteWebsite(store.db, made[0]?.website_id ?? 0)
    expect(await countToRescore(store.db, ruleset)).toBe(8)
    const deleting = Promise.all(made.filter(({ id }) => id % 3 === 2).map(({ id }) => deleteReport(store.db, id)))
    await Promise.all([rescoreAll(store, { batch: 1 }), deleting])
    expect(await findWebsite(store.db, made[1]?.website_id ?? 0)).toMatchObject({
      reports_count: 0,
      average_score: null,
    })
    expect(await findFaults(store.db)).toEqual([])
  })

  it('splits a batch that fails in the thread, so that only the faulty report is skipped', async () => {
    const store = await openStore()
    const made = await oldReports(store, 3)
    const heavy = made[1]?.id
    const outcomes: RescoreOutcome[] = []
    const failing: typeof pool.rescore = async (reports) => {
      if (reports.some(({ id }) => id === heavy)) throw new Error('too much')
      return pool.rescore(reports)
    }
    await rescoreOutdated(
      { db: store.db, pool: { rescore: failing } },
      { batch: 3, concurrentBatches: 1, pauseMs: 0 },
      (outcome) => outcomes.push(outcome),
    )
    expect(outcomes).toEqual([{ stored: 2, skipped: [{ id: heavy, reason: 'too much' }] }])
  })

  it.each([
    ['continues', 'ECONNRESET', 0],
    ['ends', 'TEST', 1],
  ])('in the running service %s after a failure %s of the first query', async (_, code, left) => {
    const store = await openStore()
    await oldReports(store, 1)
    let isFirst = true
    const failing = store.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (isFirst) {
          isFirst = false
          throw Object.assign(new Error('The first query failed.'), { code })
        }
        return result
      },
    })
    const errors: unknown[] = []
    const rescorer = createRescorer({ db: failing, pool }, (error) => errors.push(error), 1)
    rescorer.start()
    await expect.poll(() => errors.length).toBe(1)
    if (left === 0) await expect.poll(() => countToRescore(store.db, ruleset)).toBe(0)
    await rescorer.close()
    expect(await countToRescore(store.db, ruleset)).toBe(left)
    expect(errors).toHaveLength(1)
  })
})
