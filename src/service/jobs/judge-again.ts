import type { Kysely } from 'kysely'
import type { SiteFacts } from '#analyser/page-facts.ts'
import {
  type NewJudgement,
  type Rejudgeable,
  reportsWithChangedTwins,
  storeJudgements,
} from '#service/store/judgements.ts'
import type { Schema } from '#service/store/schema.ts'
import { findTwins } from '#service/store/twins.ts'
import type { AnalyserPool } from './analyser-pool.ts'
import { similarity } from '#analyser/facts/body-shape.ts'
import type { JudgedAgain } from './judge-stored.ts'

export type JudgingDeps = { db: Kysely<Schema>; pool: Pick<AnalyserPool, 'judgeAgain'> }

/** What came of judging reports again; `stored` may be less than were judged, where one was deleted meanwhile. */
export type JudgingOutcome = { stored: number; skipped: { id: number; reason: string }[] }

/**
 * Judges reports by their stored facts, the present rules and, where they are the newest of their URL, what the website's
 * other pages say now; keeps it in one transaction. What cannot be judged stays as it is.
 */
export async function judgeAgain({ db, pool }: JudgingDeps, reports: readonly Rejudgeable[]): Promise<JudgingOutcome> {
  const work: Work = []
  for (const { id, websiteId, page, oldVerdict, facts } of reports) {
    // Copies, for a part of a larger buffer would be sent with all of it.
    const given = oldVerdict
      ? { oldVerdict: new Uint8Array(oldVerdict) }
      : { site: await findTwins(db, websiteId, page, similarity) }
    work.push({ id, facts: new Uint8Array(facts), ...given })
  }
  const outcomes = await judgeAll(pool, work)
  const sites = new Map(work.map((one) => [one.id, 'site' in one ? one.site : null]))
  const known = new Map(reports.map((report) => [report.id, { ...report, site: sites.get(report.id) ?? null }]))
  const judgements = outcomes
    .flatMap((outcome) => ('unreadable' in outcome ? [] : [toStore(outcome, known.get(outcome.id))]))
    .filter((one) => one !== null)
  return {
    stored: judgements.length === 0 ? 0 : await storeJudgements(db, judgements),
    skipped: outcomes.flatMap((outcome) =>
      'unreadable' in outcome ? [{ id: outcome.id, reason: outcome.unreadable }] : [],
    ),
  }
}

type Work = Parameters<AnalyserPool['judgeAgain']>[0]

/** All at once; where one of them is too much for a thread, each by itself. */
async function judgeAll(pool: JudgingDeps['pool'], work: Work): Promise<JudgedAgain[]> {
  try {
    return await pool.judgeAgain(work)
  } catch (error) {
    const [only, ...more] = work
    if (only && more.length === 0) return [{ id: only.id, unreadable: (error as Error).message }]
    const outcomes: JudgedAgain[] = []
    for (const one of work) outcomes.push(...(await judgeAll(pool, [one])))
    return outcomes
  }
}

type Known = Rejudgeable & { site: SiteFacts | null }

function toStore(judged: Exclude<JudgedAgain, { unreadable: string }>, report: Known | undefined): NewJudgement | null {
  if (!report) return null
  const { websiteId, domain, site } = report
  const { buffer, byteOffset, byteLength } = judged.verdict
  return { ...judged, websiteId, domain, site, verdict: Buffer.from(buffer, byteOffset, byteLength) }
}

const rounds = 5
const atOnce = 20
const mostPassedOver = 1_000

/**
 * Judges again what other pages made unique or duplicate, until nothing is left, within reason; of one website, or of all.
 * Reports in `passedOver` are left out; those that cannot be judged are told to `onSkipped` and put there.
 */
export async function settleTwins(
  deps: JudgingDeps,
  websiteId: number | null,
  passedOver: Set<number>,
  onSkipped: (skipped: JudgingOutcome['skipped']) => void,
): Promise<Set<number>> {
  const judged = new Set<number>()
  for (let round = 0; round < rounds; round += 1) {
    const reports = await reportsWithChangedTwins(deps.db, websiteId, [...passedOver], atOnce)
    if (reports.length === 0) break
    const { skipped } = await judgeAgain(deps, reports)
    for (const { id } of reports) judged.add(id)
    for (const { id } of skipped) {
      judged.delete(id)
      passedOver.add(id)
    }
    onSkipped(skipped)
    for (const id of passedOver) if (passedOver.size > mostPassedOver) passedOver.delete(id)
  }
  return judged
}
