import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { RobotsFile } from '#analyser/fetched-page.ts'
import { type IdentityScope, isSentTo } from '#service/fetcher/identity.ts'
import { robotsFileOf, missingRobotsFile, robotsUrlOf } from '#service/fetcher/robots.ts'
import { orAborted } from '#service/fetcher/timing.ts'
import type { FetchForPage } from './rendered-page.ts'

type Options = {
  browser: Browser
  page: Page
  scope: IdentityScope
  fetch: FetchForPage
  /** True once the page has received as many bytes as it can. */
  isFull: () => boolean
  signal: AbortSignal
}
/** `bytes` are those that the service has fetched. */
export type IdentityTraffic = { bytes(): number; end(): Promise<void> }
type Paused = {
  requestId: string
  frameId: string
  resourceType: string
  request: { url: string; method: string; headers: Record<string, string> }
}
type FrameTree = { frame: { id: string; url: string; securityOrigin: string }; childFrames?: FrameTree[] }

/**
 * Has the service fetch what a page requests from the hosts of an identity, because this program and the browser don't
 * have it. A redirect goes back to the browser, whose next request is decided again. Only GET and HEAD requests
 * of the website's own documents get the identity. Those of other websites in frames and of workers go without it.
 *
 * The session of the browser is the last to see a request, after all limits were applied. Unlike Playwright's
 * routes, it sees redirects too, and adds no headers to responses.
 */
export async function sendIdentity(
  context: BrowserContext,
  { browser, page, scope, fetch, isFull, signal }: Options,
): Promise<IdentityTraffic> {
  const requests = await orAborted(browser.newBrowserCDPSession(), signal)
  const frames = await orAborted(context.newCDPSession(page), signal)
  let bytes = 0

  /** The document that requests, and all around it, must be of the identity's hosts. */
  async function isOfWebsite({ frameId, resourceType }: Paused): Promise<boolean> {
    const { frameTree } = await frames.send('Page.getFrameTree')
    const path = pathTo(frameId, frameTree)
    return (
      path.length > 0 &&
      path.every(
        ({ frame }) =>
          isOwnOrigin(frame.securityOrigin) ||
          // Written by the document around it.
          frame.url === 'about:srcdoc' ||
          (frame.id === frameId && resourceType === 'Document' && isNewFrame(frame)),
      )
    )
  }
  const isOwnOrigin = (origin: string) => {
    const url = URL.parse(origin)
    return url !== null && isSentTo(url, scope)
  }

  async function decide(paused: Paused): Promise<unknown> {
    const { requestId, request } = paused
    const { method, headers } = request
    const url = URL.parse(request.url)
    if (!url || !isSentTo(url, scope) || (method !== 'GET' && method !== 'HEAD') || !(await isOfWebsite(paused)))
      return requests.send('Fetch.continueRequest', { requestId })
    const response = isFull() ? null : await fetch({ url: url.href, method, headers: Object.entries(headers) })
    if (!response || !isReadable(url, headers, response.headers))
      return requests.send('Fetch.failRequest', { requestId, errorReason: response ? 'AccessDenied' : 'Failed' })
    bytes += response.body.byteLength
    return requests.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status,
      responseHeaders: response.headers.map(([name, value]) => ({ name, value })),
      body: Buffer.from(response.body).toString('base64'),
    })
  }

  requests.on('Fetch.requestPaused', (paused) => {
    decide(paused).catch(() =>
      requests.send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Failed' }).catch(() => {}),
    )
  })
  await orAborted(requests.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] }), signal)
  return { bytes: () => bytes, end: () => requests.detach() }
}

/** It has had no document yet. Its first one is requested by the frames around it. */
const isNewFrame = ({ url, securityOrigin }: FrameTree['frame']) =>
  (url === '' || url === ':' || url === 'about:blank') && securityOrigin === '://'

/** Returns the frames from the main one to one of them; none if it is in another process, as other sites are. */
function pathTo(frameId: string, tree: FrameTree): FrameTree[] {
  if (tree.frame.id === frameId) return [tree]
  for (const child of tree.childFrames ?? []) {
    const path = pathTo(frameId, child)
    if (path.length > 0) return [tree, ...path]
  }
  return []
}

/** Chromium doesn't apply CORS to what a program responds. Only requests of scripts have an origin. */
function isReadable(url: URL, request: Record<string, string>, response: readonly (readonly [string, string])[]) {
  const origin = Object.entries(request).find(([name]) => name.toLowerCase() === 'origin')?.[1]
  if (origin === undefined || origin === url.origin) return true
  const allowed = response.find(([name]) => name.toLowerCase() === 'access-control-allow-origin')?.[1]
  return allowed === '*' || allowed === origin
}

/** Reads robots.txt of a host of the identity by the service. It follows no redirect, which counts as no file. */
export async function readRobotsWith(fetch: FetchForPage, target: URL): Promise<RobotsFile> {
  const url = robotsUrlOf(target)
  const response = await fetch({ url: url.href, method: 'GET', headers: [['Accept', 'text/plain,*/*;q=0.8']] })
  if (!response) return missingRobotsFile(url, undefined)
  const body = Buffer.from(response.body)
  return robotsFileOf(url, { status: response.status, body, bytes: body.length })
}
