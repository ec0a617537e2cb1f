import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { withoutSiteBlocks } from '#analyser/facts/robots-txt.ts'
import type { RobotsFile } from '#analyser/fetched-page.ts'
import type { ConsoleError } from '#contract/reports/rendering.ts'
import { domainOf } from '#contract/websites/website.ts'
import { normaliseUrl } from '#service/fetcher/page-url.ts'
import { orAborted } from '#service/fetcher/timing.ts'
import type { PageAnswer } from './page-fetches.ts'
import {
  type Measured,
  measurePage,
  type ReadDocument,
  readDocument,
  measureText,
  prepareWindow,
  takeTurn,
} from './page-scripts.ts'
import { listed, noWebSockets, PageTraffic } from './page-traffic.ts'
import {
  type Listed,
  maxRequestUrl,
  NotRendered,
  type PageToRender,
  type RenderedPage,
  type RequestOfPage,
} from './rendered-page.ts'

/** The screen of Googlebot smartphone, and the height to which it stretches a page. */
const screen = { width: 412, height: 823 }
const stretchedHeight = 10_000

/**
 * Times in milliseconds. All together a page has `all`. It is stretched at the latest after `waiting` and `later`.
 * Those that show next to nothing, or look as if they led elsewhere, have `later`.
 */
export const renderTimes = { all: 20_000, waiting: 12_000, later: 3_000, stretching: 3_000, idle: 500, picture: 2_000 }

const maxPictureBytes = 60_000
const maxMessage = 500
/** A page with fewer letters shows next to nothing. */
const fewLetters = 150

export type RenderTimes = typeof renderTimes

export type RenderDeps = {
  times: RenderTimes
  userAgent: string
  /** Has the service fetch it. Null for what it doesn't fetch. */
  fetch: (request: RequestOfPage) => Promise<PageAnswer | null>
  /** Has the service read the robots.txt file of a URL's host. Null if the page can't reach it. */
  robots: (url: URL, reachesAllowed: boolean) => Promise<RobotsFile | null>
  /** True if a process of the browser used too much memory. */
  wasTooHeavy: () => boolean
}

/**
 * Renders a page as Googlebot smartphone does: no clicks, no cookies from before, all permissions denied. Service
 * workers do nothing. Afterwards the browser can be in any state if this rejects.
 * @throws NotRendered
 */
export async function renderPage(browser: Browser, request: PageToRender, deps: RenderDeps): Promise<RenderedPage> {
  const start = performance.now()
  const failure = new AbortController()
  const fail = (error: NotRendered) => failure.abort(error)
  const timer = setTimeout(() => fail(new NotRendered('unresponsive')), deps.times.all)
  const onGone = () => fail(new NotRendered(deps.wasTooHeavy() ? 'too_heavy' : 'crashed'))
  browser.once('disconnected', onGone)
  const { signal } = failure
  let context: BrowserContext | undefined
  let control: Awaited<ReturnType<typeof PageTraffic.start>> | undefined
  try {
    context = await orAborted(openContext(browser, deps.userAgent), signal)
    const page = await orAborted(context.newPage(), signal)
    page.on('crash', onGone)
    context.on('page', (popup) => void popup.close().catch(() => {}))
    const session = await orAborted(context.newCDPSession(page), signal)
    control = await PageTraffic.start(context, { ...trafficOf(request, deps), browser, page, session, signal })
    const rendering = { page, session, traffic: control.traffic, signal, consoleErrors: listenToConsole(page) }
    return await renderIn(rendering, request, deps.times, start)
  } catch (error) {
    if (error instanceof NotRendered) throw error
    if (signal.aborted) throw signal.reason
    throw new NotRendered('crashed', String(error).slice(0, 1_000))
  } finally {
    clearTimeout(timer)
    browser.off('disconnected', onGone)
    const ended = Promise.all([context?.close(), control?.end()])
    await orAborted(ended, AbortSignal.timeout(2_000)).catch(() => browser.close())
  }
}

/** Rules that forbid the whole website don't apply to one that is judged as production. */
function trafficOf(request: PageToRender, { fetch, robots }: RenderDeps) {
  const asJudged = (file: RobotsFile) =>
    request.judgedAsProduction === domainOf(new URL(file.url)) ? withoutSiteBlocks(file) : file
  return {
    fetch,
    request: { ...request, robots: request.robots && asJudged(request.robots) },
    robots: async (url: URL, reachesAllowed: boolean) => {
      const file = await robots(url, reachesAllowed)
      return file && asJudged(file)
    },
  }
}

const openContext = async (browser: Browser, userAgent: string) => {
  const context = await browser.newContext({
    viewport: screen,
    screen,
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 1,
    userAgent,
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    serviceWorkers: 'allow',
    acceptDownloads: false,
  })
  await context.grantPermissions([])
  await context.addInitScript(prepareWindow)
  return context
}

type Rendering = {
  page: Page
  session: CDPSession
  traffic: PageTraffic
  signal: AbortSignal
  consoleErrors: Listed<ConsoleError>
}

async function renderIn(
  { page, session, traffic, signal, consoleErrors }: Rendering,
  request: PageToRender,
  times: RenderTimes,
  start: number,
): Promise<RenderedPage> {
  await open(page, request.url, traffic, times, signal)
  let isIdle = await becomesIdle(traffic, times.waiting, times.idle, signal)
  if (isIdle && (request.mayRedirect || (await run<number>(session, measureText, signal)) < fewLetters))
    isIdle = await staysIdle(traffic, times, signal)
  const measured = await run<Measured>(session, measurePage, signal)
  const screenshot = request.screenshot ? await takePicture(session, times, signal) : null
  // Elements that load when they come into view do so now.
  await orAborted(page.setViewportSize({ ...screen, height: stretchedHeight }), signal)
  isIdle = (await loadsMore(session, traffic, times, signal)) && isIdle
  if (!isIdle) traffic.recordRunning()
  const read = await run<ReadDocument>(session, readDocument, signal)
  if (traffic.isLoop()) throw new NotRendered('redirect_loop')
  const redirectedTo = traffic.redirects.at(-1) ?? null
  const finalUrl = normaliseUrl(read.url)
  if (finalUrl === null) throw new NotRendered(redirectedTo === null ? 'unreachable' : 'redirect_unreachable', read.url)
  if (read.tooLarge) throw new NotRendered('too_heavy', 'document')
  if (finalUrl.length > maxRequestUrl) throw new NotRendered('too_heavy', 'URL')
  if (!/^(?:text\/html|application\/xhtml\+xml)$/.test(read.contentType))
    throw new NotRendered('not_html', read.contentType)
  const { items, total } = traffic.failed
  return {
    html: read.html,
    isCut: read.isCut,
    isXhtml: read.contentType === 'application/xhtml+xml',
    finalUrl,
    redirectedTo,
    refusedRedirect: traffic.refusedRedirect,
    isIdle,
    requests: traffic.requests,
    bytes: traffic.bytes,
    isOverLimit: traffic.isOverLimit,
    consoleErrors: { items: consoleErrors.items, total: consoleErrors.total },
    failedRequests: { items, total },
    blockedByRobots: { items: traffic.blocked.items, total: traffic.blocked.total },
    screenshot,
    largestElement: measured.largest && { ...measured.largest, url: measured.largest.url || null },
    layoutShift: measured.shift,
    ms: Math.round(performance.now() - start),
  }
}

async function open(
  page: Page,
  url: string,
  traffic: PageTraffic,
  { waiting: timeout }: RenderTimes,
  signal: AbortSignal,
): Promise<void> {
  try {
    await orAborted(page.goto(url, { waitUntil: 'commit', timeout }), signal)
  } catch (error) {
    signal.throwIfAborted()
    const text = String(error)
    // A script led to another page before the first one was there.
    if (traffic.navigations > 1) return
    throw new NotRendered(
      /ERR_ABORTED|Download is starting/.test(text) ? 'not_html' : 'unreachable',
      text.slice(0, 500),
    )
  }
}

/** Turns of the page itself, one after the other, in which an idle page requests nothing. */
const idleTurns = 5

/**
 * Waits for what a stretched page loads: until no request began or ended during the last `idle` milliseconds of its
 * own time. Our time passes even while a busy page, or machine, doesn't come to what it would request. Returns false if
 * that takes too long.
 */
async function loadsMore(
  session: CDPSession,
  traffic: PageTraffic,
  times: RenderTimes,
  signal: AbortSignal,
): Promise<boolean> {
  const { activity } = traffic
  const end = performance.now() + times.stretching
  for (let turns = 0; turns < idleTurns; turns += 1) {
    const left = end - performance.now()
    if (left <= 0 || traffic.isLoop()) return false
    const { changes } = activity
    await run(session, takeTurn(times.idle / idleTurns, left), signal)
    if (activity.isWaiting() || activity.changes !== changes) turns = -1
  }
  return true
}

/** Waits for what scripts of an idle page do later. Returns false if that takes too long. */
async function staysIdle(traffic: PageTraffic, times: RenderTimes, signal: AbortSignal): Promise<boolean> {
  const end = performance.now() + times.later
  const before = traffic.requests
  while (performance.now() < end) {
    if (traffic.requests > before) return becomesIdle(traffic, times.stretching, times.idle, signal)
    await pause(50, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
  return true
}

/** Waits until no request ran for `idleMs`. Returns false if that takes longer than `maxMs`. */
async function becomesIdle(traffic: PageTraffic, maxMs: number, idleMs: number, signal: AbortSignal): Promise<boolean> {
  const end = performance.now() + maxMs
  while (performance.now() < end && !traffic.isLoop()) {
    if (traffic.activity.idleMs() >= idleMs) return true
    await pause(20, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
  return false
}

/**
 * Runs a script in a world of its own in the page. A navigation in between ends it, so it is tried again.
 */
async function run<T>(session: CDPSession, expression: string, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { frameTree } = await orAborted(session.send('Page.getFrameTree'), signal)
      const world = session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: 'reader' })
      const { executionContextId: contextId } = await orAborted(world, signal)
      const running = session.send('Runtime.evaluate', {
        expression,
        contextId,
        awaitPromise: true,
        returnByValue: true,
      })
      const { result, exceptionDetails } = await orAborted(running, signal)
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value as T
    } catch (error) {
      signal.throwIfAborted()
      if (attempt >= 5) throw error
      await pause(100)
    }
  }
}

/** Returns null if the picture can't be drawn in time, or is too large. */
async function takePicture(
  session: CDPSession,
  { picture: maxMs }: RenderTimes,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(maxMs)])
  try {
    for (const quality of [70, 40, 15, 1]) {
      const picture = session.send('Page.captureScreenshot', { format: 'webp', quality, optimizeForSpeed: true })
      const bytes = Buffer.from((await orAborted(picture, end)).data, 'base64')
      if (bytes.length <= maxPictureBytes) return bytes
    }
  } catch {
    signal.throwIfAborted()
  }
  return null
}

function listenToConsole(page: Page): Listed<ConsoleError> {
  const errors = listed<ConsoleError>()
  const clip = (text: string) => text.slice(0, maxMessage)
  page.on('console', (message) => {
    // Failed and blocked requests have their own lists, and WebSockets are off for reasons of ours.
    const text = message.text()
    if (message.type() !== 'error' || text.startsWith('Failed to load resource:') || text.includes(noWebSockets)) return
    const { url, lineNumber } = message.location()
    errors.add({ text: clip(message.text()), source: url === '' ? null : clip(url), line: lineNumber + 1 })
  })
  page.on('pageerror', (error) => errors.add({ text: clip(String(error)), source: null, line: null }))
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}))
  return errors
}
