import type { BrowserContext, CDPSession, Frame, Page, Request, Route } from 'playwright-core'
import { matchingWork } from '#analyser/facts/robots-rules.ts'
import { accessFor, type RobotsRules, rulesOf, tooManyRequests } from '#analyser/facts/robots-txt.ts'
import type { Header, RobotsFile } from '#analyser/fetched-page.ts'
import type { BlockedRequest, FailedRequest } from '#contract/reports/rendering.ts'
import { addressesOf, type Lookup } from '#service/fetcher/connection/lookup.ts'
import { isEntry, noHosts, readTarget } from '#service/fetcher/connection/target.ts'
import { PageRefused } from '#service/fetcher/failures.ts'
import type { FetchLimits } from '#service/fetcher/limits.ts'
import type { PageProxy } from '#service/fetcher/page-proxy.ts'
import { withoutFragment } from '#service/fetcher/page-url.ts'
import type { RobotsFiles } from '#service/fetcher/robots.ts'
import { orAborted } from '#service/fetcher/timing.ts'
import { controlResponses, withoutWebSockets } from './page-responses.ts'
import { type Listed, maxRequestUrl, type RenderRequest } from './rendered-page.ts'

/** Requests of a page, and pages that scripts or refreshes lead to one after the other. */
export const maxRequests = 100
export const maxNavigations = 10
const maxListed = 50
const maxUrl = 2_000

/** Types that stay open while a page is idle, or that don't change it. */
const endless = new Set(['eventsource', 'websocket', 'media', 'ping', 'cspviolationreport', 'manifest', 'prefetch'])

export const listed = <T>(): Listed<T> & { add(item: T): void } => ({
  items: [],
  total: 0,
  add(item) {
    this.total += 1
    if (this.items.length < maxListed) this.items.push(item)
  },
})

/**
 * Waits until a request to a host can be sent. The returned function reports its response: the status, 0 if it was
 * given up, and the time in milliseconds.
 */
export type TakeTurn = (url: string) => Promise<(status: number | null, ms: number) => void>

type Options = {
  page: Page
  takeTurn: TakeTurn
  session: CDPSession
  document: RenderRequest['document']
  robotsFile: RenderRequest['robots']
  proxy: Pick<PageProxy, 'leaveAllowedHosts'>
  allowHosts: ReadonlySet<string>
  robots: RobotsFiles
  lookup: Lookup
  limits: FetchLimits
  signal: AbortSignal
}

export type PageTraffic = {
  failed: Listed<FailedRequest>
  blocked: Listed<BlockedRequest>
  requests(): number
  /** Pages that the main frame was led to, without the first. */
  redirects: string[]
  refusedRedirect(): string | null
  isLoop(): boolean
  isOverLimit(): boolean
  /** Time in milliseconds since the last request began or ended; 0 while one runs, or the document loads. */
  idleMs(): number
}

/** Decides about each request of a page, and records them. The proxy enforces the rest, such as for redirects. */
export async function controlTraffic(context: BrowserContext, options: Options): Promise<PageTraffic> {
  const { page, session, takeTurn, document, robotsFile, proxy, robots, lookup, limits, signal } = options
  const failed = listed<FailedRequest>()
  const blocked = listed<BlockedRequest>()
  const redirects: string[] = []
  const running = new Set<Request>()
  const decided = new WeakSet<Request>()
  const turns = new Map<Request, (status: number | null) => void>()
  /** Files whose redirects were not followed. */
  const ended = new Set<string>()
  const robotsFiles = new Map<string, Promise<RobotsFile>>()
  if (robotsFile) robotsFiles.set(new URL(robotsFile.url).origin, Promise.resolve(robotsFile))
  const robotsFor = (target: URL): Promise<RobotsFile> => {
    const file = robotsFiles.get(target.origin) ?? robots(target, signal)
    robotsFiles.set(target.origin, file)
    return file
  }
  let { allowHosts } = options
  let requests = 0
  let navigations = 0
  let refusedRedirect: string | null = null
  let isOverLimit = false
  let last = performance.now()
  let isLoading = true
  const entryOf = (request: Request) => ({ url: request.url().slice(0, maxUrl), type: request.resourceType() })

  async function refuse(route: Route, reason: string, code = 'blockedbyclient') {
    const request = route.request()
    decided.add(request)
    failed.add({ ...entryOf(request), reason })
    await route.abort(code)
  }

  /** Sends a request when it is its turn. */
  async function send(route: Route) {
    const request = route.request()
    const report = await orAborted(takeTurn(request.url()), signal)
    const start = performance.now()
    turns.set(request, (status) => report(status, Math.round(performance.now() - start)))
    await route.continue()
  }

  async function navigate(route: Route, target: URL) {
    navigations += 1
    if (navigations === 1) {
      if (!document) return send(route)
      return route.fulfill({
        status: document.status,
        headers: withoutWebSockets(headersOf(document.headers)),
        body: Buffer.from(document.body),
      })
    }
    if (navigations > maxNavigations) return refuse(route, 'limit', 'aborted')
    // Aborted, so that the page stays as it is. Any other error would replace it.
    if (!(await isReachable(target))) {
      refusedRedirect = entryOf(route.request()).url
      return refuse(route, 'unreachable', 'aborted')
    }
    if (await isBlocked(target, entryOf(route.request()).type)) {
      refusedRedirect = entryOf(route.request()).url
      decided.add(route.request())
      return route.abort('aborted')
    }
    redirects.push(withoutFragment(target).href)
    return send(route)
  }

  /** Checks the host's name only: its addresses are checked by the proxy. */
  function isPermitted(target: URL): boolean {
    try {
      readTarget(target, allowHosts)
      return true
    } catch (error) {
      if (error instanceof PageRefused) return false
      throw error
    }
  }

  async function isReachable(target: URL): Promise<boolean> {
    try {
      await addressesOf(readTarget(target, allowHosts), lookup, limits, signal)
      return true
    } catch (error) {
      if (error instanceof PageRefused || signal.aborted) return false
      throw error
    }
  }

  async function decide(route: Route): Promise<unknown> {
    const request = route.request()
    const target = URL.parse(request.url())
    requests += 1
    if (requests > maxRequests) {
      isOverLimit = true
      return refuse(route, 'limit')
    }
    if (!target || !/^https?:$/.test(target.protocol)) return refuse(route, 'scheme')
    // As a navigation it is aborted, so that the page stays as it is.
    if (Math.max(request.url().length, target.href.length) > maxRequestUrl)
      return refuse(route, 'limit', isOfPage(request) ? 'aborted' : undefined)
    const frame = frameOf(request)
    if (isOfPage(request)) return navigate(route, target)
    // A frame of another host must not reach the allowed one.
    if (!isPermitted(target) || (isEntry(target, allowHosts) && !isWithin(frame, allowHosts)))
      return refuse(route, 'unreachable')
    if (await isBlocked(target, request.resourceType())) {
      decided.add(request)
      return route.abort('blockedbyclient')
    }
    return send(route)
  }

  /** Applies robots.txt to a request, and records one that it forbids Googlebot. */
  async function isBlocked(target: URL, type: string): Promise<boolean> {
    const access = blockingLine(await robotsFor(target), target)
    if (access) blocked.add({ url: target.href.slice(0, maxUrl), type, ...access })
    return access !== null
  }

  /** Redirects of the server are not intercepted as requests. */
  async function mayFollow(from: string, to: URL, type: string, frameId: string): Promise<boolean> {
    // The page itself has been fetched, whatever robots.txt says. Documents of frames have the same type.
    const isFirst = type === 'document' && frameId === mainFrame.frame.id && navigations <= 1
    // The proxy refuses hosts that can't be reached.
    if (!/^https?:$/.test(to.protocol) || !isPermitted(to) || isFirst) return true
    if (!(await isBlocked(to, type))) return true
    ended.add(from)
    return false
  }

  /** A page elsewhere, to which scripts or the server led, can't name allowed hosts. */
  const leave = (url: URL | null) => {
    if (url && isEntry(url, allowHosts)) return
    allowHosts = noHosts
    proxy.leaveAllowedHosts()
  }
  const isOfPage = (request: Request) => request.isNavigationRequest() && frameOf(request) === page.mainFrame()
  const endTurn = (request: Request, status: number) => {
    turns.get(request)?.(status)
    turns.delete(request)
  }
  const finish = (request: Request) => {
    endTurn(request, 0)
    if (running.delete(request)) last = performance.now()
  }
  context.on('request', (request) => {
    if (isOfPage(request)) {
      isLoading = true
      leave(URL.parse(request.url()))
    }
    // Requests beyond the limit are refused, so the page needn't wait for them.
    if (endless.has(request.resourceType()) || requests >= maxRequests) return
    last = performance.now()
    running.add(request)
  })
  context.on('requestfinished', finish)
  context.on('requestfailed', (request) => {
    finish(request)
    if (isOfPage(request)) isLoading = false
    if (!decided.has(request) && !ended.has(request.url()))
      failed.add({ ...entryOf(request), reason: request.failure()?.errorText ?? '' })
  })
  context.on('response', (response) => {
    const request = response.request()
    endTurn(request, response.status())
    if (response.status() < 400 || request.isNavigationRequest()) return
    // Chromium can also report it as failed, if the page drops the response.
    decided.add(request)
    failed.add({ ...entryOf(request), reason: `HTTP ${response.status()}` })
  })
  page.on('domcontentloaded', () => {
    last = performance.now()
    isLoading = false
  })
  await context.route(
    () => true,
    (route) => decide(route).catch(() => route.abort('failed').catch(() => {})),
  )
  const { frameTree: mainFrame } = await session.send('Page.getFrameTree')
  await controlResponses(session, mayFollow)
  return {
    failed,
    blocked,
    redirects,
    requests: () => requests,
    refusedRedirect: () => refusedRedirect,
    isLoop: () => navigations > maxNavigations,
    isOverLimit: () => isOverLimit,
    idleMs: () => (isLoading || running.size > 0 ? 0 : performance.now() - last),
  }
}

/** The body is decoded, so its encoding and length are left out. */
function headersOf(headers: Header[]): Record<string, string> {
  const kept = headers.filter(([name]) => !/^(?:content-(?:encoding|length)|transfer-encoding)$/.test(name))
  const named = [...Map.groupBy(kept, ([name]) => name)]
  return Object.fromEntries(
    named.map(([name, values]) => [name, values.map(([, value]) => value).join(name === 'set-cookie' ? '\n' : ', ')]),
  )
}

/** Returns the frame of a request, or null for one of a worker. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame()
  } catch {
    return null
  }
}

/** Returns true if a frame and all around it belong to allowed hosts. Frames without a URL of their own have none. */
function isWithin(frame: Frame | null, allowHosts: ReadonlySet<string>): boolean {
  for (let one = frame; one; one = one.parentFrame()) {
    const url = URL.parse(one.url())
    if (url && /^https?:$/.test(url.protocol) && !isEntry(url, allowHosts)) return false
  }
  return true
}

/** Parsed files, as long as those of the fetcher are kept. */
const parsed = new WeakMap<object, RobotsRules>()

/** Returns the line that blocks a URL for Googlebot, or null if it can be requested. */
function blockingLine(file: RobotsFile, url: URL): Pick<BlockedRequest, 'line' | 'rule'> | null {
  const { outcome, status } = file
  if (outcome === 'unavailable' || status === tooManyRequests) return { line: null, rule: null }
  if (outcome !== 'found') return null
  const rules = parsed.get(file) ?? rulesOf(file)
  parsed.set(file, rules)
  const { allowed, rule } = accessFor(rules, 'googlebot', url.href, matchingWork())
  return allowed === false ? { line: rule?.line ?? null, rule: rule?.text ?? null } : null
}
