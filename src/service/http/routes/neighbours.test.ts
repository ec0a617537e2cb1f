import { describe, expect, it } from 'vitest'
import { sortDirections, reportSorts } from '#contract/lists/list-query.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import { reportsAmong } from '#service/store/lists/report-list.ts'
import { websitesAmong } from '#service/store/lists/website-list.ts'
import { insertReports } from '#service/store/reports/bulk-insert.ts'
import { deleteReport } from '#service/store/reports/deleted-reports.ts'
import { pack } from '#service/store/reports/report-payloads.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { sqliteService, testService } from '#testing/service/service.ts'
import { describeEachEngine, type TestEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

async function withReports(openStore: TestEngine['openStore'], count: number) {
  const service = await testService(await openStore())
  const [evaluation, facts] = [pack({}), pack({})]
  const reports = Array.from({ length: count }, (_, at) => {
    const [domain, score] = [`d${at % 3}.example`, (at * 37) % 101]
    const {
      evaluation: _v,
      facts: _f,
      ...report
    } = newReport({ domain, url: `https://${domain}/p${at % 7}`, score, result: ratingOf(score) })
    return { ...report, evaluation, facts }
  })
  if (count > 0) await insertReports(service.store.db, reports)
  const placeOf = async (id: number, query = '') =>
    (await service.call(`GET /api/v1/reports/${id}/neighbours?${query}`)).body.data
  return { ...service, placeOf }
}

describeEachEngine('the neighbours of a report', ({ openStore }) => {
  it('and its position are those in its list', async () => {
    const { call, placeOf } = await withReports(openStore, 61)
    const filters = [
      '',
      '&result=bad',
      '&website_id=2',
      '&website_id=2&result=good',
      '&search=p3',
      '&search=P',
      '&search=d1&result=bad',
    ]
    for (const sort_by of reportSorts) {
      for (const sort of sortDirections) {
        for (const filter of filters) {
          const query = `sort_by=${sort_by}&sort=${sort}${filter}`
          const list: { id: number; url: string }[] = (await call(`GET /api/v1/reports?per_page=100&${query}`)).body
            .data
          const shown = list.map(({ id, url }) => ({ id, url }))
          expect(shown.length, query).toBeGreaterThan(0)
          for (const at of new Set([0, 1, Math.floor(shown.length / 2), shown.length - 1])) {
            const place = {
              position: at + 1,
              total: shown.length,
              total_relation: 'eq',
              previous: shown[at - 1] ?? null,
              next: shown[at + 1] ?? null,
            }
            if (shown[at]) expect({ query, ...(await placeOf(shown[at].id, query)) }).toEqual({ query, ...place })
          }
        }
      }
    }
  })

  it('are those of the place where it would be, if it is not in the list', async () => {
    const { placeOf, store } = await withReports(openStore, 0)
    for (const score of [20, 90, 30, 95])
      await createReport(store.db, newReport({ score, url: `https://www.shop.example/${score}` }))
    expect(await placeOf(2, 'result=bad')).toMatchObject({
      position: null,
      total: 2,
      previous: { id: 3 },
      next: { id: 1 },
    })
    expect(await placeOf(2, 'result=bad&sort_by=score')).toMatchObject({
      position: null,
      previous: null,
      next: { id: 3 },
    })
    expect(await placeOf(2, 'search=com/3')).toMatchObject({ position: null, total: 0, previous: null, next: null })
    expect(await placeOf(2, 'search=example/3')).toMatchObject({
      position: null,
      total: 1,
      previous: { id: 3 },
      next: null,
    })
    expect(await placeOf(2, 'website_id=99')).toEqual({
      position: null,
      total: 0,
      total_relation: 'eq',
      previous: null,
      next: null,
    })
  })

  it('are returned without a position for a search with too many matches to count', async () => {
    const { placeOf } = await withReports(openStore, 10_100)
    for (const search of ['example', 'p']) {
      expect(await placeOf(5000, `search=${search}`)).toMatchObject({
        position: null,
        total: 10_000,
        total_relation: 'gte',
        previous: { id: 5001 },
        next: { id: 4999 },
      })
    }
  })
})

describeEachEngine('the number of newer reports', ({ openStore }) => {
  it('is that of the requested view, on each page', async () => {
    const { call } = await withReports(openStore, 61)
    for (const filter of [
      '',
      '&result=bad',
      '&website_id=2',
      '&search=p3',
      '&search=p&result=good',
      '&search=nothing',
      '&website_id=99',
    ]) {
      const { data } = (await call(`GET /api/v1/reports?per_page=100${filter}`)).body
      const newer = data.filter(({ id }: { id: number }) => id > 40).length
      const { meta, links } = (await call(`GET /api/v1/reports?newer_than=40&sort_by=score&page=2${filter}`)).body
      expect({ filter, newer: meta.newer, relation: meta.newer_relation }).toEqual({ filter, newer, relation: 'eq' })
      expect(links.first).toContain('newer_than=40')
    }
    expect((await call('GET /api/v1/reports')).body.meta).not.toHaveProperty('newer')
  })

  it('is counted up to a thousand', async () => {
    const { call } = await withReports(openStore, 1_102)
    for (const more of ['', '&search=example']) {
      expect((await call(`GET /api/v1/reports?newer_than=101${more}`)).body.meta).toMatchObject({
        newer: 1_000,
        newer_relation: 'gte',
      })
      expect((await call(`GET /api/v1/reports?newer_than=102${more}`)).body.meta).toMatchObject({
        newer: 1_000,
        newer_relation: 'eq',
      })
    }
  })

  it.each(['0', '-1', '1e3', '9007199254740992', 'x', '%00'])('is refused for %s', async (id) => {
    const { call } = await withReports(openStore, 0)
    expect((await call(`GET /api/v1/reports?newer_than=${id}`)).body.errors).toHaveProperty('newer_than')
  })
})

describeEachEngine('the deleted ones of the shown rows', ({ openStore }) => {
  it('are those that no longer exist, whatever the list has', async () => {
    const { call } = await withReports(openStore, 12)
    const deletedOf = async (path: string) => (await call(`GET /api/v1/${path}`)).body.meta.deleted
    expect(await deletedOf('reports')).toBeUndefined()
    expect(await deletedOf('reports?shown=3,12&per_page=10&page=2')).toEqual([])
    const { links } = (await call('GET /api/v1/reports?shown=3,12&per_page=10&sort=asc')).body
    expect(new URL(links.next).search).toBe('?per_page=10&sort=asc&page=2')
    await call('DELETE /api/v1/reports/3')
    await call('DELETE /api/v1/websites/2')
    expect(await deletedOf('reports?shown=3,1,2,99,3&search=nothing')).toEqual([3, 2, 99])
    expect(await deletedOf('reports?shown=12,1')).toEqual([])
    expect(await deletedOf('websites?shown=1,2,3,99&search=nothing')).toEqual([2, 99])
    await call('POST /api/v1/websites/2/restore')
    expect(await deletedOf('reports?shown=3,2')).toEqual([3])
    expect(await deletedOf('websites?shown=2')).toEqual([])
  })

  it('include those that a reader can’t see', async () => {
    const { store } = await withReports(openStore, 12)
    const { db } = store
    const ofFirst = { kind: 'website', website_id: 1 } as const
    expect(await reportsAmong(db, [1, 2, 99], { kind: 'all' })).toEqual([1, 2])
    expect(await reportsAmong(db, [1, 2, 99], ofFirst)).toEqual([1])
    expect(await websitesAmong(db, [1, 2, 99], ofFirst)).toEqual([1])
    for (const among of [reportsAmong, websitesAmong]) expect(await among(db, [1, 2], { kind: 'none' })).toEqual([])
  })

  it('are refused if one is no ID, or if they are more than a page has', async () => {
    const { call } = await withReports(openStore, 0)
    const errors = { shown: ['shown must be up to 100 positive whole numbers, separated by commas.'] }
    const many = Array.from({ length: 101 }, () => 1).join()
    for (const list of ['reports', 'websites'] as const)
      for (const ids of ['x', '0', '1,', '1,,2', '1%202', '9007199254740992', many])
        expect(await call(`GET /api/v1/${list}?shown=${ids}`)).toMatchObject({ status: 422, body: { errors } })
  })
})

describe('neighbours', () => {
  it('are rejected with invalid parameters and for a missing report', async () => {
    const { call, readKey, store } = await sqliteService()
    const { id } = await createReport(store.db, newReport())
    const path = `/api/v1/reports/${id}/neighbours`
    expect(await call(`GET ${path}?sort_by=foo&result=great`)).toMatchObject({
      status: 422,
      body: { errors: { sort_by: [expect.any(String)], result: [expect.any(String)] } },
    })
    for (const wrong of ['0', '-1', '1e3', '9007199254740992', '2'])
      expect((await call(`GET /api/v1/reports/${wrong}/neighbours`)).status).toBe(404)
    expect((await call(`GET ${path}`, { key: readKey })).status).toBe(200)
    expect((await call(`GET ${path}`, { key: null })).status).toBe(401)
    expect((await call(`POST ${path}`)).status).toBe(405)
    await deleteReport(store.db, id)
    expect((await call(`GET ${path}`)).status).toBe(404)
  })
})
