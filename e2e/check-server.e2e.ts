import { type ChildProcess, execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { checkServer } from '#conformance/check-server.ts'
import { exitCodeOf, formatResult, type Result } from '#conformance/result.ts'
import { performThenCut, reset, silence, status, truncated } from './support/mock-server/faults.ts'
import { type MockServer, startMockServer } from './support/mock-server/mock-server.ts'
import { variants } from './support/mock-server/variants.ts'
import { verdicts } from './support/mock-server/verdicts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const newPage = 'https://new.example/page'

let child: ChildProcess
test.describe.configure({ mode: 'parallel' })

/** Runs the command like a user does. Returns its exit code and output. */
const command = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    // Node prints a warning if both variables are set.
    const env = { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined }
    child = execFile(
      process.execPath,
      ['src/conformance/main.ts', ...args],
      { cwd: root, env, maxBuffer: 2 ** 26 },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })

/** Runs the checks in this process, which is faster. */
const checked = (server: MockServer, page?: string) =>
  checkServer({
    base: server.origin,
    key: server.key,
    write: page !== undefined,
    page: page || null,
    timeoutMs: 5_000,
  })

const data = ({ reports, websites }: MockServer) =>
  structuredClone({ reports, websites: websites.map((website) => ({ ...website, updated_at: null })) })
const lineOf = ({ lines }: Result, name: string) =>
  lines
    .filter((line) => line.name === name)
    .map(({ outcome, message }) => `${outcome}: ${message}`)
    .join(' ')

const cors = 'requests from other origins (CORS)'
/** Some lines in full. */
const sentences: [name: keyof typeof variants, line: string, words: string][] = [
  ['plain', 'reports: page', 'as specified: Page 2 follows page 1, and the last page is known.'],
  ['bare', 'reports: envelope', 'as specified: A bare array.'],
  ['laravel', 'POST reports without a url', 'different: 422: The url is required (message is an object of fields).'],
  ['sparse', 'reports: result', 'different: Missing in 10 of 10 rows.'],
  [
    'pageIgnored',
    'reports: page',
    'different: Ignored by the server: page 2 repeats page 1. Only the first rows are reachable.',
  ],
  ['perPageIgnored', 'reports: per_page', 'wrong: 10 rows returned instead of 25, although there are more.'],
  ['sortIgnored', 'reports: sort_by=score', "wrong: The rows aren't in this order."],
  [
    'filtersIgnored',
    'reports: filter by website_id',
    'wrong: website_id=12 returns 22 of 25 rows with another website_id.',
  ],
  ['looseSearch', 'reports: search', 'different: Works, but % matches any text.'],
  ['loginPage', 'without a key or an Accept header', 'different: 302, a redirect to /login: treated as signed out.'],
  ['problemDetails', 'POST reports without a url', 'different: 422: The url is required (problem details (RFC 9457)).'],
  ['deleted204', 'DELETE reports/{id}', 'different: 204 without a body, deleted.'],
  ['unreadableRows', 'reports: rows', 'wrong: 1 of 10 rows are unreadable: they have no id, URL or domain.'],
  ['mostDifferent', 'reports: score', 'different: Must be integer in 10 of 10 rows, such as "86".'],
]

test('each API variant gets its verdicts, and its data is left unchanged @all', async () => {
  test.slow()
  const plain = new Map<string, string>()
  for (const name of Object.keys(verdicts) as (keyof typeof variants)[]) {
    const server = await startMockServer({ variant: variants[name] })
    const before = data(server)
    const found = await checked(server, newPage)
    const differs = found.lines.filter((line) => line.outcome !== (plain.get(line.name) ?? 'as specified'))
    if (name === 'plain') for (const line of differs) plain.set(line.name, line.outcome)
    const expected = Object.entries(verdicts[name]).flatMap(([outcome, lines]) =>
      lines.map((line) => `${outcome}: ${line}`),
    )
    expect.soft(differs.map((line) => `${line.outcome}: ${line.name}`).toSorted(), name).toEqual(expected.toSorted())
    for (const [variant, line, words] of sentences)
      if (variant === name) expect.soft(lineOf(found, line), name).toBe(words)
    expect.soft(exitCodeOf(found), name).toBe(verdicts[name].wrong ? 1 : 0)
    expect.soft(found.left, name).toEqual([])
    // Without real IDs nothing created can be recognised.
    if (name !== 'uuids' && name !== 'tooManyRows') expect.soft(data(server), name).toEqual(before)
    await server.close()
  }
})

test('without --write it only reads @all', async () => {
  const server = await startMockServer()
  const found = await checked(server)
  expect(new Set(server.requests.map(({ method }) => method))).toEqual(new Set(['GET', 'OPTIONS']))
  expect(lineOf(found, 'GET /api/v1')).toMatch(/^different: Another server/)
  expect(lineOf(found, cors)).toMatch(/^different: Rejected/)
  await server.close()
})

test('a POST whose response is cut off in the middle is sent once and cleaned up @all', async () => {
  const server = await startMockServer()
  const before = data(server)
  server.on('POST', '/reports', (exchange) =>
    exchange.body.includes('new.example') ? performThenCut()(exchange) : exchange.respond(),
  )
  const found = await checked(server, newPage)
  expect(server.requests.filter(({ method, body }) => method === 'POST' && body.includes('new.example'))).toHaveLength(
    1,
  )
  expect(lineOf(found, 'POST reports')).toMatch(/^(wrong|different): /)
  expect(data(server)).toEqual(before)
  await server.close()
})

test("data that can't be cleaned up is reported @all", async () => {
  const server = await startMockServer()
  server.on('DELETE', /^\/reports\//, status(500, { body: { message: 'Server error.' } }))
  const found = await checked(server, '')
  expect(exitCodeOf(found)).toBe(1)
  expect(found.left).toEqual([`report ${server.reports.at(-1)?.id}`])
  expect(formatResult(found, { key: server.key, json: false })).toContain("Couldn't clean up; remove these yourself")
  await server.close()
})

test('a POST that may still be running is reported @all', async () => {
  const server = await startMockServer()
  server.on('POST', '/reports', (exchange) =>
    exchange.body.includes('new.example') ? reset()(exchange) : exchange.respond(),
  )
  const { left } = await checked(server, newPage)
  expect(left.join()).toMatch(
    /^possibly a report of https:\/\/new\.example\/page\?check-server=[0-9a-f]{12}, if the server is still creating it$/,
  )
  await server.close()
})

test('restoring the privacy is retried @all', async () => {
  const server = await startMockServer()
  const before = data(server)
  let puts = 0
  server.on('PUT', /^\/websites\//, (exchange) => ((puts += 1) === 2 ? reset()(exchange) : exchange.respond()))
  const found = await checked(server, '')
  expect(puts).toBe(3)
  expect(lineOf(found, 'PUT websites/{id}')).toBe('wrong: Changed, but not restored.')
  expect(found.left).toEqual([])
  expect(data(server)).toEqual(before)
  await server.close()
})

test('stopping it during an analysis leaves nothing behind @all', async () => {
  const server = await startMockServer()
  const before = data(server)
  const stored = new Promise<void>((resolve) => {
    server.on('POST', '/reports', (exchange) => {
      if (!exchange.body.includes('new.example')) return exchange.respond()
      exchange.perform()
      return resolve()
    })
  })
  const running = command(server.origin, server.key, '--write', '--url', newPage)
  await stored
  child.kill('SIGINT')
  const { code, out, err } = await running
  expect(code).toBe(2)
  expect(err).toContain('Stopping after cleaning up.')
  expect(out).toContain('Stopped. Only the checks above were run.')
  expect(data(server)).toEqual(before)
  await server.close()
})

test('truncated responses are recognised and silence times out @all', async () => {
  const server = await startMockServer()
  server.on('GET', /^\/reports\/\d+$/, truncated())
  server.on('GET', /^\/websites/, silence())
  const { code, out } = await command(server.origin, server.key, '--timeout', '1')
  expect(code).toBe(1)
  expect(out).toContain("No response: it didn't respond within 1 s.")
  server.on('GET', /^\/websites/, ({ respond }) => respond())
  expect(lineOf(await checked(server), 'GET reports/{id}')).toBe('wrong: 200 with invalid or incomplete JSON.')
  await server.close()
})

test('a rejected key, a missing server and wrong arguments end with exit code 2 and a sentence @all', async () => {
  // Four programs, one after the other.
  test.slow()
  const server = await startMockServer()
  const refused = await command(server.origin, 'another-key')
  expect(refused.code).toBe(2)
  expect(refused.out).toContain('rejected this key')
  await server.close()
  const away = await command(server.origin, 'another-key')
  expect(away.code).toBe(2)
  expect(away.out).toContain("Can't reach the server. No response: it refused the connection.")
  expect(await command('ftp://seo.example', 'k')).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining("The server's URL isn't valid"),
  })
  expect((await command()).err).toContain("Enter the server's URL")
})

test('the key is not printed, even if the server returns it @all', async () => {
  const server = await startMockServer()
  server.on('GET', /^\/reports\/\d+$/, status(404, { body: { message: `No report for ${server.key} \u001b[31m` } }))
  const out = formatResult(await checked(server), { key: server.key, json: false })
  expect(out).toContain('404: No report for [the key]')
  expect(out).not.toContain(server.key)
  expect(out).not.toContain('\u001b')
  await server.close()
})
