// @module-tag all
import { expect, it } from 'vitest'
import { type ChangeCause, changeCauses, type CauseShare } from '#contract/reports/comparison.ts'
import { factsOf, type Plant, plants, soundWorld, standingFaults, type World } from '#testing/pages/planted-changes.ts'
import { randomFrom } from '#testing/random.ts'
import { evaluate } from '../evaluate.ts'
import { compareReports } from './compare.ts'
import type { ComparableReport } from './score-shares.ts'

const order = ['view', 'surroundings', 'page'] as const
type Points = Record<ChangeCause, number>
type Case = {
  names: string[]
  planted: Set<ChangeCause>
  before: ComparableReport
  after: ComparableReport
  points: Points
}

const scored = (facts: ComparableReport['facts']) => {
  const { score, results } = evaluate(facts)
  return { facts, score, results }
}
const outcomesOf = ({ results }: ComparableReport) =>
  JSON.stringify(Object.values(results).map(({ outcome, points_lost }) => [outcome, points_lost]))

/**
 * Plants one or two changes of different causes on a page that has faults already. Some faults are removed instead of
 * added. The expected shares come from real readings of the pages between, not from exchanged facts. Null if a change
 * has no effect there.
 */
function plant(seed: number): Case | null {
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const first = pick(plants)
  const others = plants.filter(
    ({ cause, targets }) => cause !== first.cause && !targets.some((target) => first.targets.includes(target)),
  )
  const chosen = random() < 0.5 ? [first] : [first, pick(others)]
  const targets = chosen.flatMap((one) => one.targets)
  const isFree = (one: Plant) => one.cause === 'surroundings' || !chosen.some(({ cause }) => cause === 'page')
  const faults = standingFaults.filter(
    (fault) => random() < 0.6 && (isFree(fault) || !fault.targets.some((target) => targets.includes(target))),
  )
  const base = faults.reduce((world, { change }) => change(world), soundWorld)
  const isMended = chosen.map(() => random() < 0.4)
  /** The world in which the changes of these causes have happened. */
  const worldAfter = (happened: readonly ChangeCause[]): World =>
    chosen.reduce(
      (world, { cause, change }, index) => (happened.includes(cause) !== isMended[index] ? change(world) : world),
      base,
    )
  const [dayBefore, dayAfter] = [2, 2 + Math.floor(random() * 6)]
  const planted = new Set<ChangeCause>(chosen.map(({ cause }) => cause))
  const before = scored(factsOf(worldAfter([]), dayBefore))
  const stages: ComparableReport[] = []
  for (const [index, cause] of order.entries()) {
    const last = stages.at(-1) ?? before
    const isPlanted = planted.has(cause) || cause === 'page'
    const day = cause === 'page' ? dayAfter : dayBefore
    stages.push(isPlanted ? scored(factsOf(worldAfter(order.slice(0, index + 1)), day)) : last)
  }
  const points: Points = { page: 0, surroundings: 0, view: 0, ruleset: 0 }
  for (const [index, cause] of order.entries()) {
    const [from, to] = [stages[index - 1] ?? before, stages[index] ?? before]
    points[cause] = to.score - from.score
    if (planted.has(cause) && outcomesOf(from) === outcomesOf(to)) return null
  }
  const after = stages.at(-1) ?? before
  return { names: chosen.map(({ cause, name }) => `${cause}: ${name}`), planted, before, after, points }
}

/** Scores one of the reports by an older ruleset, which lacks a check that both fail or pass. */
function withOlderRuleset(one: Case, seed: number): Case {
  const key = seed % 2 === 0 ? 'before' : 'after'
  const { results, ...report } = one[key]
  const { 'html-lang': known, ...others } = results
  const older = { ...report, score: Math.max(0, report.score - 3), results: known ? others : results }
  const share = key === 'before' ? report.score - older.score : older.score - report.score
  return {
    ...one,
    [key]: older,
    names: [...one.names, 'ruleset'],
    planted: new Set([...one.planted, 'ruleset']),
    points: { ...one.points, ruleset: share },
  }
}

function plantedChanges(count: number): Case[] {
  const cases: Case[] = []
  for (let seed = 1; cases.length < count; seed += 1) {
    const one = plant(seed)
    if (one) cases.push(one.planted.size === 1 && seed % 7 === 0 ? withOlderRuleset(one, seed) : one)
  }
  return cases
}

const pointsOf = (shares: CauseShare[]) => Object.fromEntries(shares.map(({ cause, points }) => [cause, points]))
const namesOf = (shares: CauseShare[]) => shares.filter(({ checks }) => checks.length > 0).map(({ cause }) => cause)

it('names the causes of 250 planted changes, with shares that add up to the difference', () => {
  const wrong: unknown[] = []
  const seen = new Set<string>()
  for (const { names, planted, before, after, points } of plantedChanges(250)) {
    const compared = compareReports(before, after)
    for (const name of names) seen.add(name)
    const sum = compared.causes.reduce((total, share) => total + share.points, 0)
    const expected = {
      points,
      causes: changeCauses.filter((cause) => planted.has(cause)),
      sum: after.score - before.score,
    }
    const actual = { points: pointsOf(compared.causes), causes: namesOf(compared.causes), sum }
    if (JSON.stringify(actual) !== JSON.stringify(expected) || compared.change !== expected.sum)
      wrong.push({ names, expected, actual })
  }
  expect(wrong).toEqual([])
  // The generator reaches most of the changes it knows.
  expect(seen.size).toBeGreaterThan(plants.length * 0.9)
})
