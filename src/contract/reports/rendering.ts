import * as z from 'zod'
import { counted } from '../format/numbers.ts'

export const renderModes = ['auto', 'always', 'never'] as const
/** Tells which pages are rendered in a browser: those that need it, all, or none. */
export type RenderMode = (typeof renderModes)[number]

/** `rendered` if a report has the facts of the rendered page. */
export const engines = ['http', 'rendered'] as const
export type Engine = (typeof engines)[number]

/** The reasons to render a page. */
const reasonsToRender = [
  'asked',
  'app_root',
  'thin_text',
  'empty_list',
  'script_redirect',
  'hidden_until_script',
  'sample',
  'recheck',
  'group',
] as const

/** The reasons why a page wasn't rendered. */
const reasonsNotToRender = [
  'never',
  'no_scripts',
  'enough_text',
  'same_in_group',
  'noindex',
  'status',
  'no_browser',
  'browser_failed',
  'no_sandbox',
  'busy',
  'unreachable',
  'redirect_unreachable',
  'redirect_loop',
  'not_html',
  'unresponsive',
  'too_heavy',
  'crashed',
  'before',
] as const

export const renderCodes = [...reasonsToRender, ...reasonsNotToRender] as const
export type RenderCode = (typeof renderCodes)[number]
export type ReasonToRender = (typeof reasonsToRender)[number]

export const isReasonToRender = (code: RenderCode): code is ReasonToRender =>
  (reasonsToRender as readonly RenderCode[]).includes(code)

const text = z.string().nullable()
const count = z.int().nonnegative()

/** `source` is the URL of the script, if known. */
export const ConsoleError = z.object({ text: z.string(), source: text, line: z.int().nullable() })
export type ConsoleError = z.infer<typeof ConsoleError>

/** `type` is Playwright's: `script`, `stylesheet`, `fetch`, `image`, `font`, `document` … */
const requested = { url: z.string(), type: z.string() }

/**
 * `reason` is the browser's (`net::ERR_ABORTED`), `HTTP 404` or one of `limit`, `scheme`, `timeout` and
 * `unreachable`.
 */
export const FailedRequest = z.object({ ...requested, reason: z.string() })
export type FailedRequest = z.infer<typeof FailedRequest>

/** `line` and `rule` are those of robots.txt; null if the file can't be read, so that Google requests nothing. */
export const BlockedRequest = z.object({ ...requested, line: count.nullable(), rule: text })
export type BlockedRequest = z.infer<typeof BlockedRequest>

/** What the browser reports as the largest element of the first screen, in CSS pixels. */
export const LargestElement = z.object({ element: z.string(), url: text, width: z.number(), height: z.number() })
export type LargestElement = z.infer<typeof LargestElement>

/** What scripts can change about a page in search. */
const briefFields = {
  title: text,
  description: text,
  h1: text,
  canonical: text,
  /** "noindex, nofollow" */
  robots: text,
  words: count,
  links: count,
  /** The types of structured data. */
  structured: z.array(z.string()),
}

/** A page after its scripts ran, and as the server sent it (`html`). Lists are shortened; totals count everything. */
export const RenderedFact = z.object({
  reason: z.enum(renderCodes),
  ...briefFields,
  html: z.object(briefFields),
  /** Where scripts led. The report is then about the HTML. */
  redirected_to: text,
  /**
   * Files are missing, or scripts were still running, and the rendered page shows less than the HTML or next to
   * nothing. So the report is about the HTML. Reports of older versions lack it.
   */
  is_incomplete: z.boolean().optional(),
  /** All requests had ended when the page was read. */
  is_idle: z.boolean(),
  console_errors: z.array(ConsoleError),
  console_errors_total: count,
  failed_requests: z.array(FailedRequest),
  failed_requests_total: count,
  blocked_by_robots: z.array(BlockedRequest),
  blocked_by_robots_total: count,
  /** Links that only scripts add. */
  script_links: z.array(z.object({ url: z.string() })),
  script_links_total: count,
  largest_element: LargestElement.nullable(),
  /** Cumulative layout shift. */
  layout_shift: z.number().nullable(),
  has_screenshot: z.boolean(),
})
export type RenderedFact = z.infer<typeof RenderedFact>

/** The words of the HTML outside menus, headers and footers. */
const wordsOf = (words: number) => `the HTML has ${counted(words, 'word')}`

const sentences: Record<RenderCode, string | ((words: number) => string)> = {
  asked: 'Rendered: rendering was set to Always.',
  app_root: (words) => `Rendered: ${wordsOf(words)} and an empty app root.`,
  thin_text: (words) => `Rendered: the HTML has scripts and only ${counted(words, 'word')} of main text.`,
  empty_list: 'Rendered: the HTML has an empty element that scripts fill.',
  script_redirect: 'Rendered: a script in the HTML redirects.',
  hidden_until_script: 'Rendered: the HTML is hidden until scripts show it.',
  sample: 'Rendered: it’s one of the first pages of its kind on this website.',
  recheck: 'Rendered: we render a few pages of each kind again, in case its scripts have changed.',
  group: 'Rendered: scripts change pages of this kind on this website.',
  never: 'Not rendered: rendering is off for this website or report.',
  no_scripts: 'Not rendered: the HTML has no scripts that could change it.',
  enough_text: 'Not rendered: the HTML has its main text, and its scripts probably don’t change it.',
  same_in_group: 'Not rendered: scripts don’t change pages of this kind on this website.',
  noindex: 'Not rendered: the HTML has a noindex, so Google doesn’t render it.',
  status: 'Not rendered: the page didn’t return status 200.',
  no_browser: 'Not rendered: this server has no Chromium. Install one or set CHROMIUM_PATH.',
  browser_failed: 'Not rendered: Chromium doesn’t start on this server, or is too old. See the server’s log.',
  no_sandbox:
    'Not rendered: Chromium’s sandbox doesn’t start on this server. Its administrator can read how to allow it in docs/operating.md.',
  busy: 'Not rendered: too many pages were waiting to be rendered. Try again later.',
  unreachable: 'Not rendered: the browser couldn’t load the page.',
  redirect_unreachable: 'Not rendered: scripts redirect to a page that we couldn’t load.',
  redirect_loop: 'Not rendered: scripts redirect in a loop.',
  not_html: 'Not rendered: the browser got a download instead of a page.',
  unresponsive: 'Not rendered: its scripts kept us from reading it within 20 seconds.',
  too_heavy: 'Not rendered: the page needs too much memory.',
  crashed: 'Not rendered: the page crashed the browser.',
  before: 'Not rendered: this report is older than rendering.',
}

/**
 * Returns one sentence that says if a page was rendered, and why.
 * @param words of the main text in the HTML
 */
export function renderSentence(code: RenderCode, words: number): string {
  const sentence = sentences[code]
  return typeof sentence === 'string' ? sentence : sentence(words)
}
