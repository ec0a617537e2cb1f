import type { Transaction } from 'kysely'
import type { Rating } from '#contract/rating.ts'
import type { Schema } from './schema.ts'
import { searchTextOfDomain } from './search-text.ts'

/** The row of a website that begins. */
export const websiteValues = (domain: string, at: string) => ({
  domain,
  search_text: searchTextOfDomain(domain),
  created_at: at,
  updated_at: at,
  password_hash: null,
  deleted_at: null,
})

/** The id of the domain's website, made if there is none. Its row is locked until the transaction ends. */
export async function websiteOfDomain(tx: Transaction<Schema>, domain: string, createdAt: string): Promise<number> {
  // Writing the domain over itself changes nothing, but locks the row and returns it. An insert that meets a website
  // would use up an id each time, so it is tried only where there seems to be none.
  const known = await tx
    .updateTable('websites')
    .set({ domain })
    .where('domain', '=', domain)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (known) return known.id
  const { id } = await tx
    .insertInto('websites')
    .values(websiteValues(domain, createdAt))
    .onConflict((c) =>
      c
        .column('domain')
        .where('deleted_at', 'is', null)
        .doUpdateSet((eb) => ({ domain: eb.ref('excluded.domain') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The website of a report, its row locked; undefined when there is no such report, or its website is gone. */
export async function lockWebsiteOfReport(tx: Transaction<Schema>, reportId: number): Promise<number | undefined> {
  const locked = await tx
    .updateTable('websites')
    .set(({ ref }) => ({ domain: ref('domain') }))
    .where('id', '=', ({ selectFrom }) => selectFrom('reports').select('website_id').where('reports.id', '=', reportId))
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return locked?.id
}

/** Adds a report to its website's counters (`by` 1) or takes it off (-1). */
export async function countReport(
  tx: Transaction<Schema>,
  websiteId: number,
  report: { result: Rating; score: number },
  by: 1 | -1,
) {
  const { result, score } = report
  await tx
    .updateTable('websites')
    .set((eb) => ({
      reports_count: eb('reports_count', '+', by),
      score_sum: eb('score_sum', '+', by * score),
      [result]: eb(result, '+', by),
    }))
    .where('id', '=', websiteId)
    .execute()
}
