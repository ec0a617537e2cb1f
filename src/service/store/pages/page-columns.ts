import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { PageColumns } from '#analyser/page-state.ts'
import { namesOf } from '#contract/lists/query-params.ts'
import { engineOf } from '../engine.ts'
import type { Schema } from '../schema.ts'
import type { LatestOfPage } from './pages.ts'

/** The types by which the databases read the values of a statement. */
const types = {
  canonical: 'text',
  title: 'text',
  title_length: 'integer',
  description: 'text',
  description_length: 'integer',
  h1: 'text',
  words: 'integer',
  alternates: 'text',
  in_sitemap: 'integer',
  unchecked: 'text',
  issues: 'integer',
} as const satisfies Record<keyof PageColumns | 'issues', string>

export const columnNames = namesOf(types)

/** Writes the columns of pages by one statement. */
export async function setColumns(
  tx: Transaction<Schema>,
  pages: readonly Pick<LatestOfPage, 'page_id' | 'columns' | 'issues'>[],
): Promise<void> {
  if (pages.length === 0) return
  const rows = pages.map(({ page_id, columns, issues }) => {
    const values: Record<string, string | number | null> = {
      ...columns,
      issues: issues.filter(({ counted }) => counted).length,
    }
    const cells = columnNames.map((name) => cast(values[name] ?? null, types[name]))
    return sql`(${cast(page_id, engineOf(tx) === 'postgres' ? 'bigint' : 'integer')}, ${sql.join(cells)})`
  })
  const names = columnNames.map((name) => sql.ref(name))
  await sql`with found (page_id, ${sql.join(names)}) as (values ${sql.join(rows)})
    update pages set ${sql.join(names.map((name) => sql`${name} = found.${name}`))}
    from found where pages.id = found.page_id`.execute(tx)
}

const cast = (value: string | number | null, type: string): RawBuilder<unknown> =>
  sql`cast(${value} as ${sql.raw(type)})`

/** Selects pages whose number of inlinks or issues is wrong. Those of deleted websites are left out. */
export const wrongCounts = (db: Kysely<Schema>) =>
  sql<{ id: number }>`select p.id from pages as p
    inner join websites as w on w.id = p.website_id and w.deleted_at is null
    where (
      p.inlinks is distinct from
        (select count(*) from page_links as l where l.website_id = p.website_id and l.target = p.target)
      or p.issues is distinct from (select count(*) from page_issues as i where i.page_id = p.id and i.counted = 1)
    ) order by p.id`.execute(db)
