import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type Privacy, privacies, privacyLabels } from '#contract/websites/website.ts'
import { type Action, refusalOf } from '#service/access/policy.ts'
import type { Access, Route } from '#service/http/route.ts'
import { routes } from '#service/routes.ts'
import { allRights } from '#service/store/access/grants.ts'
import type { Store } from '#service/store/database.ts'
import { createOneOfEach, keyName, otherDomain, requestOf } from '#testing/service/one-of-each.ts'
import { type TestResponse, testService } from '#testing/service/service.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'

/** The whole table, to read. */
const folder = join(import.meta.dirname, '../../../.cache')
const file = join(folder, 'who-sees-what.md')

// Only a full-access key changes anything, so it comes last. An owner, who could too, reads, and has an account.
const readers = [
  'visitor',
  'client report link',
  'share link',
  'password unlocked',
  'guest of website 1',
  'member of website 1',
  'read-only key',
  'owner signed in',
  'full-access key',
] as const
type Reader = (typeof readers)[number]

/** They change nothing here that the full-access key is to change last. */
const leavesToKey: Reader[] = ['owner signed in', 'member of website 1', 'guest of website 1']

const outcomes = ['all', 'yes', 'password required', 'refused', 'no', 'as a full-access key'] as const
type Outcome = (typeof outcomes)[number]

function outcomeOf({ status, text, body }: TestResponse, isRead: boolean): Outcome {
  if (status === 401 && body?.locked) return 'password required'
  if (status === 403) return 'refused'
  if ([401, 404, 405].includes(status)) return 'no'
  // On the way to a provider, or back.
  if (status === 303) return 'yes'
  if (!isRead && (status < 300 || [409, 422].includes(status))) return 'yes'
  // The test's service has no browser that makes PDF files.
  if (status === 501) return 'yes'
  if (status !== 200) throw new Error(`Unexpected status ${status}: ${text}`)
  return text.includes(otherDomain) && text.includes('shop.example') ? 'all' : 'yes'
}

/** A person with grants, for the policy. */
const granted = (role: 'guest' | 'member') => ({
  ...readOnly,
  key: { ...readOnly.key, role: 'full' as const },
  rights: { ...allRights, role },
})

/** A read-only key, for the policy. */
const readOnly = {
  kind: 'key',
  key: { id: '', name: '', role: 'read' },
  person: null,
  rights: allRights,
} as const

const needsNoKey: Access[] = ['with or without a key', 'anyone', 'without a key', 'health check']
const isAction = (access: Access): access is Action => typeof access === 'string' && !needsNoKey.includes(access)

/** Returns the right outcomes by the route's declaration and the privacy of website 1. Website 2 is private. */
function rightOutcomes({ declaration }: Route, reader: Reader, privacy: Privacy, ofOther: boolean): Outcome[] {
  const { access, method, path } = declaration
  // No one has begun.
  if (path === '/api/v1/connections/google/callback') return ['refused']
  if (isAction(access)) {
    if (!isSignedIn(reader)) return ['no']
    // The examples have no query that names a website.
    if (path === '/api/v1/connections/google/start')
      return refusalOf(policyReader(reader), access) ? ['refused'] : ['no']
    if (isGranted(reader)) return rightOfGranted(declaration, reader, access, ofOther)
    // A service key has no account, and a session no key.
    if (reader === 'full-access key' && isOfAccount(path) && method !== 'GET') return ['refused']
    if (reader === 'owner signed in' && path === '/api/v1/keys/self') return ['refused']
    // Cookies count in the API only.
    if (reader === 'owner signed in' && !path.startsWith('/api/')) return ['no']
    return reader === 'read-only key' && refusalOf(readOnly, access) ? ['refused'] : ['yes', 'all']
  }
  if (/links\/\{/.test(path)) {
    if (reader === 'client report link') return [opensClientReport(path) && !ofOther ? 'yes' : 'no']
    return reader === 'share link' && !ofOther ? ['yes', 'no'] : ['no']
  }
  if (path.startsWith('/sign-in/')) return ['yes']
  // No token is right.
  if (path.startsWith('/api/v1/password-resets/')) return ['no']
  if (!/\{(id|file)\}/.test(path) || path.endsWith('/forget') || path.startsWith('/api/v1/sign-in/')) return ['yes']
  if (ofOther || privacy === privacies.private) return ['no']
  if (privacy === privacies.public || path.endsWith('/unlock')) return ['yes']
  if (typeof access !== 'object') return ['no']
  return reader === 'password unlocked' ? ['yes'] : ['password required']
}

/** People who were granted one website see nothing of the others, and nothing that isn't of one. */
function rightOfGranted(
  { method, path }: Route['declaration'],
  reader: keyof typeof rolesOf,
  access: Action,
  ofOther: boolean,
): Outcome[] {
  if (!path.startsWith('/api/') || ofOther || path.includes('/against/')) return ['no']
  if (/^\/api\/v1\/(views|alerts|alerts\/rules)\/\{id\}/.test(path)) return ['no']
  // Client 1 has no website that they see, and person 1 is an owner.
  if (method === 'GET' && path.startsWith('/api/v1/clients/{id}')) return ['no']
  if (method === 'GET' && path === '/api/v1/people/{id}' && reader === 'guest of website 1') return ['no']
  if (reader === 'guest of website 1' && /^\/api\/v1\/(jobs|schedules|links|waivers\/\{id\})\/\{/.test(path))
    return ['no']
  const refusal = refusalOf(granted(rolesOf[reader]), access)
  if (refusal === 'is hidden') return ['no']
  if (refusal || path === '/api/v1/keys/self') return ['refused']
  return method === 'GET' ? ['yes'] : ['yes', 'no']
}

const policyReader = (reader: Reader) => {
  if (isGranted(reader)) return granted(rolesOf[reader])
  return reader === 'read-only key' ? readOnly : { ...readOnly, key: { ...readOnly.key, role: 'full' as const } }
}

const rolesOf = { 'guest of website 1': 'guest', 'member of website 1': 'member' } as const
const isGranted = (reader: Reader): reader is keyof typeof rolesOf => reader in rolesOf

const isSignedIn = (reader: Reader) => reader.endsWith('key') || reader === 'owner signed in' || isGranted(reader)
const isOfAccount = (path: string) => path.startsWith('/api/v1/me')

/** A link to a client report opens the report as a whole, and nothing else. */
const opensClientReport = (path: string) => /links\/\{(token|file)\}(\/(document(\.pdf)?|unlock|forget))?$/.test(path)

/** Reads come first, and deletions last: reports and websites, which own others, after everything else. */
function byEffect(a: Route, b: Route): number {
  return rankOf(a) - rankOf(b)
}

function rankOf({ declaration: { method, path, access } }: Route): number {
  if (method === 'GET') return 0
  // Before the provider is deleted.
  if (path === '/api/v1/me/identities/{identity}') return 3
  // It ends other sessions.
  if (path === '/api/v1/me/password') return 8
  if (method === 'DELETE' && path === '/api/v1/me/sessions') return 9
  if (method === 'DELETE' && path === '/api/v1/session') return 10
  if (typeof access === 'object' || access === 'without a key') return 1
  if (method !== 'DELETE') return path.startsWith('/api/v1/bulk/') ? 4 : 2
  return (
    ['/api/v1/reports/{id}', '/api/v1/websites/{id}', '/api/v1/views/{id}', '/api/v1/clients/{id}'].indexOf(path) +
    (path.includes('{') ? 5 : 3)
  )
}

async function tableOf(store: Store, privacy: Privacy): Promise<string[]> {
  const service = await testService(store, { publicUrl: 'https://reports.test' })
  const { call, key, readKey } = service
  const world = await createOneOfEach(service)
  const { cookie, session } = world
  // Watching a job ends when it is cancelled.
  await call('POST /api/v1/jobs/1/cancel')
  if (privacy !== privacies.password) await call('PUT /api/v1/websites/1', { form: { privacy: String(privacy) } })
  let requestCount = 0

  async function outcomeFor(reader: Reader, route: Route, ofOther: boolean, query: string): Promise<Outcome> {
    const unknown = 'A'.repeat(32)
    const secrets =
      reader === 'share link'
        ? world
        : reader === 'client report link'
          ? { token: world.documentToken, checkToken: world.documentToken }
          : { token: unknown, checkToken: unknown }
    const request = requestOf(route, { ...secrets, key: world.key, passwordToken: unknown }, ofOther)
    const { example, method, path } = route.declaration
    const leavesAsItIs = method === 'GET' || (isGranted(reader) && (ofOther || reader === 'guest of website 1'))
    if (leavesToKey.includes(reader) && !leavesAsItIs && !/\/me|session|keys.self/.test(path))
      return 'as a full-access key'
    const answer = await call(`${request}${query}` as `${string} ${string}`, {
      key: reader === 'full-access key' ? key : reader === 'read-only key' ? readKey : null,
      headers: {
        origin: 'https://reports.test',
        ...(reader === 'password unlocked' && { cookie }),
        ...(reader === 'owner signed in' && { cookie: session }),
        ...(isGranted(reader) && { cookie: world.granted[rolesOf[reader]] }),
      },
      remoteAddress: `192.0.2.${requestCount++ % 250}`,
      // No page is fetched in this test.
      ...(example && { form: { ...example, ...('url' in example && { url: 'https://127.0.0.1/' }) } }),
    })
    if (!isSignedIn(reader) || isGranted(reader)) {
      const shown = answer.text + JSON.stringify(answer.headers)
      expect({ request, leaks: shown.includes(otherDomain) }).toEqual({ request, leaks: false })
      // People's names are for their colleagues.
      if (reader !== 'member of website 1')
        expect({ request, names: shown.includes(keyName) }).toEqual({ request, names: false })
    }
    return outcomeOf(answer, route.declaration.method === 'GET')
  }

  const rows = new Map<string, string>()
  const wrong: string[] = []
  for (const route of routes.toSorted(byEffect)) {
    for (const ofOther of [false, true]) {
      const { method, path } = route.declaration
      // A full-access key can change the other website as it can this one.
      if (!requestOf(route, world, ofOther) || (ofOther && rankOf(route) > 1)) continue
      const cells: Outcome[] = []
      const name = `\`${method} ${path}\`${ofOther ? ', other' : ''}`
      for (const reader of readers) {
        const seen = [await outcomeFor(reader, route, ofOther, '')]
        // A visitor who names another website in the query doesn't get it.
        if (method === 'GET' && (!isSignedIn(reader) || isGranted(reader)))
          seen.push(await outcomeFor(reader, route, ofOther, '?website_id=2'))
        const outcome = outcomes.find((outcome) => seen.includes(outcome)) ?? 'no'
        const right = rightOutcomes(route, reader, privacy, ofOther)
        if (outcome !== 'as a full-access key' && !right.includes(outcome))
          wrong.push(`${name}, ${reader}: ${outcome} instead of ${right.join(' or ')}`)
        cells.push(outcome)
      }
      rows.set(name, `| ${name} | ${cells.toReversed().join(' | ')} |`)
    }
  }
  expect(wrong).toEqual([])
  const names = routes.flatMap(({ declaration: { method, path } }) =>
    ['', ', other'].map((suffix) => `\`${method} ${path}\`${suffix}`),
  )
  const head = [`| | ${readers.toReversed().join(' | ')} |`, `|---${'|---'.repeat(readers.length)}|`]
  return [...head, ...names.flatMap((name) => rows.get(name) ?? [])]
}

const head = `# Who sees what

The requests are about a website of the privacy in the heading. Those marked *other* are about another, private website.

Readers:

* **full-access key**, **read-only key**: a service key.
* **member of website 1**, **guest of website 1**: a person with one grant, to edit it or to view it, by their session.
* **owner signed in**: a person, by the cookie of their session. What they change, a full-access key can change too.
* **password unlocked**: no key, but the cookie that the website set for its password, while it had one.
* **share link**: no key, but the token of a live link to the website without a password.
* **client report link**: the same for a live link to the client report of the website.
* **visitor**: no key, cookie or token.

Results:

* **all**: data of every website.
* **yes**: data of this website, or of none; a write is done.
* **password required**: no data before the password is entered.
* **refused**: status 403, for a read-only key, or for what only a person or only a key has.
* **no**: status 401 without a key. On paths that need no key, status 404 for both private and missing items.
`

const sections = new Map<Privacy, string[]>()

afterAll(() => {
  mkdirSync(folder, { recursive: true })
  const tables = [...sections].map(([privacy, table]) => `## ${privacyLabels[privacy]}\n\n${table.join('\n')}\n`)
  writeFileSync(file, [head, ...tables].join('\n'))
})

// On both engines, so that the SQL of each route runs on both in `npm test`. A password lets the most readers in.
describeEachEngine('who sees what', onBoth, ({ name, openStore }) => {
  for (const privacy of Object.values(privacies)) {
    const isInFastLane = name === 'sqlite' || privacy === privacies.password
    it(
      `each reader gets what a route declares of a website of privacy ${privacy}`,
      { tags: isInFastLane ? [] : ['all'] },
      async () => void sections.set(privacy, await tableOf(await openStore(), privacy)),
    )
  }
})
