import type { Header, RobotsFile } from '#analyser/fetched-page.ts'
import type { BlockedRequest, ConsoleError, FailedRequest, LargestElement } from '#contract/reports/rendering.ts'
import type { Method } from '#service/fetcher/connection/http-get.ts'
import type { IdentityScope, SentIdentity } from '#service/fetcher/identity.ts'

/** What the program needs to know of a page. `allowHosts` are the entries of the allow list that hold for it. */
export type PageToRender = Omit<RenderRequest, 'identity' | 'shareFile'> & {
  scope?: IdentityScope | undefined
  allowHosts: ReadonlySet<string>
}

export type RenderRequest = {
  url: string
  /** The response that the fetcher has for the URL. The browser gets it and doesn't request the page again. */
  document?: { status: number; headers: Header[]; body: Uint8Array } | undefined
  /** That of the URL's origin, if the fetcher has read it. */
  robots?: RobotsFile | undefined
  /** The domain of a website that is judged as production: rules that forbid all of it don't apply. */
  judgedAsProduction?: string | undefined
  /** That of the page's website. It stays in the service. */
  identity?: SentIdentity | undefined
  /** Shares the files of the rendered pages of a crawl that get the same identity. It stays in the service. */
  shareFile?: ShareFile | undefined
  screenshot: boolean
  /** Its scripts look as if they led to another page, for which the renderer waits longer. */
  mayRedirect?: boolean | undefined
}

/** Returns the file that another page has requested by the same key, or that of `run`. */
export type ShareFile = (
  key: string,
  signal: AbortSignal,
  run: () => Promise<FetchedForPage>,
) => Promise<FetchedForPage>

/** Nothing with a longer URL is requested, and no page with one is rendered. */
export const maxRequestUrl = 100_000

/** A request of a page, of which the program has decided the rest. */
export type RequestOfPage = {
  url: string
  method: Method
  headers: [string, string][]
  body?: Uint8Array<ArrayBuffer> | undefined
  /** Gets the identity if its URL does. */
  withIdentity: boolean
  /** Can reach the allowed hosts of the page. */
  reachesAllowed: boolean
  /** Needs only the beginning of the response. */
  isMedia: boolean
  /** A script, style sheet, picture or font, which pages share. */
  isFile: boolean
}

/** A response as sent, with its body still encoded. */
export type FetchedForPage = { status: number; headers: Header[]; body: Uint8Array; isCut: boolean }

/** The first of what there is, and its number. */
export type Listed<T> = { items: T[]; total: number }

export type RenderedPage = {
  /** The document after its scripts ran, up to 5 million characters, with shadow trees as declarative ones. */
  html: string
  isCut: boolean
  /** The document is XHTML, and so is its text. */
  isXhtml: boolean
  /** Without fragment. Scripts can change it without loading another page. */
  finalUrl: string
  /** Where scripts or refreshes led to another page. Null if they didn't. */
  redirectedTo: string | null
  /** Where scripts wanted to lead, but the host can't be reached. The page was read as it was. */
  refusedRedirect: string | null
  /** All requests had ended. Otherwise the page was read when its time was up. */
  isIdle: boolean
  requests: number
  bytes: number
  isOverLimit: boolean
  consoleErrors: Listed<ConsoleError>
  failedRequests: Listed<FailedRequest>
  blockedByRobots: Listed<BlockedRequest>
  /** WebP of 412 × 823 pixels and at most 60 kB. */
  screenshot: Uint8Array<ArrayBuffer> | null
  largestElement: LargestElement | null
  /** Cumulative layout shift until the page was idle. */
  layoutShift: number | null
  /** Wall time in milliseconds. */
  ms: number
}

/** The reasons why a sandbox does not work. */
export const sandboxWords = {
  missing: "Chromium's sandbox doesn't start here.",
  off: "Chromium runs without its sandbox, although it shouldn't.",
}

export const renderFailures = [
  /** There is no browser, or its sandbox doesn't work. */
  'unavailable',
  /** Too many pages wait. */
  'busy',
  /** The document can't be loaded. */
  'unreachable',
  /** Scripts or refreshes led to a page that can't be loaded. */
  'redirect_unreachable',
  'redirect_loop',
  /** The URL is a download or no document. */
  'not_html',
  /** The page didn't let itself be read in time. */
  'unresponsive',
  /** The page needs too much memory, or its document is too large. */
  'too_heavy',
  'crashed',
] as const
export type RenderFailure = (typeof renderFailures)[number]

/** A page that can't be rendered. `detail` is for the log. */
export class NotRendered extends Error {
  override name = 'NotRendered'
  readonly code: RenderFailure
  readonly detail: string

  constructor(code: RenderFailure, detail = '') {
    super(detail === '' ? code : `${code}: ${detail}`)
    this.code = code
    this.detail = detail
  }
}
