import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import { sqliteService, type TestResponse, type TestService } from './service.ts'

/** A request of a visitor for a page. */
export const html = { key: null, headers: { accept: 'text/html' } }
const failed = newCheckResult({ outcome: 'fail', passed: false })

/** Creates a report with score 72 of shop.example, on a service with a dashboard. */
export async function previewedShop(url = 'https://shop.example/pricing', title = 'Plans') {
  const webRoot = mkdtempSync(join(tmpdir(), 'seo-reports-previews-'))
  onTestFinished(() => rmSync(webRoot, { recursive: true }))
  mkdirSync(join(webRoot, 'assets'))
  writeFileSync(
    join(webRoot, 'index.html'),
    '<!doctype html><html lang="en"><head><title>x</title></head><body></body></html>',
  )
  const service = await sqliteService({ webRoot })
  const report = await createReport(
    service.store.db,
    newReport({
      url,
      title,
      score: 72,
      evaluation: newEvaluation({ results: { a: failed, b: failed, c: newCheckResult() } }),
    }),
  )
  const set = async (form: Record<string, string>) =>
    expect((await service.call(`PUT /api/v1/websites/${report.website_id}`, { form })).status).toBe(200)
  return {
    ...service,
    report,
    set,
    page: `/reports/${report.id}` as const,
    site: `/websites/${report.website_id}` as const,
  }
}

export const headOf = ({ text }: TestResponse) => ({
  title: /<title>(.*?)<\/title>/s.exec(text)?.[1],
  description: /<meta name="description" content="(.*?)">/s.exec(text)?.[1],
  canonical: /<link rel="canonical" href="(.*?)">/.exec(text)?.[1],
  ...Object.fromEntries(
    [...text.matchAll(/<meta property="(.*?)" content="(.*?)">/gs)].map(([, name, content]) => [name, content]),
  ),
})

/** Returns what is the same in every response. */
export const stable = ({ status, text, headers: { 'x-request-id': id, date: _date, ...headers } }: TestResponse) => ({
  status,
  text: text.replace(String(id), ''),
  headers,
})
export const png = (service: TestService, path: string, headers: Record<string, string> = {}) =>
  service.call(`GET ${path}`, { key: null, headers: { accept: 'image/*', ...headers } })
