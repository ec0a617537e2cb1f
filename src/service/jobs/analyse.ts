import type { Kysely } from 'kysely'
import { createRobotsReader } from '#analyser/facts/robots-txt.ts'
import type { FetchedPage, Header } from '#analyser/fetched-page.ts'
import { asJudged } from '#analyser/judged-as-production.ts'
import type { PageFacts } from '#analyser/page-facts.ts'
import type { PlanOptions } from '#analyser/probes/plan.ts'
import { decideRender, renderGroupOf, type RenderSample } from '#analyser/render-decision.ts'
import { isChangedByScripts } from '#analyser/rendered.ts'
import type { PageReading } from '#analyser/run.ts'
import type { OnStage } from '#contract/reports/analysis.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import type { RenderCode, RenderMode } from '#contract/reports/rendering.ts'
import { domainOf } from '#contract/websites/website.ts'
import type { CrawlShare } from '#service/fetcher/crawl-requests.ts'
import type { SessionOptions } from '#service/fetcher/fetch-session.ts'
import { identityFor, type SentIdentity } from '#service/fetcher/identity.ts'
import { type PageFetcher, createPageFetcher } from '#service/fetcher/page-fetcher.ts'
import { orAborted } from '#service/fetcher/timing.ts'
import type { FindSite } from '#service/identity/signing-key.ts'
import { NotRendered } from '#service/renderer/rendered-page.ts'
import { codeOfProblem, type Renderer } from '#service/renderer/renderer.ts'
import type { StoredEvaluation } from '#service/store/reports/report-payloads.ts'
import { createReport, type ReportRecord, type WithReport } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { addToRenderSample, findRenderSample } from '#service/store/websites/render-samples.ts'
import type { AnalyserPool } from './analyser-pool.ts'

export type FinishedReport = { record: ReportRecord; evaluation: StoredEvaluation; facts: PageFacts }

/** Called with all facts of a page. Returns a step for the transaction of its report. */
export type BeforeStoring = (facts: PageFacts) => Promise<WithReport>

export type AnalyseDeps = {
  db: Kysely<Schema>
  pool: AnalyserPool
  onStage?: OnStage
  /** Finds how the pages of a website are requested and judged. */
  findSite: FindSite
  /**
   * The URL that a person gave: that of the page, or of the crawl or sitemap that led to it. Only if it is an http URL
   * of the website, its identity is sent without encryption.
   */
  asked?: URL | undefined
  /** For a page of a crawl, its ID, and what its pages share that get the same identity. */
  crawl?: { id: number; shareFor(identity: SentIdentity | undefined): CrawlShare }
  /** Without one, pages are judged by their HTML. */
  renderer?: Renderer | undefined
  /** Which pages are rendered. The website's setting by default. */
  render?: RenderMode | undefined
  /** Returns true if the database is as large as it may be. Reports then have no screenshots. */
  isDiskFull?: (() => boolean) | undefined
} & Pick<SessionOptions, 'allowHosts' | 'hostPaces' | 'requester'>

/**
 * Creates the report of a page: fetches the page, renders it if that tells more, sends its probe requests, evaluates
 * it, and stores the report in one transaction, to which `beforeStoring` can add. Nothing is stored when it throws.
 * @throws PageRefused when the page cannot be analysed; the signal's reason when it is aborted before storing
 */
export async function analyse(
  url: URL,
  {
    db,
    pool,
    onStage = () => {},
    findSite,
    asked,
    crawl,
    renderer,
    render,
    isDiskFull = () => false,
    ...sessionOptions
  }: AnalyseDeps,
  signal?: AbortSignal,
  beforeStoring?: BeforeStoring,
): Promise<FinishedReport> {
  const domain = domainOf(url)
  const site = await findSite(domain)
  const from = asked && domainOf(asked) === domain ? asked : new URL(`https://${url.host}`)
  const identity = site.identity ? identityFor(from, site.identity, site.signer, domain) : undefined
  const fetcher = createPageFetcher({
    ...sessionOptions,
    identity,
    readRobots: createRobotsReader(site.judgeAsProduction ? domain : null),
    ...(signal && { signal }),
    ...(crawl && { crawl: crawl.shareFor(identity) }),
  })
  const { fetched, reading, screenshot, isChanged, probes } = await fetchWith(
    fetcher,
    url,
    {
      pool,
      onStage,
      isOfCrawl: crawl !== undefined,
      judgesAsProduction: site.judgeAsProduction,
      identity,
      renderer,
      findSample: (group) => findRenderSample(db, domain, group),
      mode: render ?? site.render,
      signal,
    },
    sessionOptions.requester,
  ).finally(fetcher.close)
  const { facts: pageFacts, title, fingerprints, pairs } = reading
  onStage({ name: 'checks', done: null, total: null })
  const { facts, evaluation, state, score, ruleset } = await pool.evaluatePage(
    { facts: pageFacts, probes, pairs },
    sessionOptions.requester,
  )
  signal?.throwIfAborted()
  const report = {
    url: fetched.askedUrl,
    page_url: fetched.finalUrl,
    domain,
    title,
    score,
    result: ratingOf(score),
    engine: pageFacts.beyond.rendered === null ? ('http' as const) : ('rendered' as const),
    ruleset,
    fingerprints,
    state,
    evaluation,
    facts,
    screenshot: isDiskFull() ? null : screenshot && { image: screenshot, withIdentity: identity !== undefined },
    pending_crawl_id: crawl?.id ?? null,
    created_at: new Date().toISOString(),
  }
  const more = await beforeStoring?.(pageFacts)
  const record = await createReport(db, report, async (tx, created) => {
    await more?.(tx, created)
    if (isChanged === null) return
    const group = renderGroupOf(fetched.finalUrl)
    await addToRenderSample(tx, { website_id: created.website_id, page_group: group, differs: isChanged })
  })
  return { record, evaluation, facts }
}

type Work = Required<Pick<AnalyseDeps, 'pool' | 'onStage'>> &
  Required<PlanOptions> & {
    identity: SentIdentity | undefined
    renderer: Renderer | undefined
    mode: RenderMode
    findSample: (group: string) => Promise<RenderSample | null>
    signal: AbortSignal | undefined
  }

async function fetchWith(fetcher: PageFetcher, url: URL, work: Work, requester?: string) {
  const { pool, onStage, isOfCrawl, judgesAsProduction } = work
  onStage({ name: 'fetching', done: null, total: null })
  const fetched = await fetcher.page(url)
  const html = await pool.readPage({ ...fetched, isOfCrawl, judgesAsProduction }, requester)
  const { reading, ...rendered } = await renderWith(fetched, html, work, requester)
  const onProgress = (done: number, total: number) => onStage({ name: 'links', done, total })
  onProgress(0, reading.probeRequests.length)
  return { fetched, reading, ...rendered, probes: await fetcher.probe(fetched, reading.probeRequests, onProgress) }
}

/** @property isChanged by its scripts; null if it wasn't rendered */
type Read = { reading: PageReading; screenshot: Uint8Array | null; isChanged: boolean | null }

/**
 * Renders a page if its HTML or the mode ask for it, and returns the facts of both. If it can't be rendered, its report
 * is made from the HTML.
 */
async function renderWith(
  fetched: FetchedPage,
  html: PageReading,
  { pool, onStage, isOfCrawl, judgesAsProduction, identity, renderer, mode, findSample, signal }: Work,
  requester?: string,
): Promise<Read> {
  const ofHtml = (code: RenderCode): Read => ({ reading: withCode(html, code), screenshot: null, isChanged: null })
  const sample = renderer && mode === 'auto' ? await findSample(renderGroupOf(fetched.finalUrl)) : null
  const { render, code } = decideRender(asJudged(html.facts), mode, sample)
  if (!render) return ofHtml(code)
  if (!renderer) return ofHtml('no_browser')
  const problem = await (signal ? orAborted(renderer.problem(), signal) : renderer.problem())
  if (problem !== null) return ofHtml(codeOfProblem(problem))
  onStage({ name: 'rendering', done: null, total: null })
  const { askedUrl, finalUrl, status, headers, body, robots } = fetched
  try {
    const {
      screenshot,
      ms: _,
      ...rendered
    } = await renderer.render(
      {
        url: finalUrl,
        document: { status, headers: identity ? withoutCookies(headers) : headers, body },
        robots,
        identity,
        ...(judgesAsProduction && { judgedAsProduction: domainOf(new URL(askedUrl)) }),
        screenshot: true,
        mayRedirect: code === 'script_redirect',
      },
      requester,
      signal,
    )
    const page = {
      fetched: { ...fetched, isOfCrawl, judgesAsProduction },
      rendered: { ...rendered, hasScreenshot: screenshot !== null },
    }
    const reading = await pool.readRendered({ ...page, reason: code }, requester)
    return { reading, screenshot, isChanged: isChangedByScripts(html.facts, reading.facts) }
  } catch (error) {
    if (!(error instanceof NotRendered)) throw error
    return ofHtml(error.code === 'unavailable' ? codeOfProblem(error.detail) : error.code)
  }
}

/** With cookies that a server sets for the identity, the browser would have a session that goes to others. */
const withoutCookies = (headers: readonly Header[]) => headers.filter(([name]) => name !== 'set-cookie')

const withCode = (reading: PageReading, renderCode: RenderCode): PageReading => ({
  ...reading,
  facts: { ...reading.facts, beyond: { ...reading.facts.beyond, renderCode } },
})
