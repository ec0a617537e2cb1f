import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { canJudge, type CheckInfo, type CheckSource, isDecided } from '#contract/reports/analysis.ts'
import { type Brand, type AnyClientDocument, fileNameOf } from '#contract/sharing/client-document.ts'
import { checksOf, type CheckView } from '#web/checks/check-view.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { linkPath } from '#web/data/resource-paths.ts'
import { VisitorRefusal, visitorRefusalOf } from '#web/session/visitor-refusal.tsx'
import { classes } from '#web/ui/classes.ts'
import { PageHeader } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { UrlText } from '#web/ui/url.tsx'
import { brandStyle, Cover } from './cover.tsx'
import { listParts } from './list-parts.tsx'
import { PdfButton } from './pdf-button.tsx'
import { documentQuery } from './queries.ts'
import { reportParts } from './report-parts.tsx'
import type { Part } from './sections.tsx'
import { SummaryPart } from './summary.tsx'
import { websiteParts } from './website-parts.tsx'
import { documentWords as words } from './words.ts'
import styles from './client-report.module.css'
import coverStyles from './cover.module.css'

/** Quotes a text for CSS. */
const quoted = (text: string) =>
  `"${text.replace(/["\\<\n\r\f]/g, (sign) => `\\${sign.codePointAt(0)!.toString(16)} `)}"`

type SectionProps = { document: AnyClientDocument; checks: readonly CheckView[]; catalogue: readonly CheckInfo[] }

type ClientReportProps = { document: AnyClientDocument; catalogue: readonly CheckInfo[] }

/**
 * A report for clients, as a page and on paper. The first page says everything that matters, for people who read no
 * further; then come the next steps, the pages and an appendix.
 */
export function ClientReport({ document: given, catalogue }: ClientReportProps) {
  const { brand } = given
  const introduction = given.introduction ?? brand.intro
  const checks = given.report ? checksOf(given.report, catalogue) : []
  const { summary, parts: own } = given.report
    ? reportParts(given, checks)
    : given.website
      ? websiteParts(given, catalogue)
      : listParts(given)
  const about: Part = { id: 'about', content: <About document={given} checks={checks} catalogue={catalogue} /> }
  const appendix = own.filter(({ id }) => id === 'appendix')
  // Before the appendix, because clients read it.
  const main = [...own.filter(({ id }) => id !== 'appendix'), about]
  // The table of a list is short enough for the first page.
  const isList = given.kind === 'list'
  const sheets = (isList ? [] : [main, appendix]).filter((parts) => parts.length > 0)
  useEffect(() => pageStyle(brand, !isList), [brand, isList])
  // Browsers name the file after it when they print.
  useEffect(() => void (window.document.title = fileNameOf(given, unicodeHost)), [given])
  return (
    <article
      className={styles.document}
      style={brandStyle(brand)}
      // The service prints a document only once it is complete.
      data-client-report={catalogue.length > 0 ? 'complete' : 'partial'}
      data-paper={brand.paper}
    >
      <div className={classes(styles.sheet, styles.first)} data-dense={isLong(introduction) ? '' : undefined}>
        <Cover
          brand={brand}
          title={titleOf(given)}
          subject={given.report ? <Subject report={given.report} /> : subjectOf(given)}
          date={given.report?.created_at ?? given.created_at}
          introduction={introduction}
        />
        <div className={coverStyles.front}>
          <SummaryPart {...summary} />
          {isList ? <Sections parts={main} /> : <Contents parts={sheets.flat()} />}
          {brand.footer && <p className={coverStyles.footer}>{brand.footer}</p>}
        </div>
      </div>
      {sheets.map((parts) => (
        <div key={parts[0]?.id} className={styles.sheet}>
          <Sections parts={parts} />
        </div>
      ))}
    </article>
  )
}

const Sections = ({ parts }: { parts: readonly Part[] }) =>
  parts.map(({ id, content }) => (
    <section key={id} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{words.sections[id]}</h2>
      {content}
    </section>
  ))

const Contents = ({ parts }: { parts: readonly Part[] }) => (
  <nav className={coverStyles.contents} aria-label={words.contents}>
    <ol>
      {parts.map(({ id }) => (
        <li key={id}>
          <a href={`#${id}`}>{words.sections[id]}</a>
        </li>
      ))}
    </ol>
  </nav>
)

/** Returns true if an introduction takes more than about four lines. */
const isLong = (introduction: string) => introduction.length + 100 * introduction.split('\n').length > 450

/** The title of the page and its URL. */
const Subject = ({ report: { title, url } }: { report: NonNullable<AnyClientDocument['report']> }) => (
  <>
    {title && <span className={coverStyles.pageTitle}>{title}</span>}
    <UrlText url={url} lines="wrap" />
  </>
)

export function titleOf({ title, report, website, list, is_comparison: isComparison }: AnyClientDocument): string {
  if (title !== '') return title
  if (report) return isComparison ? words.titles.comparison : words.titles.report
  return website ? words.titles.website : words.titles[list ?? 'reports']
}

/** The subject of the report. For a list, the one website of its rows, or the words that were searched for. */
function subjectOf({ report, website, reports = [], query }: AnyClientDocument): string {
  if (report) return report.url
  const domains = new Set(website ? [website.domain] : reports.map(({ domain }) => domain))
  const [domain] = domains
  return domains.size === 1 && domain ? unicodeHost(domain) : (new URLSearchParams(query).get('search') ?? '')
}

/** The basis of the score, and its limits. */
function About({ document: { report }, checks, catalogue }: SectionProps) {
  const { about } = words
  const used = checks.filter((check) => check.scored !== false && isDecided(check))
  const sources = report
    ? used.map(({ info }) => info?.source)
    : catalogue.filter((check) => check.scored && canJudge(check)).map(({ source }) => source)
  const count = (wanted: CheckSource) => sources.filter((source) => source === wanted).length
  const isKnown = sources.some((source) => source)
  return (
    <>
      {sources.length > 0 && (
        <p>
          {report ? about.basis(sources.length) : about.catalogue(sources.length)}{' '}
          {isKnown && about.cites(count('google'), count('standard'), count('practice'))}
        </p>
      )}
      <p>
        <b>{about.noRanking}</b>
      </p>
    </>
  )
}

/**
 * Adds the style of the printed pages, with their size and the brand's footer beside the page number. Returns a
 * function that removes it. A style sheet of the build can't contain the words of the brand. All pages are equally
 * wide, because Chromium shrinks everything by the narrowest. The first one has a footer only if its text goes on.
 */
function pageStyle({ paper, footer, name }: Pick<Brand, 'paper' | 'footer' | 'name'>, hasCover: boolean): () => void {
  const sheet = new CSSStyleSheet()
  const size = paper === 'letter' ? 'letter' : 'A4'
  const type = 'font: 8pt system-ui, sans-serif; color: #5b6070;'
  sheet.replaceSync(`
    @page { size: ${size}; margin: 18mm 0 20mm;
      @bottom-left { content: ${quoted(footer || name)}; padding-left: 17mm; ${type} }
      @bottom-right { content: counter(page) " / " counter(pages); padding-right: 17mm; ${type} } }
    @page :first { ${hasCover ? 'margin: 0; @bottom-left { content: none } @bottom-right { content: none }' : 'margin-top: 0'} }`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => void (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet))
}

/** The client report of a share link: only the document, and its PDF. */
export function LinkedDocument({ token, actions }: { token: string; actions: ReactNode }) {
  const { data, error, refetch, isFetching } = useQuery(documentQuery(`${linkPath(token)}/document`))
  const { data: catalogue } = useQuery(checksQuery())
  const refusal = visitorRefusalOf(data, error)
  if (refusal) return <VisitorRefusal error={refusal} token={token} onRetry={() => void refetch()} busy={isFetching} />
  if (!data || catalogue === undefined) return <PageHeader title={words.loading} />
  return (
    <>
      <div className={`cluster ${styles.toolbar}`}>
        <span />
        {actions}
        <PdfButton path={`${linkPath(token)}/document.pdf`} document={data} />
      </div>
      <ClientReport document={data} catalogue={catalogue?.data ?? []} />
    </>
  )
}
