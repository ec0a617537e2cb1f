// @module-tag all
import { expect, it, onTestFinished } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { openStore } from '#service/store/database.ts'
import { controlMs } from '#testing/processor-time.ts'
import { startChildService } from '#testing/service/child-service.ts'
import { createDataFolder } from '#testing/store/databases.ts'

const size = 8 * 1024 * 1024 - 64
const form = 'application/x-www-form-urlencoded'
const json = 'application/json'
const many = (text: string, end = '') => text.repeat(Math.floor((size - end.length) / text.length)) + end
const numbered = (pair: (at: number) => string, separator: string) => {
  const length = pair(1_000_000).length + separator.length
  return Array.from({ length: Math.floor(size / length) }, (_, at) => pair(at)).join(separator)
}

/** Bodies of 8 MiB that took seconds, or that could, all of them refused. */
const bodies: [name: string, type: string, body: string][] = [
  ['different fields', form, numbered((at) => `f${at}=`, '&')],
  ['the same field', form, many('urls=&')],
  ['fields without a name', form, many('&')],
  ['line breaks', form, `urls=${many('\n')}`],
  ['line breaks and carriage returns', form, `urls=${many('\r\n')}`],
  ['escaped line breaks', form, `urls=${many('%0A')}`],
  ['line breaks in a pattern', form, `include=${many('\n')}`],
  ['spaces', form, `urls=${many('+')}`],
  ['short lines', form, `urls=${many('a\n')}`],
  ['one long line', form, `urls=https://example.com/${many('é')}`.slice(0, size / 2)],
  ['a long sitemap', form, `sitemap=https://example.com/${many('é')}`.slice(0, size / 2)],
  ['a long label', form, `urls=https://127.0.0.1/&label=${many('a')}`],
  ['different fields in JSON', json, `{${numbered((at) => `"f${at}":1`, ',')}}`],
  ['an array of empty texts', json, `{"urls":[${many('"",', '""')}]}`],
  ['nested arrays', json, `{"urls":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`],
  ['escapes in JSON', json, `{"urls":"${many('\\n')}"}`],
  ['white space in JSON', json, `${many(' ')}{}`],
]

/** Starts the service. Returns a function that sends a request, and one that returns how long it blocked others. */
async function startService() {
  const { dataDir, remove } = await createDataFolder()
  onTestFinished(remove)
  const { db, close } = await openStore({ dataDir })
  const { key } = await issueKey(db, 'Test', 'full')
  await close()
  const { api, figures } = await startChildService({ SEO_REPORTS_DATA_DIR: dataDir })
  const send = async (path: string, init?: RequestInit) => {
    const response = await api(path, key, init)
    await response.arrayBuffer()
    return response.status
  }
  const blockedMs = async () => {
    const { maxDelayMs, maxBusyMs } = await figures()
    // On a busy machine every process is delayed, also one that does nothing.
    return Math.round(Math.min(maxDelayMs, maxBusyMs))
  }
  return { send, blockedMs }
}

it('bodies of 8 MiB never block other requests for long', async () => {
  const { send, blockedMs } = await startService()
  const post = (type: string, body: string) =>
    send('/api/v1/jobs', { method: 'POST', body, headers: { 'Content-Type': type } })
  // The first requests load and compile code.
  expect([await post(form, 'urls='), await post(json, '{"urls":["x"]}')]).toEqual([422, 422])
  await blockedMs()
  const slow: string[] = []
  for (const [name, type, body] of bodies) {
    expect([name, await post(type, body)]).toEqual([name, 422])
    const ms = await blockedMs()
    if (ms >= controlMs()) slow.push(`${name}: ${ms} ms`)
  }
  expect(slow).toEqual([])
})

it('queries, cookies and headers of 14 KB never block other requests for long', async () => {
  const { send, blockedMs } = await startService()
  const head = (text: string) => text.repeat(Math.floor(14_000 / text.length))
  const requests: [path: string, headers?: Record<string, string>][] = [
    [`/api/v1/reports?${head('a&')}`],
    [`/api/v1/reports?${head('search=%41&')}`],
    [`/api/v1/reports?${head('%')}`],
    [`/api/v1/reports?search=${head('%F0%9F%92%A1')}`],
    [`/api/v1/${head('/')}`],
    [`/s/${head('%2f')}`],
    [`/s/${head('a')}`],
    ['/api/v1/shared/websites/1', { Cookie: head('seo_unlock_1=v1.9; ') }],
    ['/api/v1/shared/websites/1', { Cookie: head('a=%41; ') }],
    ['/api/v1/reports', { Prefer: head('respond-async, ') }],
    ['/api/v1/reports', { Accept: head('text/event, ') }],
    ['/api/v1/reports', { 'If-None-Match': head('W/"a", ') }],
    ['/api/v1/reports', { 'Accept-Encoding': head('gzip;q=0.1, ') }],
    ['/api/v1/reports', { 'User-Agent': head('Version/1 ') }],
  ]
  for (const [path, headers = {}] of requests.slice(0, 1)) await send(path, { headers })
  await blockedMs()
  const slow: string[] = []
  for (const [path, headers = {}] of requests) {
    await send(path, { headers })
    const ms = await blockedMs()
    if (ms >= controlMs()) slow.push(`${path.slice(0, 40)} ${Object.keys(headers).join()}: ${ms} ms`)
  }
  expect(slow).toEqual([])
})
