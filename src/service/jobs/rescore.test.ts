import { setImmediate as letOthersIn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ruleset } from '#analyser/catalogue.ts'
import { ratingOf } from '#contract/rating.ts'
import type { Store } from '#service/store/database.ts'
import { countToRescore } from '#service/store/judgements.ts'
import { createReport, deleteReport, findReport, findWholeReport } from '#service/store/reports.ts'
import { findFaults } from '#service/store/verify.ts'
import { deleteWebsite, findWebsite } from '#service/store/websites.ts'
import { describeEachEngine } from '#testing/databases.ts'
import { newReport } from '#testing/reports.ts'
import { createAnalyserPool } from './analyser-pool.ts'
import type { JudgingOutcome } from './judge-again.ts'
import { rescore } from './rescore.ts'

const all = { kind: 'all' } as const
const pool = createAnalyserPool({ threads: 1 })

/** Reports of three websites that were scored long ago, by nobody knows what. */
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
  const outcomes: JudgingOutcome[] = []
  const onBatch = (outcome: JudgingOutcome) => {
    if (outcomes.push(outcome) === stopAfter) stop.abort()
  }
  await rescore({ db, pool }, { batch, batchesAtOnce: 2, breath: 0 }, onBatch, stop.signal)
  return {
    stored: outcomes.reduce((sum, { stored }) => sum + stored, 0),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
  }
}

describeEachEngine('rescoring', ({ openStore }) => {
  it('judges every report of an older rule set again, and changes nothing else of it', async () => {
    const store = await openStore()
    const made = await oldReports(store, 22)
    expect(await countToRescore(store.db, ruleset)).toBe(22)
    expect(await rescoreAll(store)).toEqual({ stored: 22, skipped: [] })
    for (const old of made) {
      const report = await findReport(store.db, old.id, all)
      const payload = (await findWholeReport(store.db, old.id, all))?.payload
      expect(report).toEqual({ ...old, ruleset, score: report?.score, result: ratingOf(report?.score ?? 0) })
      expect(Object.keys(payload?.verdict.results ?? {}).length).toBeGreaterThan(20)
      expect(payload?.verdict.timings).toEqual(newReport().verdict.timings)
      expect(payload?.facts.response.askedUrl).toBe(old.url)
      // None of the made-up scores was as high.
      expect(report?.score).toBeGreaterThan(22)
    }
    expect(await findFaults(store.db)).toEqual([])
    expect(await rescoreAll(store)).toEqual({ stored: 0, skipped: [] })
  })

  it('goes on where it was stopped', async () => {
    const store = await openStore()
    await oldReports(store, 30)
    const { stored } = await rescoreAll(store, { stopAfter: 2 })
    const left = await countToRescore(store.db, ruleset)
    expect(left).toBe(30 - stored)
    expect(left).toBeGreaterThan(0)
    expect((await rescoreAll(store)).stored).toBe(left)
    expect(await findFaults(store.db)).toEqual([])
  })

  it('tells the newest report of a URL from history, which keeps what was so when it was made', async () => {
    const store = await openStore()
    const [old, newest] = [
      await createReport(store.db, newReport({ ruleset: 0 })),
      await createReport(store.db, newReport({ ruleset: 0 })),
    ]
    const twin = await createReport(store.db, newReport({ url: 'https://www.shop.example/twin' }))
    await rescoreAll(store)
    expect((await findWholeReport(store.db, old.id, all))?.payload.facts.site).toBeUndefined()
    expect((await findWholeReport(store.db, newest.id, all))?.payload.facts.site).toMatchObject({
      others: 1,
      title: { items: [{ id: twin.id }], total: 1 },
    })
  })

  it('never shows a report with the score of one judgement and the verdict of another', async () => {
    const store = await openStore()
    const made = await oldReports(store, 30)
    const work = { isOver: false }
    const rescoring = rescoreAll(store, { batch: 1 }).finally(() => (work.isOver = true))
    const seen = new Set<string>()
    while (!work.isOver) {
      for (const { id } of made) {
        const whole = await findWholeReport(store.db, id, all)
        // What SQLite answers at once would let nobody else in.
        await letOthersIn()
        seen.add(
          `rule set ${whole?.record.ruleset}, ${Object.keys(whole?.payload.verdict.results ?? {}).length > 20 ? 'new' : 'old'} results`,
        )
      }
    }
    await rescoring
    expect(
      [...seen].filter((one) => one !== 'rule set 0, old results' && one !== `rule set ${ruleset}, new results`),
    ).toEqual([])
  })

  it('leaves to be settled what became the newest of its URL while it was judged as history', async () => {
    const store = await openStore()
    const [old, newest] = [
      await createReport(store.db, newReport({ ruleset: 0 })),
      await createReport(store.db, newReport({ ruleset: 0 })),
    ]
    const judgeAgain: typeof pool.judgeAgain = async (reports) => {
      const judged = await pool.judgeAgain(reports)
      await deleteReport(store.db, newest.id)
      return judged
    }
    await rescore({ db: store.db, pool: { judgeAgain } }, { batch: 1, batchesAtOnce: 1, breath: 0 }, () => {})
    expect(await store.db.selectFrom('reports').select(['id', 'ruleset', 'newest', 'twins_changed']).execute()).toEqual(
      [{ id: old.id, ruleset: 0, newest: 1, twins_changed: 1 }],
    )
  })

  it('leaves out and names what it cannot read, and goes on', async () => {
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

  it('comes too late for a report that is deleted meanwhile, and for deleted websites', async () => {
    const store = await openStore()
    const made = await oldReports(store, 12)
    await deleteWebsite(store.db, made[0]?.websiteId ?? 0)
    expect(await countToRescore(store.db, ruleset)).toBe(8)
    const deleting = Promise.all(made.filter(({ id }) => id % 3 === 2).map(({ id }) => deleteReport(store.db, id)))
    await Promise.all([rescoreAll(store, { batch: 1 }), deleting])
    expect(await findWebsite(store.db, made[1]?.websiteId ?? 0)).toMatchObject({ reportsCount: 0, averageScore: null })
    expect(await findFaults(store.db)).toEqual([])
  })

  it('splits a batch that is too much for a thread, so that only the report at fault is left out', async () => {
    const store = await openStore()
    const made = await oldReports(store, 3)
    const heavy = made[1]?.id
    const outcomes: JudgingOutcome[] = []
    const easily: typeof pool.judgeAgain = async (reports) => {
      if (reports.some(({ id }) => id === heavy)) throw new Error('too much')
      return pool.judgeAgain(reports)
    }
    await rescore(
      { db: store.db, pool: { judgeAgain: easily } },
      { batch: 3, batchesAtOnce: 1, breath: 0 },
      (outcome) => outcomes.push(outcome),
    )
    expect(outcomes).toEqual([{ stored: 2, skipped: [{ id: heavy, reason: 'too much' }] }])
  })
})
