import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { sqliteService } from '#testing/service/service.ts'
import { createDataFolder } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { findChromium } from './chromium.ts'
import { maxWaiting } from './printer.ts'

it('a PDF file is refused by a server without a browser, also for a missing report', async () => {
  const { call, store } = await sqliteService()
  const { id, website_id } = await createReport(store.db, newReport())
  for (const path of [`reports/${id}/document`, `websites/${website_id}/document`, 'documents/reports'])
    expect((await call(`GET /api/v1/${path}.pdf`)).body).toMatchObject({ code: 'pdf_unavailable', status: 501 })
  expect((await call('GET /api/v1/reports/999/document.pdf')).status).toBe(404)
})

it('a browser that fails is reported, and the next file is tried again', async () => {
  const { call, store } = await sqliteService({ chromium: '/bin/false' })
  const { id } = await createReport(store.db, newReport())
  for (const _ of [1, 2]) {
    const { body, headers } = await call(`GET /api/v1/reports/${id}/document.pdf`)
    expect([body.code, headers['retry-after']]).toEqual(['pdf_failed', '10'])
  }
})

it('a PDF file is refused while too many wait', async () => {
  const { dataDir, remove } = await createDataFolder()
  onTestFinished(remove)
  const hanging = join(dataDir, 'browser')
  writeFileSync(hanging, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 })
  const { call, store } = await sqliteService({ chromium: hanging })
  const { id } = await createReport(store.db, newReport())
  const gone = new AbortController()
  const printed = Array.from({ length: maxWaiting + 2 }, () =>
    call(`GET /api/v1/reports/${id}/document.pdf`, { signal: gone.signal }),
  )
  const ended = Promise.allSettled(printed)
  const { body, headers } = await Promise.race(printed)
  expect([body.code, headers['retry-after']]).toEqual(['busy', '10'])
  gone.abort()
  await ended
})

const chromium = await findChromium()

it.skipIf(!chromium)('files of the dashboard that are missing are an error, never an empty PDF file', async () => {
  const { call, store } = await sqliteService({ chromium })
  const { id } = await createReport(store.db, newReport())
  expect((await call(`GET /api/v1/reports/${id}/document.pdf`)).body).toMatchObject({
    code: 'pdf_failed',
    status: 503,
  })
})
