import { expect } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { newReport } from '#testing/store/reports.ts'
import type { Call, TestResponse, TestService } from './service.ts'

export const cookieOf = ({ headers }: TestResponse) => String(headers['set-cookie']).split(';', 1)[0] ?? ''

/** The fields of a share link. */
export type LinkFields = Record<string, string | number>

/** Creates reports of two websites alternately, so that each has a neighbour of the other website. */
export async function sharing(service: TestService) {
  const { call, store } = service
  const keep = (domain: string, path: string, score: number) =>
    createReport(store.db, newReport({ url: `https://${domain}/${path}`, domain, score }))
  const lamps = await keep('shop.example', 'lamps', 90)
  const foreign = await keep('other.example', 'lamps', 30)
  const tables = await keep('shop.example', 'tables', 40)
  const foreignTables = await keep('other.example', 'tables', 45)
  const again = await keep('shop.example', 'lamps/again', 20)
  const ids = {
    lamps: lamps.id,
    foreign: foreign.id,
    tables: tables.id,
    foreignTables: foreignTables.id,
    again: again.id,
  }
  async function make(fields: LinkFields): Promise<{ id: number; token: string }> {
    const { status, body } = await call('POST /api/v1/links', { json: fields })
    expect(status).toBe(201)
    return body.data
  }
  const visit = (token: string, path = '', options: Call = {}) =>
    call(`GET /api/v1/shared/links/${token}${path}`, { key: null, ...options })
  const rows = async (token: string, path: string) =>
    (await visit(token, path)).body.data.map(({ id }: { id: number }) => id)
  const post = (token: string, what: string, form = {}, options: Call = {}) =>
    call(`POST /api/v1/shared/links/${token}/${what}`, { key: null, form, ...options })
  return { ...service, ids, shop: lamps.website_id, other: foreign.website_id, make, visit, rows, post }
}
