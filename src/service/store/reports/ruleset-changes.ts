import { type Kysely, sql, type Transaction } from 'kysely'
import type { Outcome } from '#contract/reports/analysis.ts'
import type { Rating } from '#contract/reports/rating.ts'
import type { RulesetChanges } from '#contract/reports/ruleset-changes.ts'
import type { Schema } from '../schema.ts'

/**
 * The number of a website's pages with a new outcome of a check by a ruleset. See ruleset-changes.ts for the values.
 */
export type RulesetChangesTable = {
  ruleset: number
  website_id: number
  check_id: string
  before: string
  after: string
  pages: number
}

/** In the column `check_id`, instead of a check: the rating of the page. */
const ratingRow = 'rating'
/** In the columns `before` and `after`: the check is not part of that ruleset. */
const absent = ''

/** A check whose outcome differs between two rulesets. Null if one of them lacked the check. */
export type OutcomeChange = { check: string; from: Outcome | null; to: Outcome | null }

/** Counts a ruleset's changes on the pages of one website, and adds them to the stored counts. */
export class RulesetDifferences {
  readonly #counts = new Map<
    string,
    { ruleset: number; check_id: string; before: string; after: string; pages: number }
  >()
  readonly #websiteId: number

  constructor(websiteId: number) {
    this.#websiteId = websiteId
  }

  add(ruleset: number, rating: { before: Rating; after: Rating }, changes: readonly OutcomeChange[]) {
    if (rating.before !== rating.after) this.#count(ruleset, ratingRow, rating.before, rating.after)
    for (const { check, from, to } of changes) this.#count(ruleset, check, from ?? absent, to ?? absent)
  }

  async store(tx: Transaction<Schema>) {
    if (this.#counts.size === 0) return
    const rows = [...this.#counts.values()].map((row) => ({ ...row, website_id: this.#websiteId }))
    await tx
      .insertInto('ruleset_changes')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['ruleset', 'website_id', 'check_id', 'before', 'after'])
          .doUpdateSet({ pages: sql`ruleset_changes.pages + excluded.pages` }),
      )
      .execute()
  }

  #count(ruleset: number, check_id: string, before: string, after: string) {
    const key = [ruleset, check_id, before, after].join()
    const row = this.#counts.get(key) ?? { ruleset, check_id, before, after, pages: 0 }
    this.#counts.set(key, { ...row, pages: row.pages + 1 })
  }
}

/** Sums the changes over all websites that are not deleted, the most frequent first. */
export async function findRulesetChanges(
  db: Kysely<Schema>,
  ruleset: number,
): Promise<Omit<RulesetChanges, 'ruleset'>> {
  const existing = db
    .selectFrom('ruleset_changes as c')
    .innerJoin('websites as w', 'w.id', 'c.website_id')
    .where('c.ruleset', '=', ruleset)
    .where('w.deleted_at', 'is', null)
  const rows = await existing
    .select(['c.check_id', 'c.before', 'c.after', sql<number>`cast(sum(c.pages) as integer)`.as('pages')])
    .groupBy(['c.check_id', 'c.before', 'c.after'])
    .orderBy('pages', 'desc')
    .orderBy('c.check_id')
    .orderBy('c.before')
    .orderBy('c.after')
    .execute()
  const { websites } = await existing
    .where('c.check_id', '=', ratingRow)
    .select(sql<number>`cast(count(distinct c.website_id) as integer)`.as('websites'))
    .executeTakeFirstOrThrow()
  const ratings = rows
    .filter(({ check_id }) => check_id === ratingRow)
    .map(({ before, after, pages }) => ({ from: before as Rating, to: after as Rating, pages }))
  const checks = rows
    .filter(({ check_id }) => check_id !== ratingRow)
    .map(({ check_id, before, after, pages }) => ({
      id: check_id,
      from: (before || null) as Outcome | null,
      to: (after || null) as Outcome | null,
      pages,
    }))
  return { pages: ratings.reduce((sum, { pages }) => sum + pages, 0), websites, ratings, checks }
}
