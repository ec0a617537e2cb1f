import { sql, type Transaction } from 'kysely'
import { ratingOf } from '#contract/reports/rating.ts'
import type { Schema } from '../schema.ts'
import { addReport, type CounterChange, noChange } from './website-counters.ts'

/** The columns of a report from which the figures of its day are computed. */
export type DayReport = {
  website_id: number
  score: number
  previous_score: number | null
  created_at: string
}

export const dayOf = (iso: string) => iso.slice(0, 10)

/** Collects what reports change about the pages of websites by day, and adds it to the stored days. */
export class DayChanges {
  readonly #days = new Map<string, { website_id: number; day: string; change: CounterChange }>()

  /** Adds a report, or subtracts it if `sign` is -1. */
  add({ website_id, score, previous_score, created_at }: DayReport, sign: 1 | -1) {
    const day = dayOf(created_at)
    const key = `${website_id} ${day}`
    const { change } = this.#days.get(key) ?? { change: noChange() }
    this.#days.set(key, { website_id, day, change })
    addReport(change, { score, result: ratingOf(score) }, sign)
    if (previous_score === null) return
    addReport(change, { score: previous_score, result: ratingOf(previous_score) }, sign === 1 ? -1 : 1)
  }

  async store(tx: Transaction<Schema>) {
    const rows = [...this.#days.values()]
      .filter(({ change }) => Object.values(change).some((value) => value !== 0))
      .map(({ website_id, day, change: { count, sum, good, decent, bad } }) => ({
        website_id,
        day,
        pages: count,
        score_sum: sum,
        good,
        decent,
        bad,
      }))
    if (rows.length === 0) return
    const added = (name: string) => sql<number>`${sql.ref(`website_days.${name}`)} + ${sql.ref(`excluded.${name}`)}`
    await tx
      .insertInto('website_days')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['website_id', 'day']).doUpdateSet({
          pages: added('pages'),
          score_sum: added('score_sum'),
          good: added('good'),
          decent: added('decent'),
          bad: added('bad'),
        }),
      )
      .execute()
  }
}
