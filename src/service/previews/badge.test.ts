import { expect, it } from 'vitest'
import { deleteReport } from '#service/store/reports/deleted-reports.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { sqliteService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'
import { badgeSvg } from './badge.ts'

const visitor = { key: null }

async function publicShop() {
  const service = await sqliteService()
  const report = await createReport(service.store.db, newReport({ url: 'https://shop.example/', score: 72 }))
  const set = (form: Record<string, string>) => service.call(`PUT /api/v1/websites/${report.website_id}`, { form })
  const badge = (id: number | string = report.website_id, headers = {}) =>
    service.call(`GET /badges/websites/${id}.svg`, { ...visitor, headers })
  return { ...service, report, set, badge }
}

it('a public website has a badge with its score that caches check again by its tag', async () => {
  const { set, badge, report } = await publicShop()
  await set({ privacy: '0' })
  const { status, text, headers } = await badge()
  expect({ status, type: headers['content-type'], cache: headers['cache-control'] }).toEqual({
    status: 200,
    type: 'image/svg+xml',
    cache: 'public, max-age=300',
  })
  expect(text).toContain('SEO score: 72 of 100 (Decent)')
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(await badge(report.website_id, { 'if-none-match': headers['etag'] })).toMatchObject({ status: 304, text: '' })
})

it('a private website, one with a password and a missing one have none, by the same answer', async () => {
  const { set, badge } = await publicShop()
  const stable = async (id?: number | string) => {
    const { status, text, headers } = await badge(id)
    return { status, text: text.replace(String(headers['x-request-id']), '') }
  }
  const missing = await stable(900)
  expect(missing.status).toBe(404)
  expect(await stable()).toEqual(missing)
  await set({ privacy: '2', password: 'correct horse' })
  expect(await stable()).toEqual(missing)
  expect(await stable('x')).toEqual(missing)
})

it('a website without reports says so', async () => {
  const { store, set, badge, report } = await publicShop()
  await set({ privacy: '0' })
  await deleteReport(store.db, report.id)
  expect((await badge()).text).toContain('SEO score: no reports')
})

it('says each rating in words and colour', () => {
  const fills = (['good', 'decent', 'bad'] as const).map((rating) => badgeSvg({ score: 50, rating }))
  expect(new Set(fills).size).toBe(3)
  expect(fills[2]).toContain('(Bad)')
})
