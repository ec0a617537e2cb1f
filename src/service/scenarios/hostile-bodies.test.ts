import { expect, it, onTestFinished } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { openStore } from '#service/store/database.ts'
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

/** Bodies of 8 MiB that took seconds, or that could, each with the responses that are right. */
const bodies: [name: string, type: string, body: string, statuses: number[]][] = [
  ['different fields', form, numbered((at) => `f${at}=`, '&'), [422]],
  ['the same field', form, many('urls=&'), [422]],
  ['fields without a name', form, many('&'), [422]],
  ['line breaks', form, `urls=${many('\n')}`, [422]],
  ['line breaks and carriage returns', form, `urls=${many('\r\n')}`, [422]],
  ['escaped line breaks', form, `urls=${many('%0A')}`, [422]],
  ['line breaks in a pattern', form, `include=${many('\n')}`, [422]],
  ['spaces', form, `urls=${many('+')}`, [422]],
  ['short lines', form, `urls=${many('a\n')}`, [422]],
  ['one long line', form, `urls=https://example.com/${many('é')}`.slice(0, size / 2), [422]],
  ['a long sitemap', form, `sitemap=https://example.com/${many('é')}`.slice(0, size / 2), [422]],
  ['a long label', form, `urls=https://127.0.0.1/&label=${many('a')}`, [422]],
  ['different fields in JSON', json, `{${numbered((at) => `"f${at}":1`, ',')}}`, [422]],
  ['an array of empty texts', json, `{"urls":[${many('"",', '""')}]}`, [422]],
  ['nested arrays', json, `{"urls":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`, [422]],
  ['escapes in JSON', json, `{"urls":"${many('\\n')}"}`, [422]],
  ['white space in JSON', json, `${many(' ')}{}`, [422]],
]

it('bodies of 8 MiB never block other requests for 100 ms', async () => {
  const { dataDir, remove } = await createDataFolder()
  onTestFinished(remove)
  const { db, close } = await openStore({ dataDir })
  const { key } = await issueKey(db, 'Test', 'full')
  await close()
  const { api, figures } = await startChildService({ SEO_REPORTS_DATA_DIR: dataDir })
  const post = async (type: string, body: string) => {
    const response = await api('/api/v1/jobs', key, { method: 'POST', body, headers: { 'Content-Type': type } })
    await response.arrayBuffer()
    return response.status
  }
  // The first requests load and compile code.
  for (const [type, body] of [
    [form, 'urls='],
    [json, '{"urls":["x"]}'],
  ] as const)
    expect(await post(type, body)).toBe(422)
  await figures()

  const slow: string[] = []
  for (const [name, type, body, statuses] of bodies) {
    expect([name, statuses.includes(await post(type, body))]).toEqual([name, true])
    const { maxDelayMs, maxBusyMs } = await figures()
    // On a busy machine every process is delayed, also one that does nothing.
    const ms = Math.round(Math.min(maxDelayMs, maxBusyMs))
    if (ms >= 100) slow.push(`${name}: ${ms} ms`)
  }
  expect(slow).toEqual([])
}, 120_000)
