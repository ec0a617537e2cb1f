import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { type Privacy, privacies, privacyLabels } from '#contract/websites/website.ts'
import type { Route } from '#service/http/route.ts'
import { routes } from '#service/routes.ts'
import { createOneOfEach, otherDomain, requestOf } from '#testing/service/one-of-each.ts'
import { sqliteService, type TestResponse } from '#testing/service/service.ts'

const file = join(import.meta.dirname, '../../../docs/who-sees-what.md')
/** If set, the file is rewritten from the current behaviour. */
const rewrite = process.env['WRITE_WHO_SEES_WHAT'] !== undefined

// Only a full-access key changes anything, so it comes last.
const readers = ['visitor', 'share link', 'password unlocked', 'read-only key', 'full-access key'] as const
type Reader = (typeof readers)[number]

const outcomes = ['all', 'yes', 'password required', 'refused', 'no'] as const
type Outcome = (typeof outcomes)[number]

function outcomeOf({ status, text, body }: TestResponse, isRead: boolean): Outcome {
  if (status === 401 && body?.locked) return 'password required'
  if (status === 403) return 'refused'
  if ([401, 404, 405].includes(status)) return 'no'
  if (!isRead && (status < 300 || [409, 422].includes(status))) return 'yes'
  // The test's service has no browser that makes PDF files.
  if (status === 501) return 'yes'
  if (status !== 200) throw new Error(`Unexpected status ${status}: ${text}`)
  return text.includes(otherDomain) && text.includes('shop.example') ? 'all' : 'yes'
}

/** Reads come first, and deletions last: reports and websites, which others belong to, after everything else. */
function byEffect(one: Route, other: Route): number {
  return rankOf(one) - rankOf(other)
}

function rankOf({ declaration: { method, path, access } }: Route): number {
  if (method === 'GET') return 0
  if (typeof access === 'object' || access === 'without a key') return 1
  if (method !== 'DELETE') return path.startsWith('/api/v1/bulk/') ? 4 : 2
  return (
    ['/api/v1/reports/{id}', '/api/v1/websites/{id}', '/api/v1/views/{id}'].indexOf(path) + (path.includes('{') ? 5 : 3)
  )
}

async function tableOf(privacy: Privacy): Promise<string[]> {
  const service = await sqliteService()
  const { call, key, readKey } = service
  const world = await createOneOfEach(service)
  const { cookie } = world
  // Watching a job ends when it is cancelled.
  await call('POST /api/v1/jobs/1/cancel')
  if (privacy !== privacies.password) await call('PUT /api/v1/websites/1', { form: { privacy: String(privacy) } })
  let requestCount = 0

  async function outcomeFor(reader: Reader, route: Route, ofOther: boolean, query: string): Promise<Outcome> {
    const secrets = reader === 'share link' ? world : { token: 'A'.repeat(32), checkToken: 'A'.repeat(32) }
    const request = requestOf(route, { ...secrets, key: world.key }, ofOther)
    const { example } = route.declaration
    const answer = await call(`${request}${query}` as `${string} ${string}`, {
      key: reader === 'full-access key' ? key : reader === 'read-only key' ? readKey : null,
      headers: reader === 'password unlocked' ? { cookie } : {},
      remoteAddress: `192.0.2.${requestCount++ % 250}`,
      // No page is fetched in this test.
      ...(example && { form: { ...example, ...('url' in example && { url: 'https://127.0.0.1/' }) } }),
    })
    if (!reader.endsWith('key')) {
      const shown = answer.text + JSON.stringify(answer.headers)
      expect({ request, leaks: shown.includes(otherDomain) }).toEqual({ request, leaks: false })
    }
    return outcomeOf(answer, route.declaration.method === 'GET')
  }

  const rows = new Map<string, string>()
  for (const route of routes.toSorted(byEffect)) {
    for (const ofOther of [false, true]) {
      const { method, path } = route.declaration
      // A full-access key can change the other website as it can this one.
      if (!requestOf(route, world, ofOther) || (ofOther && rankOf(route) > 1)) continue
      const cells: Outcome[] = []
      for (const reader of readers) {
        const seen = [await outcomeFor(reader, route, ofOther, '')]
        // A visitor who names another website in the query doesn't get it.
        if (method === 'GET' && !reader.endsWith('key'))
          seen.push(await outcomeFor(reader, route, ofOther, '?website_id=2'))
        cells.push(outcomes.find((one) => seen.includes(one)) ?? 'no')
      }
      const name = `\`${method} ${path}\`${ofOther ? ', other' : ''}`
      rows.set(name, `| ${name} | ${cells.toReversed().join(' | ')} |`)
    }
  }
  const names = routes.flatMap(({ declaration: { method, path } }) =>
    ['', ', other'].map((suffix) => `\`${method} ${path}\`${suffix}`),
  )
  const head = [`| | ${readers.toReversed().join(' | ')} |`, `|---${'|---'.repeat(readers.length)}|`]
  return [...head, ...names.flatMap((name) => rows.get(name) ?? [])]
}

const head = `# Who sees what

The test \`src/service/scenarios/who-sees-what.test.ts\` writes this file from the declared routes. It sends each route's
request as every kind of reader and fails when the file differs from the real behaviour. To update the file, run
\`WRITE_WHO_SEES_WHAT=1 npx vitest run src/service/scenarios/who-sees-what.test.ts\`.

The requests are about a website of the privacy in the heading. Those marked *other* are about another, private website.

Readers:

* **full-access key**, **read-only key**: an API key of the service.
* **password unlocked**: no key, but the cookie that the website set for its password, while it had one.
* **share link**: no key, but the token of a live link to the website without a password.
* **visitor**: no key, cookie or token.

Results:

* **all**: data of every website.
* **yes**: data of this website, or of none; a write is done.
* **password required**: no data before the password is entered.
* **refused**: status 403, for a read-only key.
* **no**: status 401 without a key. On paths that need no key, status 404 for both private and missing items.
`

let written = ''
const sections = new Map<Privacy, string[]>()

beforeAll(() => {
  written = rewrite ? '' : readFileSync(file, 'utf8')
})

it.each(Object.values(privacies))('the table shows who can access a website of privacy %i', async (privacy) => {
  const table = await tableOf(privacy)
  sections.set(privacy, table)
  if (rewrite) return
  const [, section = ''] = written.split(`## ${privacyLabels[privacy]}\n`)
  expect(section.split('\n## ', 1)[0]?.trim().split('\n')).toEqual(table)
})

it('the file consists of an introduction and three tables', () => {
  const whole = [
    head,
    ...[...sections].map(([privacy, table]) => `## ${privacyLabels[privacy]}\n\n${table.join('\n')}\n`),
  ].join('\n')
  if (rewrite) writeFileSync(file, whole)
  expect(readFileSync(file, 'utf8')).toBe(whole)
})
