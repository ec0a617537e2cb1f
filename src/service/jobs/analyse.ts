import type { Kysely } from 'kysely'
import { ofUnchangedTexts } from '#analyser/among-pages.ts'
import { createRobotsReader } from '#analyser/facts/robots-txt.ts'
import type { FetchedPage, Header } from '#analyser/fetched-page.ts'
import { asJudged } from '#analyser/judged-as-production.ts'
import type { PageFacts } from '#analyser/page-facts.ts'
import { notSentYet, type Probe } from '#analyser/probe.ts'
import type { PlanOptions } from '#analyser/probes/plan.ts'
import { decideRender, type RenderDecision, renderGroupOf, type RenderSample } from '#analyser/render-decision.ts'
import { isChangedByScripts } from '#analyser/rendered.ts'
import type { OnStage } from '#contract/reports/analysis.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import type { RenderCode, RenderMode } from '#contract/reports/rendering.ts'
import { urlKey } from '#contract/url-key.ts'
import { domainOf } from '#contract/websites/website.ts'
import type { CrawlShare } from '#service/fetcher/crawl-requests.ts'
import { PageRefused } from '#service/fetcher/failures.ts'
import type { SessionOptions } from '#service/fetcher/fetch-session.ts'
import { identityFor, maskFor, secretsOf, type SentIdentity } from '#service/fetcher/identity.ts'
import { type PageFetcher, createPageFetcher } from '#service/fetcher/page-fetcher.ts'
import { orAborted } from '#service/fetcher/timing.ts'
import type { FindSite } from '#service/identity/signing-key.ts'
import { NotRendered, type ShareFile } from '#service/renderer/rendered-page.ts'
import { codeOfProblem, type Renderer } from '#service/renderer/renderer.ts'
import { findFieldOfPage } from '#service/store/google/field-data.ts'
import { findIndexFacts } from '#service/store/google/inspections.ts'
import type { StoredEvaluation } from '#service/store/reports/report-payloads.ts'
import { createReport, findAmongPages, type ReportRecord, type WithReport } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { addToRenderSample, findRenderSample } from '#service/store/websites/render-samples.ts'
import type { AnalyserPool } from './analyser-pool.ts'
import type { EvaluatedPage } from './analyser-worker.ts'
import { findCanonicalHost } from './canonical-host.ts'
import type { MaskedReading } from './masked-reading.ts'
import { createSampleTurns, type TakeSampleTurn } from './sample-turns.ts'

export type FinishedReport = { record: ReportRecord; evaluation: StoredEvaluation; facts: PageFacts }

/** What a page's HTML alone gives: its report, if scripts change nothing. The probe requests are not sent yet. */
export type HtmlReport = Pick<ReportRecord, 'url' | 'domain' | 'title'> &
  Pick<EvaluatedPage, 'facts' | 'evaluation' | 'state' | 'score' | 'ruleset'>

/** Called before a page is rendered. */
export type OnPreview = (preview: HtmlReport) => void

/** Called with all facts of a page. Returns a step for the transaction of its report. */
export type BeforeStoring = (facts: PageFacts) => Promise<WithReport>

export type AnalyseDeps = {
  db: Kysely<Schema>
  pool: AnalyserPool
  onStage?: OnStage | undefined
  onPreview?: OnPreview | undefined
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
  /** Shared by all analyses of a process. */
  takeSampleTurn?: TakeSampleTurn
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
    onPreview,
    findSite,
    asked,
    crawl,
    renderer,
    render,
    isDiskFull = () => false,
    takeSampleTurn = createSampleTurns(),
    ...sessionOptions
  }: AnalyseDeps,
  signal?: AbortSignal,
  beforeStoring?: BeforeStoring,
): Promise<FinishedReport> {
  const { domain, identity, ...site } = await siteOf(url, asked, findSite)
  const share = crawl?.shareFor(identity)
  const fetcher = createPageFetcher({
    ...sessionOptions,
    identity,
    readRobots: createRobotsReader(site.judgeAsProduction ? domain : null),
    ...(signal && { signal }),
    ...(share && { crawl: share }),
  })
  const judge = async ({ askedUrl }: FetchedPage, reading: MaskedReading, probes: Probe[]) => {
    const { fingerprints, pairs, masked } = reading
    const canonicalHost = await findCanonicalHost(db, reading.facts, fingerprints)
    const field = await findFieldOfPage(db, domain, urlKey(askedUrl))
    const googleIndex = await findIndexFacts(db, domain, urlKey(askedUrl))
    const pageFacts = {
      ...reading.facts,
      ...(googleIndex && { googleIndex }),
      ...(canonicalHost && { canonicalHost }),
      ...(field && { beyond: { ...reading.facts.beyond, field } }),
    }
    const known = await findAmongPages(db, domain, askedUrl)
    const amongPages = known && ofUnchangedTexts(known, fingerprints)
    const page = { facts: pageFacts, probes, pairs, masked, amongPages }
    return { pageFacts, ...(await pool.evaluatePage(page, sessionOptions.requester)) }
  }
  const preview = async (fetched: FetchedPage, html: MaskedReading) => {
    if (!onPreview) return
    const judged = await judge(fetched, html, html.probeRequests.map(notSentYet))
    onPreview({ url: fetched.askedUrl, domain, title: html.title, ...judged })
  }
  const { fetched, reading, screenshot, isChanged, probes } = await fetchWith(
    fetcher,
    url,
    {
      pool,
      onStage,
      preview,
      isOfCrawl: crawl !== undefined,
      judgesAsProduction: site.judgeAsProduction,
      productionHost: site.productionHost,
      identity,
      renderer,
      domain,
      shareFile: share?.shareFile,
      takeSampleTurn,
      findSample: (group) => findRenderSample(db, domain, group),
      mode: render ?? site.render,
      signal,
    },
    sessionOptions.requester,
  )
    .catch((error: unknown) => {
      // What a server sent is logged with it.
      if (error instanceof PageRefused) error.detail = maskFor(identity).hide(error.detail)
      throw error
    })
    .finally(fetcher.close)
  const { title, fingerprints } = reading
  onStage({ name: 'checks', done: null, total: null })
  const { pageFacts, facts, evaluation, state, score, ruleset } = await judge(fetched, reading, probes)
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
  const group = renderGroupOf(fetched.finalUrl)
  const storeMore = await beforeStoring?.(pageFacts)
  const record = await createReport(db, report, async (tx, created, isNewWebsite) => {
    await storeMore?.(tx, created, isNewWebsite)
    if (isChanged !== null)
      await addToRenderSample(tx, { website_id: created.website_id, page_group: group, differs: isChanged })
  })
  return { record, evaluation, facts }
}

/** Returns how a page is requested and judged. Its website's identity is for the URL that a person gave. */
async function siteOf(url: URL, asked: URL | undefined, findSite: FindSite) {
  const domain = domainOf(url)
  const { identity, signer, ...site } = await findSite(domain)
  const from = asked && domainOf(asked) === domain ? asked : new URL(`https://${url.host}`)
  return { ...site, domain, identity: identity ? identityFor(from, identity, signer, domain) : undefined }
}

type Work = Pick<AnalyseDeps, 'pool'> &
  Required<PlanOptions> & {
    onStage: OnStage
    identity: SentIdentity | undefined
    renderer: Renderer | undefined
    mode: RenderMode
    domain: string
    findSample: (group: string) => Promise<RenderSample | null>
    takeSampleTurn: TakeSampleTurn
    shareFile: ShareFile | undefined
    signal: AbortSignal | undefined
    /** Tells what the HTML gives, before the page is rendered. */
    preview: (fetched: FetchedPage, html: MaskedReading) => Promise<void>
  }

async function fetchWith(fetcher: PageFetcher, url: URL, work: Work, requester?: string) {
  const { pool, onStage, isOfCrawl, judgesAsProduction, productionHost } = work
  onStage({ name: 'fetching', done: null, total: null })
  const fetched = await fetcher.page(url)
  const page = { ...fetched, isOfCrawl, judgesAsProduction, productionHost, secrets: secretsOf(work.identity) }
  const compare = async () =>
    pool.readPage({ ...page, without: await fetcher.withoutIdentity(new URL(fetched.askedUrl)) }, requester)
  const read = await pool.readPage(page, requester)
  const html = read.unsure === 'kept' ? await compare() : read
  const { reading, ...rendered } = await renderWith(fetched, html, { ...work, compare }, requester)
  const onProgress = (done: number, total: number) => onStage({ name: 'links', done, total })
  onProgress(0, reading.probeRequests.length)
  return { fetched, reading, ...rendered, probes: await fetcher.probe(fetched, reading.probeRequests, onProgress) }
}

/** @property isChanged by its scripts; null if it wasn't rendered */
type Read = { reading: MaskedReading; screenshot: Uint8Array | null; isChanged: boolean | null }

type ToRender = Work & { compare: () => Promise<MaskedReading> }

/**
 * Renders a page if its HTML or the mode ask for it, and returns the facts of both. If it can't be rendered, its report
 * is made from the HTML.
 */
async function renderWith(fetched: FetchedPage, html: MaskedReading, work: ToRender, requester?: string) {
  const { renderer, mode, domain, findSample, takeSampleTurn, signal } = work
  const page = asJudged(html.facts)
  const group = renderGroupOf(fetched.finalUrl)
  const { decision, end } =
    renderer && mode === 'auto'
      ? await takeSampleTurn(`${domain} ${group}`, page, () => findSample(group), signal)
      : { decision: decideRender(page, mode, null), end: () => {} }
  let isChanged: boolean | null = null
  try {
    const read = await renderAs(decision, fetched, html, work, requester)
    isChanged = read.isChanged
    return read
  } finally {
    end(isChanged)
  }
}

async function renderAs(
  { render, code }: RenderDecision,
  fetched: FetchedPage,
  read: MaskedReading,
  work: ToRender,
  requester?: string,
): Promise<Read> {
  const { pool, onStage, isOfCrawl, judgesAsProduction, productionHost } = work
  const { identity, renderer, shareFile, signal, compare } = work
  let html = read
  const ofHtml = (code: RenderCode): Read => ({ reading: withCode(html, code), screenshot: null, isChanged: null })
  if (!render) return ofHtml(code)
  if (!renderer) return ofHtml('no_browser')
  const problem = await (signal ? orAborted(renderer.problem(), signal) : renderer.problem())
  if (problem !== null) return ofHtml(codeOfProblem(problem))
  if (html.unsure !== null) html = await compare()
  await work.preview(fetched, html)
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
        shareFile,
        ...(judgesAsProduction && { judgedAsProduction: domainOf(new URL(askedUrl)) }),
        screenshot: !html.isEchoed,
        mayRedirect: code === 'script_redirect',
      },
      requester,
      signal,
    )
    const page = {
      fetched: { ...fetched, isOfCrawl, judgesAsProduction, productionHost },
      rendered: { ...rendered, hasScreenshot: screenshot !== null },
    }
    const reading = await pool.readRendered({ ...page, reason: code, masked: html.masked }, requester)
    return {
      reading,
      screenshot: reading.isEchoed ? null : screenshot,
      isChanged: isChangedByScripts(html.facts, reading.facts),
    }
  } catch (error) {
    if (!(error instanceof NotRendered)) throw error
    return ofHtml(error.code === 'unavailable' ? codeOfProblem(error.detail) : error.code)
  }
}

/** With cookies that a server sets for the identity, the browser would have a session that goes to others. */
const withoutCookies = (headers: readonly Header[]) => headers.filter(([name]) => name !== 'set-cookie')

const withCode = (reading: MaskedReading, renderCode: RenderCode): MaskedReading => ({
  ...reading,
  facts: { ...reading.facts, beyond: { ...reading.facts.beyond, renderCode } },
})
