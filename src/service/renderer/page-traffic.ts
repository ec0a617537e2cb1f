import { STATUS_CODES } from 'node:http'
import type { Browser, BrowserContext, CDPSession, Page, Request } from 'playwright-core'
import { matchingWork } from '#analyser/facts/robots-rules.ts'
import { accessFor, type RobotsRules, rulesOf, tooManyRequests } from '#analyser/facts/robots-txt.ts'
import type { Header, RobotsFile } from '#analyser/fetched-page.ts'
import type { BlockedRequest, FailedRequest } from '#contract/reports/rendering.ts'
import { isEntry, noHosts } from '#service/fetcher/connection/target.ts'
import { isSentTo } from '#service/fetcher/identity.ts'
import { defaultFetchLimits } from '#service/fetcher/limits.ts'
import { withoutFragment } from '#service/fetcher/page-url.ts'
import { decodeBody } from '#service/fetcher/requests/body.ts'
import { contentEncodingsOf } from '#service/fetcher/requests/decode.ts'
import { orAborted } from '#service/fetcher/timing.ts'
import { isEndless, PageActivity } from './page-activity.ts'
import { maxRequests, type PageAnswer } from './page-fetches.ts'
import { type FrameTree, isWithin } from './page-frames.ts'
import {
  type FetchedForPage,
  type Listed,
  maxRequestUrl,
  type PageToRender,
  type RequestOfPage,
} from './rendered-page.ts'

/** Pages that scripts or refreshes lead to one after the other. */
const maxNavigations = 10
/** Safety limit for all decoded bodies of a page. */
const maxDecodedBytes = 60_000_000
const maxListed = 50
const maxUrl = 2_000
/** Reasons that are kept until the browser reports the request as failed. */
const maxRefusals = 1_000

/** Documents and workers get this policy in addition to their own. WebSockets have other schemes. */
export const noWebSockets = 'connect-src http: https: data: blob: filesystem:'
/** The types of responses that scripts can run in. */
const withScripts = new Set(['Document', 'Script', 'Other'])
/** Types that are the same for all pages that request them. */
const files = new Set(['Script', 'Stylesheet', 'Image', 'Font'])
/** Bodies are decoded. The others let the browser request in advance what the page may never need. */
const notPassedOn = /^(?:content-(?:encoding|length)|transfer-encoding|connection|keep-alive|link|speculation-rules)$/

export const listed = <T>(): Listed<T> & { add(item: T): void } => ({
  items: [],
  total: 0,
  add(item) {
    this.total += 1
    if (this.items.length < maxListed) this.items.push(item)
  },
})

type Paused = {
  requestId: string
  frameId: string
  resourceType: string
  redirectedRequestId?: string
  request: {
    url: string
    method: string
    headers: Partial<Record<string, string>>
    hasPostData?: boolean
    postDataEntries?: { bytes?: string }[]
  }
}
type Response = { status: number; headers: readonly Header[]; body: Uint8Array }
/** `reason` is null for a request that isn't recorded. */
type Refusal = {
  reason: string | Pick<BlockedRequest, 'line' | 'rule'> | null
  error: 'Aborted' | 'BlockedByClient' | 'Failed'
}

const failed: Refusal = { reason: 'failed', error: 'Failed' }

type Options = {
  browser: Browser
  page: Page
  /** That of the page. */
  session: CDPSession
  request: PageToRender
  fetch: (request: RequestOfPage) => Promise<PageAnswer | null>
  robots: (url: URL, reachesAllowed: boolean) => Promise<RobotsFile | null>
  signal: AbortSignal
}

/**
 * Answers each request of a page with what the service fetches, and records those that fail. The browser itself reaches
 * nothing. Its session sees the requests of all frames and workers, redirects and preflights too, and the browser
 * applies CORS and keeps cookies as usual. It doesn't see speculative requests, nor WebSockets and WebTransport.
 */
export class PageTraffic {
  readonly failed = listed<FailedRequest>()
  readonly blocked = listed<BlockedRequest>()
  /** Pages that the main frame was led to, without the first. */
  readonly redirects: string[] = []
  refusedRedirect: string | null = null
  requests = 0
  navigations = 0
  bytes = 0
  isOverLimit = false
  readonly activity: PageActivity
  private readonly options: Options
  private readonly refusals = new Map<string, Refusal['reason']>()
  private readonly robotsFiles = new Map<string, Promise<RobotsFile | null>>()
  private allowHosts: ReadonlySet<string>
  private mainFrame = ''
  private decoded = 0

  private constructor(options: Options, activity: PageActivity) {
    this.options = options
    this.activity = activity
    this.allowHosts = options.request.allowHosts
    const { robots } = options.request
    if (robots) this.robotsFiles.set(new URL(robots.url).origin, Promise.resolve(robots))
  }

  /** The returned function ends the control. What the browser requests from then on leads nowhere. */
  static async start(
    context: BrowserContext,
    options: Options,
  ): Promise<{ traffic: PageTraffic; end(): Promise<void> }> {
    const { browser, session, signal } = options
    const traffic = new PageTraffic(options, new PageActivity(context, options.page))
    const { frameTree } = await orAborted(session.send('Page.getFrameTree'), signal)
    traffic.mainFrame = frameTree.frame.id
    traffic.record(context)
    const requests = await orAborted(browser.newBrowserCDPSession(), signal)
    requests.on('Fetch.requestPaused', (paused: Paused) => {
      // The page can be closed in between.
      traffic.answer(requests, paused).catch(() => {})
    })
    await orAborted(requests.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] }), signal)
    return { traffic, end: () => requests.detach() }
  }

  isLoop(): boolean {
    return this.navigations > maxNavigations
  }

  /** Records what still runs when the page is read: it took too long, and the page may lack it. */
  recordRunning() {
    for (const request of this.activity.running) this.failed.add({ ...request, reason: 'timeout' })
  }

  /** Records failures as the browser reports them, because some are its own: CORS, policies, mixed content. */
  private record(context: BrowserContext) {
    const recorded = new WeakSet<Request>()
    const entryOf = (request: Request) => ({ url: request.url().slice(0, maxUrl), type: request.resourceType() })
    context.on('requestfailed', (request) => {
      const known = this.refusals.get(request.url())
      const reason = known ?? request.failure()?.errorText ?? ''
      // Requests that the session doesn't see are those that the page may never need.
      if (known === null || recorded.has(request) || reason === 'net::ERR_PROXY_CONNECTION_FAILED') return
      if (typeof reason === 'object') this.blocked.add({ ...entryOf(request), ...reason })
      else this.failed.add({ ...entryOf(request), reason })
    })
    context.on('response', (response) => {
      const request = response.request()
      if (response.status() < 400 || request.isNavigationRequest()) return
      // Chromium can also report it as failed, if the page drops the response.
      recorded.add(request)
      this.failed.add({ ...entryOf(request), reason: `HTTP ${response.status()}` })
    })
  }

  private async answer(session: CDPSession, paused: Paused): Promise<unknown> {
    const { requestId, resourceType, request } = paused
    // Requests beyond the limit are refused, so the page needn't wait for them.
    const mayStayOpen = isBeside(paused) || isEndless(resourceType, request.headers.Accept)
    const entry = { url: request.url.slice(0, maxUrl), type: resourceType.toLowerCase() }
    if (!mayStayOpen && this.requests < maxRequests) this.activity.begin(entry)
    const fail = ({ reason, error }: Refusal) => {
      if (this.refusals.size < maxRefusals) this.refusals.set(request.url, reason)
      return session.send('Fetch.failRequest', { requestId, errorReason: error })
    }
    try {
      const answer = await this.respond(paused).catch(() => failed)
      if ('error' in answer) return await fail(answer)
      this.refusals.delete(request.url)
      const fulfilled = session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: answer.status,
        // Without one, Chromium refuses statuses that it doesn't know.
        responsePhrase: STATUS_CODES[answer.status] ?? 'Unknown',
        binaryResponseHeaders: headersFor(resourceType, answer.headers),
        body: Buffer.from(answer.body).toString('base64'),
      })
      // A response that Chromium refuses would leave the request waiting.
      return await fulfilled.catch(() => fail(failed))
    } finally {
      this.activity.end(entry)
    }
  }

  private async respond(paused: Paused): Promise<Response | Refusal> {
    const { request, resourceType, redirectedRequestId } = paused
    if (isBeside(paused)) return { reason: null, error: 'BlockedByClient' }
    this.requests += 1
    if (this.requests > maxRequests) return this.overLimit()
    const target = URL.parse(request.url)
    if (!target || !/^https?:$/.test(target.protocol)) return { reason: 'scheme', error: 'BlockedByClient' }
    const isOfPage = resourceType === 'Document' && paused.frameId === this.mainFrame
    // As a navigation it is aborted, so that the page stays as it is. Any other error would replace it.
    const error = resourceType === 'Document' ? 'Aborted' : 'BlockedByClient'
    if (Math.max(request.url.length, target.href.length) > maxRequestUrl) return { reason: 'limit', error }
    if (isServiceWorker(paused)) return withoutScript(await this.load(paused, target, error))
    if (!isOfPage) return this.load(paused, target, error)
    if (redirectedRequestId === undefined) this.navigations += 1
    this.activity.load()
    this.leaveFor(target)
    const { document } = this.options.request
    if (this.navigations === 1)
      return document && !redirectedRequestId ? document : this.fetch(paused, target, 'Failed')
    if (this.isLoop()) return { reason: 'limit', error }
    const answer = await this.load(paused, target, error)
    if ('error' in answer && answer.error === 'Aborted') {
      this.refusedRedirect = request.url.slice(0, maxUrl)
      // The page stays as it is, although the URL that scripts led to had a response.
      if (redirectedRequestId !== undefined) this.redirects.pop()
    } else if (redirectedRequestId === undefined) this.redirects.push(withoutFragment(target).href)
    return answer
  }

  /** Loads what robots.txt lets Googlebot crawl. */
  private async load(paused: Paused, target: URL, error: Refusal['error']): Promise<Response | Refusal> {
    const isOfPage = paused.frameId === this.mainFrame && paused.resourceType === 'Document'
    const unreachable: Refusal = { reason: 'unreachable', error: paused.redirectedRequestId ? 'Failed' : error }
    // A frame of another host must not reach the allowed one.
    if (
      !isOfPage &&
      isEntry(target, this.allowHosts) &&
      !(await this.isOf(paused, (url) => isEntry(url, this.allowHosts)))
    )
      return unreachable
    const file = await this.robotsFor(target)
    if (!file) return unreachable
    const line = blockingLine(file, target)
    return line ? { reason: line, error } : this.fetch(paused, target, error)
  }

  private robotsFor(target: URL): Promise<RobotsFile | null> {
    const { robots } = this.options
    const file = this.robotsFiles.get(target.origin) ?? robots(target, isEntry(target, this.allowHosts))
    this.robotsFiles.set(target.origin, file)
    return file
  }

  private async fetch(paused: Paused, target: URL, error: Refusal['error']): Promise<Response | Refusal> {
    const { fetch, signal } = this.options
    const { request, resourceType } = paused
    const isMedia = resourceType === 'Media'
    const answer = await fetch({
      url: target.href,
      method: request.method as RequestOfPage['method'],
      headers: Object.entries(request.headers) as [string, string][],
      ...(request.hasPostData && { body: bodyOf(request.postDataEntries) }),
      withIdentity: await this.getsIdentity(paused, target),
      reachesAllowed: isEntry(target, this.allowHosts),
      isMedia,
      isFile: files.has(resourceType),
    })
    if (!answer) return { reason: 'limit', error: 'Failed' }
    this.bytes = answer.bytes
    if ('reason' in answer) {
      const isAddress = answer.reason === 'unreachable' || answer.reason === 'dns'
      if (answer.reason === 'limit') return this.overLimit()
      return { reason: answer.reason, error: isAddress && !paused.redirectedRequestId ? error : 'Failed' }
    }
    const { body, truncated } = await this.decode(answer.response, signal)
    if (truncated && !isMedia) return this.overLimit()
    // What was cut has no range, or the browser would request the rest of it.
    return truncated
      ? { status: 200, headers: answer.response.headers.filter(([name]) => !/range/.test(name)), body }
      : { ...answer.response, body }
  }

  private async decode({ body, headers, isCut }: FetchedForPage, signal: AbortSignal) {
    const wire = { body: Buffer.from(body), bytes: body.byteLength, truncated: isCut }
    const encodings = contentEncodingsOf(headers, defaultFetchLimits)
    const limit = maxDecodedBytes - this.decoded
    const decoded = await decodeBody(wire, encodings, limit, defaultFetchLimits, signal)
    this.decoded += decoded.body.byteLength
    return decoded
  }

  /** Only the website's own documents and their workers read with its identity. */
  private async getsIdentity(paused: Paused, target: URL): Promise<boolean> {
    const { request, page } = this.options
    const { scope } = request
    const { method } = paused.request
    if (!scope || !isSentTo(target, scope) || (method !== 'GET' && method !== 'HEAD')) return false
    const isOwn = (url: URL) => isSentTo(url, scope)
    if (paused.resourceType !== 'Document' || paused.frameId !== this.mainFrame) return this.isOf(paused, isOwn)
    const from = URL.parse(page.url())
    return this.navigations === 1 || (from !== null && isOwn(from))
  }

  /** The document that requests, and all around it, must be such ones. */
  private async isOf(paused: Paused, isSuch: (url: URL) => boolean): Promise<boolean> {
    const { frameId, resourceType, request } = paused
    // No frame requests it, and only documents of its own origin can register it.
    if (isServiceWorker(paused)) {
      const own = URL.parse(this.options.page.url())
      return own !== null && own.origin === URL.parse(request.url)?.origin && isSuch(own)
    }
    const { frameTree } = await this.options.session.send('Page.getFrameTree')
    return isWithin(frameId, frameTree as FrameTree, resourceType === 'Document', isSuch)
  }

  /** A page elsewhere, to which scripts or the server led, can't name allowed hosts. */
  private leaveFor(target: URL) {
    if (!isEntry(target, this.allowHosts)) this.allowHosts = noHosts
  }

  private overLimit(): Refusal {
    this.isOverLimit = true
    return { reason: 'limit', error: 'BlockedByClient' }
  }
}

/** The browser requests it in advance, as links of a page tell it to, or as the icon of a tab. */
const isBeside = ({ resourceType, request: { headers } }: Paused) =>
  (headers['Sec-Purpose'] ?? headers.Purpose)?.includes('prefetch') === true ||
  (resourceType === 'Other' && headers.Accept?.startsWith('image/') === true)

/** The script of a service worker, which a page registers. Other requests can have its header, but not its type. */
const isServiceWorker = ({ resourceType, request: { headers } }: Paused) =>
  resourceType === 'Other' && headers['Service-Worker'] === 'script'

/** Returns the response with an empty script: the worker is registered, and requests and answers nothing. */
const withoutScript = (answer: Response | Refusal): Response | Refusal =>
  'error' in answer ? answer : { ...answer, body: new Uint8Array() }

const bodyOf = (entries: { bytes?: string }[] = []): Uint8Array<ArrayBuffer> =>
  Buffer.concat(entries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64')))

/** Returns the headers with their bytes as sent, such as those of a URL with other letters than ASCII. */
function headersFor(resourceType: string, headers: readonly Header[]): string {
  const policy: Header[] = withScripts.has(resourceType) ? [['content-security-policy', noWebSockets]] : []
  const lines = [...headers.filter(([name]) => !notPassedOn.test(name)), ...policy].map((header) => header.join(': '))
  return Buffer.from(lines.join('\0'), 'latin1').toString('base64')
}

/** Parsed files, as long as they are kept. */
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
