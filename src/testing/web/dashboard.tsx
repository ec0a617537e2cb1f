import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { sql } from 'kysely'
import { StrictMode, useEffect } from 'react'
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router-dom'
import { expect, onTestFinished, vi } from 'vitest'
import type { Grant } from '#contract/access/people.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import { findPersonByEmail } from '#service/store/access/people.ts'
import { insertReports } from '#service/store/reports/bulk-insert.ts'
import { pack } from '#service/store/reports/report-payloads.ts'
import { createOwner, signedIn, signedInWith } from '#testing/service/people.ts'
import { sqliteService, type TestService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'
import '#testing/web/timeout.ts'
import { analyseWords } from '#web/analyse/words.ts'
import { overlay } from '#web/app/command-menu/overlay.ts'
import { routes } from '#web/app/routes.tsx'
import type { AnalyseSource } from '#web/data/analyse-request.ts'
import { setPreferences } from '#web/data/preferences.ts'
import { queryClient } from '#web/data/query-client.ts'
import { signInAs, signInWith, signOut } from '#web/data/session.ts'
import { addWords } from '#web/jobs/words.ts'

// There are no style sheets, so a visibility check would only cost time.
configure({ defaultHidden: true, getElementError: (message) => new Error(message ?? '') })

/** Module state: the page remembers which IDs it has deleted, so each service has IDs of its own. */
let lastId = 0

/** Returns a service with reports of three websites, whose scores go from bad to good. */
export async function serviceWithReports(
  count: number,
  given?: Parameters<typeof sqliteService>[0],
): Promise<TestService> {
  const service = await sqliteService(given)
  lastId += 1000
  await sql`insert into sqlite_sequence (name, seq) values ('reports', ${lastId})`.execute(service.store.db)
  await addReports(service, count)
  return service
}

export async function addReports({ store }: TestService, count: number) {
  const like = newReport()
  const [evaluation, facts] = [pack(like.evaluation), pack(like.facts)]
  const reports = Array.from({ length: count }, (_, at) => {
    const [domain, score] = [`site-${at % 3}.example`, (at * 37) % 101]
    const own = { domain, url: `https://${domain}/page-${at}`, score, result: ratingOf(score), title: `Page ${at}` }
    return { ...newReport(own), evaluation, facts }
  })
  if (count > 0) await insertReports(store.db, reports)
}

/** The rows of the list on screen. */
export const rows = () => [...document.querySelectorAll<HTMLElement>('main tbody tr[data-row]')]

/** Returns the IDs of the rows on screen. */
export const rowIds = () => rows().map((row) => Number(row.dataset['row']))

/** Waits until the list has so many rows and none is outdated. */
export const untilRows = (count: number) =>
  waitFor(() => {
    expect(rows()).toHaveLength(count)
    expect(document.querySelector('main table[aria-busy=true]')).toBeNull()
  })

/** Opens the dialog that starts analyses by the menu of the top bar. */
export async function openAnalyseDialog(source: AnalyseSource) {
  const buttons = await screen.findAllByRole('button', { name: analyseWords.submit })
  fireEvent.click(buttons.find((button) => button.getAttribute('aria-haspopup') === 'menu')!)
  fireEvent.click(await screen.findByRole('menuitem', { name: addWords.sources[source] }))
  await screen.findByRole('dialog', { name: addWords.title })
}

/** Opens the form of one page in that dialog. Returns its field. */
export async function openPageForm() {
  await openAnalyseDialog('page')
  return screen.findByLabelText<HTMLInputElement>(analyseWords.label)
}

/** Keeps what the page copies until the test ends. The returned function reads the last copy as text and as HTML. */
export function keepCopies() {
  let last: Record<string, Blob> = {}
  const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue()
  // The page's own class doesn't know Node's blobs.
  vi.stubGlobal(
    'ClipboardItem',
    class {
      constructor(parts: Record<string, Blob>) {
        last = parts
      }
    },
  )
  onTestFinished(() => {
    write.mockRestore()
    vi.unstubAllGlobals()
  })
  return async () => {
    await waitFor(() => expect(write).toHaveBeenCalled())
    return { text: await last['text/plain']?.text(), html: await last['text/html']?.text() }
  }
}

/** The public URL of the service, whose own pages alone can use cookies. */
const testOrigin = 'http://reports.test'

/** The cookie of a browser, and whose session it is. */
type BrowserSession = { person: number; cookie: string }

/** Returns the session of a new browser of an owner, who is created if no one has the email. */
export async function sessionOf({ store: { db } }: TestService, ...owner: [name?: string, email?: string]) {
  const { id } = await createOwner(db, ...owner)
  const [cookie = ''] = await signedIn(db, id)
  return { person: id, cookie }
}

/** Returns the session of a new member or guest. */
export async function sessionWith({ store: { db } }: TestService, role: 'member' | 'guest', grants: readonly Grant[]) {
  const cookie = await signedInWith(db, role, grants, role)
  const person = await findPersonByEmail(db, `${role}@agency.example`)
  return { person: person?.id ?? 0, cookie }
}

/** A response in place of the service's; a status with a body, or an Error for a lost connection. */
export type Fault = { status: number; body?: unknown; headers?: Record<string, string> } | Error

/** What the service responded. `body` is JSON. */
type Answer = { status: number; body: any; headers: Record<string, string> }
/** A function changes what the service has responded. */
type Reaction = Fault | Promise<Fault> | ((answer: Answer) => Fault)

/** Without a method, it is for all. A pattern is compared with the path, the search and, after a space, the body. */
type Rule = { method?: string; path: string | RegExp; fault: Reaction; left?: number }

/** The service does what it is asked to, and its response is lost. */
export const lost: Reaction = () => new TypeError('Failed to fetch')

/** The service then looks like one with only the specification's eight operations. */
export const withoutExtensions: Rule[] = [
  {
    path: /^(?!\/(reports|websites)(\/\d+)?([? ]|$))/,
    fault: { status: 404, body: { message: 'Resource not found.', status: 404 } },
  },
]

/**
 * Opens the dashboard at a path, with faults from the start, signed in to a service in this process, until the running
 * test ends. An empty key opens it as a visitor, or with the session of a person. There are no sizes, styles and
 * scrolling.
 */
export async function openDashboard(
  service: TestService & { session?: BrowserSession },
  path: string,
  faults: Rule[] = [],
) {
  const rules = faults.map((rule) => ({ left: Number.POSITIVE_INFINITY, ...rule }))
  const requests: string[] = []
  const aborted: string[] = []
  let { cookie = '' } = service.session ?? {}

  async function respond(input: string, { method = 'GET', headers, body, signal, credentials }: RequestInit = {}) {
    const url = new URL(input)
    const given = url.pathname.replace('/api/v1', '')
    const asked = `${given}${url.search}${body ? ` ${String(body)}` : ''}`
    requests.push(`${method} ${given}${url.search}`)
    const rule = rules.find(
      (rule) =>
        rule.left > 0 &&
        (rule.method ?? method) === method &&
        (typeof rule.path === 'string' ? rule.path === given : rule.path.test(asked)),
    )
    if (rule) rule.left -= 1
    const held = rule && typeof rule.fault !== 'function' ? rule.fault : null
    const abortion = new Promise<Error>((resolve) =>
      signal?.addEventListener('abort', () => {
        if (held) aborted.push(`${method} ${given}${url.search}`)
        resolve(signal.reason)
      }),
    )
    if (held) return responseOf(await Promise.race([held, abortion]))
    const injected = service.app.inject({
      method: method as 'GET',
      url: url.pathname + url.search,
      headers: {
        ...(headers as Record<string, string>),
        ...(credentials === 'same-origin' && { cookie, origin: testOrigin }),
      },
      ...(body && { payload: isFile(body) ? await body.text() : String(body) }),
    })
    const answer = await Promise.race([injected, abortion])
    if (answer instanceof Error) throw answer
    const [set] = [answer.headers['set-cookie'] ?? []].flat()
    if (set !== undefined && credentials === 'same-origin') cookie = set.split(';', 1)[0] ?? ''
    const { statusCode: status } = answer
    const answered = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
    if (typeof rule?.fault === 'function')
      return responseOf(rule.fault({ status, body: answer.json(), headers: Object.fromEntries(answered) }))
    return new Response(status === 204 ? null : answer.body, { status, headers: answered })
  }

  vi.stubGlobal('fetch', respond)
  if (service.session) signInAs(service.session.person)
  else if (service.key) signInWith(service.key, false)
  let shown = ''
  /** Notes the location on screen, because the router is ahead of it. */
  function Shown() {
    const { pathname, search } = useLocation()
    useEffect(() => void (shown = pathname + search), [pathname, search])
    return <Outlet />
  }
  const router = createMemoryRouter([{ Component: Shown, children: routes }], { initialEntries: [path] })
  onTestFinished(async () => {
    // Typed text and toasts go with the key.
    await act(async () => signOut())
    cleanup()
    overlay.set(null)
    // A size that a test chose would be in the links of the next ones.
    setPreferences({ rows: undefined })
    router.dispose()
    queryClient.clear()
    vi.unstubAllGlobals()
  })
  await act(async () => {
    render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    )
  })
  return {
    /** The requests so far: method, path below `/api/v1` and search. */
    requests,
    /** Requests with a fault that the page aborted before their response. */
    aborted,
    /** The path and search of the page on screen. */
    path: () => shown,
    goTo: (to: string | number) =>
      act(async () => {
        await (typeof to === 'number' ? router.navigate(to) : router.navigate(to))
      }),
    /** Answers the next `times` matching requests (default: all) with `fault`. Returns a function that ends that. */
    on(method: string, path: string | RegExp, fault: Reaction, times = Number.POSITIVE_INFINITY) {
      const rule = { method, path, fault, left: times }
      rules.unshift(rule)
      return () => void (rule.left = 0)
    },
  }
}

/** Tests send files of text. The page's own class of files isn't Node's. */
const isFile = (body: object | string): body is Blob => typeof body === 'object' && 'text' in body

function responseOf(fault: Fault) {
  if (fault instanceof Error) throw fault
  const text = typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body ?? {})
  return new Response(text, { status: fault.status, headers: fault.headers ?? {} })
}
