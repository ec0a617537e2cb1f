import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { noMetrics } from '#contract/google/field-data.ts'
import { pageListParams } from '#contract/lists/page-list.ts'
import { defaultsOf } from '#contract/lists/query-params.ts'
import { FieldKeyRefused, type FieldClient, type FieldSubject } from '#service/google/field-data.ts'
import {
  askFieldPull,
  findFieldOfPage,
  findFieldPull,
  findOriginField,
  takeFieldPull,
} from '#service/store/google/field-data.ts'
import { listPages } from '#service/store/lists/page-list.ts'
import { createReport } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { createFieldPuller } from './field-puller.ts'

const allPages = defaultsOf(pageListParams)
const days = { first_day: '2026-10-12', last_day: '2026-11-08' }
const fieldOf = (lcp: number) => ({ ...noMetrics, ...days, lcp, cls: 0.05 })

/** A client that has data of an origin and of some pages, and notes what it was asked. */
function clientWith(lcp: Record<string, number>) {
  const asked: string[] = []
  const nameOf = (subject: FieldSubject) => ('url' in subject ? subject.url : subject.origin)
  const client: FieldClient = {
    current: async (subject, form) => {
      asked.push(`${form} ${nameOf(subject)}`)
      const found = lcp[nameOf(subject)]
      return found === undefined ? null : fieldOf(found + (form === 'desktop' ? 1 : 0))
    },
    weeks: async () => [{ ...noMetrics, ...days, lcp: 1_000 }],
  }
  return { asked, client }
}

async function pull(db: Kysely<Schema>, client: FieldClient | null) {
  const failures: string[] = []
  const puller = createFieldPuller({
    db,
    findClient: async () => client,
    pauseMs: 0,
    onError: (error) => failures.push((error as Error).message),
  })
  await puller.run()
  await puller.close()
  return failures
}

const pages = ['https://shop.example/', 'https://shop.example/seen', 'https://shop.example/unseen']
async function storePages(db: Kysely<Schema>) {
  for (const url of pages) await createReport(db, newReport({ url, domain: 'shop.example' }))
  await db.updateTable('pages').set({ impressions: 7 }).where('url', 'like', '%/seen').execute()
}

describeEachEngine('field data', onBoth, ({ openStore }) => {
  it('is pulled of the origin with its weeks, and of the pages that Google showed', async () => {
    const { db } = await openStore()
    await storePages(db)
    const { asked, client } = clientWith({ 'https://shop.example': 3_000, 'https://shop.example/seen': 2_000 })
    expect(await pull(db, client)).toEqual([])
    expect(asked).toEqual([
      'phone https://shop.example',
      'desktop https://shop.example',
      'phone https://shop.example/seen',
      'desktop https://shop.example/seen',
    ])
    const weeks = [{ ...noMetrics, ...days, lcp: 1_000 }]
    expect(await findOriginField(db, 1)).toEqual({
      phone: { ...fieldOf(3_000), weeks },
      desktop: { ...fieldOf(3_001), weeks },
    })
    expect(await findFieldOfPage(db, 'shop.example', 'https://shop.example/seen')).toMatchObject({ lcp: 2_000 })
    expect(await findFieldOfPage(db, 'shop.example', 'https://shop.example/')).toBeNull()
    const { rows } = await listPages(db, { id: 1, domain: 'shop.example', pages_count: 3 }, allPages)
    expect(rows.map(({ lcp, cls, field_scope }) => [lcp, cls, field_scope])).toEqual([
      [3_000, 0.05, 'origin'],
      [2_000, 0.05, 'page'],
      [3_000, 0.05, 'origin'],
    ])
  })

  it('is asked for again after a week, or when a person asks', async () => {
    const { db } = await openStore()
    await storePages(db)
    const { asked, client } = clientWith({})
    await pull(db, client)
    expect(await findOriginField(db, 1)).toEqual({ phone: null, desktop: null })
    const before = asked.length
    await pull(db, client)
    expect(asked.length).toBe(before)
    expect(await askFieldPull(db, 1)).toBe(true)
    await pull(db, client)
    expect(asked.length).toBe(2 * before)
  })

  it('is replaced by the next pull, and kept when Google refuses', async () => {
    const { db } = await openStore()
    await storePages(db)
    await pull(db, clientWith({ 'https://shop.example': 3_000 }).client)
    await askFieldPull(db, 1)
    await pull(db, clientWith({ 'https://shop.example': 4_000 }).client)
    expect((await findOriginField(db, 1)).phone?.lcp).toBe(4_000)
    await askFieldPull(db, 1)
    const refuse = async () => {
      throw new FieldKeyRefused('Google refused the API key.')
    }
    expect(await pull(db, { current: refuse, weeks: refuse })).toEqual(['Google refused the API key.'])
    expect((await findOriginField(db, 1)).phone?.lcp).toBe(4_000)
    expect((await findFieldPull(db, 1))?.problem).toBe('Google refused the API key.')
  })

  it('is pulled by one process at a time', async () => {
    const { db } = await openStore()
    await storePages(db)
    await createReport(db, newReport({ url: 'https://other.example/', domain: 'other.example' }))
    await askFieldPull(db, 1)
    await askFieldPull(db, 2)
    expect(await takeFieldPull(db)).toMatchObject({ website_id: 1 })
    expect(await takeFieldPull(db)).toBeUndefined()
    expect(await askFieldPull(db, 1)).toBe(false)
  })

  it('is not pulled without an API key', async () => {
    const { db } = await openStore()
    await storePages(db)
    expect(await pull(db, null)).toEqual([])
    expect(await findFieldPull(db, 1)).toBeUndefined()
  })
})
