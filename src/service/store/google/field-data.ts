import {
  type Generated,
  type GeneratedAlways,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type Transaction,
} from 'kysely'
import {
  type FieldMetrics,
  type FieldScope,
  type FieldWeek,
  type FormFactor,
  formFactors,
  type OriginField,
} from '#contract/google/field-data.ts'
import { databaseNow, databaseTime, lockTable } from '../engine.ts'
import type { Schema } from '../schema.ts'

/** What the Chrome UX Report has of a page, or of the origin of a website. */
export type FieldDataTable = {
  id: GeneratedAlways<number>
  website_id: number
  /** Null for the origin. */
  page_id: number | null
  form_factor: FormFactor
  /** Null, as are all figures, if Google has too few visits. */
  first_day: string | null
  last_day: string | null
  /** The weeks of an origin as JSON, the oldest first. */
  weeks: string | null
} & FieldMetrics

/** When the field data of a website is pulled next, and how it went last. */
export type FieldPullsTable = {
  website_id: number
  due_at: string
  /** Until when another process leaves it alone. */
  leased_until: Generated<string | null>
  pulled_at: Generated<string | null>
  problem: Generated<string | null>
}

export type FieldRecord = Selectable<FieldDataTable>

export type PulledField = FieldMetrics & { first_day: string; last_day: string; weeks?: FieldWeek[] }
/** Null if Google has none. */
export type FieldOfForms = Record<FormFactor, PulledField | null>

const noFigures = { first_day: null, last_day: null, lcp: null, inp: null, cls: null, fcp: null, ttfb: null }

/** Replaces what is stored of the origin of a website, or of a page. */
export async function storeField(
  db: Kysely<Schema>,
  { website_id, page_id }: { website_id: number; page_id: number | null },
  field: FieldOfForms,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const stored = tx.deleteFrom('field_data').where('website_id', '=', website_id)
    await (page_id === null ? stored.where('page_id', 'is', null) : stored.where('page_id', '=', page_id)).execute()
    const rows = formFactors.map((form_factor) => {
      const { weeks, ...figures } = { weeks: undefined, ...(field[form_factor] ?? noFigures) }
      return { website_id, page_id, form_factor, ...figures, weeks: weeks ? JSON.stringify(weeks) : null }
    })
    await tx.insertInto('field_data').values(rows).execute()
  })
}

/** Returns what is stored of the origin of a website. Null: no field data. */
export async function findOriginField(
  db: Kysely<Schema>,
  websiteId: number,
): Promise<Record<FormFactor, OriginField | null>> {
  const rows = await db
    .selectFrom('field_data')
    .selectAll()
    .where('website_id', '=', websiteId)
    .where('page_id', 'is', null)
    .execute()
  const of = (form: FormFactor) => {
    const row = rows.find(({ form_factor }) => form_factor === form)
    return row ? originOf(row) : null
  }
  return { phone: of('phone'), desktop: of('desktop') }
}

function originOf({ first_day, last_day, lcp, inp, cls, fcp, ttfb, weeks }: FieldRecord): OriginField | null {
  if (first_day === null || last_day === null) return null
  return { first_day, last_day, lcp, inp, cls, fcp, ttfb, weeks: JSON.parse(weeks ?? '[]') as FieldWeek[] }
}

/** The ID in `field_data` of what visitors on phones have of a page, `pages as` the alias, or else of its origin. */
export const fieldOf = (page: string) => {
  const found = (of: RawBuilder<unknown>) =>
    sql`(select id from field_data where ${of} and form_factor = 'phone' and last_day is not null)`
  const ofPage = sql`page_id = ${sql.ref(`${page}.id`)}`
  const ofOrigin = sql`website_id = ${sql.ref(`${page}.website_id`)} and page_id is null`
  return sql<number>`coalesce(${found(ofPage)}, ${found(ofOrigin)})`
}

/** Whether that, `field_data as f`, is of the page itself. */
export const fieldScope = sql<FieldScope | null>`case when f.page_id is not null then 'page'
  when f.id is not null then 'origin' end`.as('field_scope')

/** Returns what visitors of a page on phones have, by the key of its URL; null without field data. */
export async function findFieldOfPage(
  db: Kysely<Schema>,
  domain: string,
  urlKey: string,
): Promise<Pick<FieldMetrics, 'lcp' | 'inp' | 'cls'> | null> {
  const row = await db
    .selectFrom('pages as p')
    .innerJoin('websites as w', 'w.id', 'p.website_id')
    .innerJoin('field_data as f', 'f.page_id', 'p.id')
    .select(['f.lcp', 'f.inp', 'f.cls'])
    .where('w.domain', '=', domain)
    .where('w.deleted_at', 'is', null)
    .where('p.url_key', '=', urlKey)
    .where('f.form_factor', '=', 'phone')
    .where('f.last_day', 'is not', null)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the origin of a website's pages: that of the one with the fewest clicks, or else of the first. */
export async function findOrigin(db: Kysely<Schema>, websiteId: number, domain: string): Promise<string> {
  const page = await db
    .selectFrom('pages')
    .select('url')
    .where('website_id', '=', websiteId)
    .where('gone_at', 'is', null)
    .orderBy(sql`coalesce(click_depth, 1000000)`)
    .orderBy('id')
    .executeTakeFirst()
  return page ? new URL(page.url).origin : `https://${domain}`
}

export type FieldPull = Pick<Selectable<FieldPullsTable>, 'pulled_at' | 'problem'>

export const findFieldPull = (db: Kysely<Schema>, websiteId: number): Promise<FieldPull | undefined> =>
  db.selectFrom('field_pulls').select(['pulled_at', 'problem']).where('website_id', '=', websiteId).executeTakeFirst()

/** In milliseconds. Field data changes slowly, and an origin is asked once a week. */
const everyMs = 7 * 24 * 3600_000
/** In milliseconds. Renewed while pages are pulled. */
const leaseMs = 5 * 60_000

const laterThanNow = async (db: Kysely<Schema>, ms: number) => new Date((await databaseTime(db)) + ms).toISOString()

/** Makes the field data of a website due at once. Returns false while it is being pulled. */
export async function askFieldPull(db: Kysely<Schema>, websiteId: number): Promise<boolean> {
  const now = await databaseNow(db)
  const asked = await db
    .insertInto('field_pulls')
    .values({ website_id: websiteId, due_at: now })
    .onConflict((conflict) =>
      conflict
        .column('website_id')
        .doUpdateSet({ due_at: now })
        .where(sql<boolean>`coalesce(field_pulls.leased_until, '') <= ${now}`),
    )
    .returning('website_id')
    .executeTakeFirst()
  return asked !== undefined
}

/** Makes every website due that was never pulled. */
export async function addFieldPulls(db: Kysely<Schema>): Promise<void> {
  const now = await databaseNow(db)
  await sql`insert into field_pulls (website_id, due_at)
    select w.id, ${now} from websites as w
    where w.deleted_at is null and not exists (select 1 from field_pulls as f where f.website_id = w.id)
    on conflict do nothing`.execute(db)
}

/**
 * Takes the website that has been due longest; undefined if none is due, or while a process pulls another one: the pace
 * of requests is for all processes together.
 */
export const takeFieldPull = (db: Kysely<Schema>): Promise<{ website_id: number; domain: string } | undefined> =>
  db.transaction().execute(async (tx) => {
    await lockTable(tx, 'field_pulls')
    const now = await databaseNow(tx)
    const running = tx.selectFrom('field_pulls').select('website_id').where('leased_until', '>', now)
    if (await running.executeTakeFirst()) return undefined
    const due = await tx
      .selectFrom('field_pulls as f')
      .innerJoin('websites as w', 'w.id', 'f.website_id')
      .select(['f.website_id', 'w.domain'])
      .where('w.deleted_at', 'is', null)
      .where('f.due_at', '<=', now)
      .orderBy('f.due_at')
      .orderBy('f.website_id')
      .executeTakeFirst()
    if (due) await renewFieldPull(tx, due.website_id)
    return due
  })

/** Keeps a website for the process that pulls it. */
export async function renewFieldPull(db: Kysely<Schema>, websiteId: number): Promise<void> {
  const leased_until = await laterThanNow(db, leaseMs)
  await db.updateTable('field_pulls').set({ leased_until }).where('website_id', '=', websiteId).execute()
}

/** Returns the pages of a website that Google showed, those with most impressions first. */
export const pagesWithImpressions = (
  db: Kysely<Schema>,
  websiteId: number,
  limit: number,
): Promise<{ id: number; url: string }[]> =>
  db
    .selectFrom('pages')
    .select(['id', 'url'])
    .where('website_id', '=', websiteId)
    .where('impressions', '>', 0)
    .where('gone_at', 'is', null)
    .orderBy('impressions', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Ends a pull. Without a problem, the next one is due in a week, otherwise in `retryMs`. */
export async function endFieldPull(
  db: Kysely<Schema>,
  websiteId: number,
  end: { problem: null } | { problem: string; retryMs: number },
): Promise<void> {
  await db
    .updateTable('field_pulls')
    .set({
      leased_until: null,
      problem: end.problem,
      due_at: await laterThanNow(db, end.problem === null ? everyMs : end.retryMs),
      ...(end.problem === null && { pulled_at: await databaseNow(db) }),
    })
    .where('website_id', '=', websiteId)
    .execute()
}

const keyName = 'crux'

/** Returns the encrypted API key of the server. */
export const findFieldKey = (db: Kysely<Schema>): Promise<{ secret: Buffer; key_id: string } | undefined> =>
  db.selectFrom('google_clients').select(['secret', 'key_id']).where('name', '=', keyName).executeTakeFirst()

/** Sets or removes the API key. Pulls that failed are due again. */
export async function setFieldKey(
  tx: Transaction<Schema>,
  sealed: { secret: Buffer; key_id: string } | null,
): Promise<void> {
  await tx.deleteFrom('google_clients').where('name', '=', keyName).execute()
  if (!sealed) return
  const now = await databaseNow(tx)
  await tx
    .insertInto('google_clients')
    .values({ name: keyName, client_id: null, ...sealed, updated_at: now })
    .execute()
  await tx.updateTable('field_pulls').set({ due_at: now }).where('problem', 'is not', null).execute()
}
