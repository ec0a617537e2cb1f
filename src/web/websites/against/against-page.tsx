import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, useLocation, useParams } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { readId } from '#contract/lists/list-query.ts'
import { defaultsOf } from '#contract/lists/query-params.ts'
import {
  againstParams,
  type AgainstQuery,
  hereFilters,
  type PathKind,
  pathKinds,
  type WebsiteComparison,
} from '#contract/websites/website-comparison.ts'
import { paths } from '#web/app/paths.ts'
import { checkNameIn, checksQuery } from '#web/checks/queries.ts'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { asApiError } from '#web/data/api-error.ts'
import { startQuery } from '#web/data/query-client.ts'
import { ExportButton } from '#web/list/export-button.tsx'
import { FilterChips } from '#web/list/filter-chips.tsx'
import { NoMatch, Repairs } from '#web/list/list-notices.tsx'
import { PagedRows } from '#web/list/query-states.tsx'
import { SearchBox } from '#web/list/search-box.tsx'
import { changedUrlQuery, type ListQueryState, useListQuery } from '#web/list/use-list-query.ts'
import { listLinks } from '#web/resources/list-links.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { WebsiteCrumbs } from '#web/resources/website-crumbs.tsx'
import { homePageOf, useWebsiteName, WebsiteMissing, websiteQueries } from '#web/resources/websites.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, CardHead, EmptyCard, EmptyState, PageHeader, Skeleton } from '#web/ui/page.tsx'
import { column, type Columns, Table } from '#web/ui/table.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { heading, sizes } from '../crawls/crawl-cells.tsx'
import { Figures } from '../figures.tsx'
import { websitePagesWords } from '../pages/words.ts'
import { PathTable } from './path-table.tsx'
import { againstQueries } from './queries.ts'
import { againstWords as words } from './words.ts'
import styles from './against.module.css'

const ChooseWebsite = lazyPart(() => import('./choose-website.tsx').then((file) => file.ChooseWebsite))

export async function loader({ params }: LoaderFunctionArgs) {
  const [id, other] = [readId(params['id']), readId(params['other'])]
  if (id === null) return null
  await Promise.all([
    startQuery(websiteQueries.detail(id)),
    ...(other === null ? [] : [startQuery(websiteQueries.detail(other))]),
  ])
  return null
}

/** Compares a website with another, or lets people choose the other one if the URL names none. */
export function Component() {
  const params = useParams()
  const id = readId(params['id'])
  const other = readId(params['other'])
  if (id === null || (other === null && params['other'] !== undefined)) return <WebsiteMissing />
  if (other === null) return <Choice id={id} />
  return <Against key={`${id} ${other}`} id={id} other={other} />
}

type PageProps = { id: number; title: string; lead?: ReactNode; actions?: ReactNode; children?: ReactNode }

function Page({ id, title, lead, actions, children }: PageProps) {
  const name = useWebsiteName(id)
  return (
    <div className={`stack ${styles.page}`}>
      <PageHeader
        title={title}
        crumbs={<WebsiteCrumbs to={paths.websiteIssues(id)} name={name?.full} />}
        lead={lead}
        actions={actions}
      />
      {children}
    </div>
  )
}

function Choice({ id }: { id: number }) {
  const { data: website, error } = useQuery({ ...websiteQueries.detail(id), retryOnMount: false })
  const { query } = useListQuery(againstParams)
  if (error && !website && asApiError(error).kind === 'missing') return <WebsiteMissing />
  const title = website ? words.choose(unicodeHost(website.domain)) : words.loadingTitle
  return (
    <Page id={id} title={title} lead={words.chooseLead}>
      {website && <ChooseWebsite website={website} query={query} />}
    </Page>
  )
}

type Pair = { id: number; other: number }

function Against({ id, other }: Pair) {
  const { query: given, change, repairs } = useListQuery(againstParams)
  // A single path is shown whatever its kind is.
  const query: AgainstQuery = { ...given, kind: given.kind ?? (given.path === null ? 'changed' : null) }
  const result = useComparison({ id, other }, query)
  const { search } = useLocation()
  const title = words.title(...useNames(id, other))
  const isMissing = result.error !== null && asApiError(result.error).kind === 'missing'
  if (id === other || isMissing)
    return (
      <Page id={id} title={words.loadingTitle}>
        <EmptyCard
          title={isMissing ? words.missing : words.itself}
          text={isMissing ? words.missingText : words.itselfText}
          to={isMissing ? listLinks.websites() : paths.against(id)}
          action={isMissing ? words.toWebsites : words.another}
        />
      </Page>
    )
  const comparison = result.data?.comparison
  const kind = query.kind ?? result.data?.rows[0]?.kind ?? 'changed'
  const isFiltered = filterNames.some((name) => query[name] !== defaults[name])
  const hasNothing = comparison && !isFiltered && comparison.counts.changed + comparison.counts.same === 0
  return (
    <Page
      id={id}
      title={title}
      lead={words.lead}
      actions={
        <>
          <Link to={paths.against(other, id)} className={buttonClass()} title={words.swapTitle}>
            {words.swap}
          </Link>
          <Link to={paths.against(id)} className={buttonClass()}>
            {words.another}
          </Link>
        </>
      }
    >
      <Repairs repairs={repairs} />
      {result.isPending && (
        <div aria-busy="true" aria-label={words.loading} role="group">
          <Skeleton height="36rem" />
        </div>
      )}
      {comparison && <Pages comparison={comparison} />}
      {comparison?.is_judged_as_production && <Notice tone="info">{words.judgedAsProduction}</Notice>}
      {hasNothing ? (
        <NothingInCommon comparison={comparison} />
      ) : (
        comparison && (
          <Kinds
            comparison={comparison}
            kind={kind}
            searchOf={(name) => changedUrlQuery(againstParams, {}, search, { kind: name })}
          />
        )
      )}
      {!result.isPending && !hasNothing && <Paths {...{ id, other, kind, query, change, result }} />}
      {comparison && <Settings comparison={comparison} />}
    </Page>
  )
}

const useComparison = ({ id, other }: Pair, query: AgainstQuery) =>
  useQuery({ ...againstQueries.list(id, other, query), enabled: id !== other })

const useNames = (id: number, other: number) =>
  [useWebsiteName(id)?.full ?? '', useWebsiteName(other)?.full ?? ''] as const

type PathsProps = Pair & {
  kind: PathKind
  query: AgainstQuery
  change: ListQueryState<AgainstQuery>['change']
  result: ReturnType<typeof useComparison>
}

/** The paths of one kind, with their search, filters and export. */
function Paths({ id, other, kind, query, change, result }: PathsProps) {
  const filters = useFilters(query, change)
  const { search } = useLocation()
  const [name, otherName] = useNames(id, other)
  const exported = changedUrlQuery(againstParams, {}, search, { kind, page: 1, per_page: 25 })
  return (
    <section aria-labelledby="paths" className="stack snug">
      <div className="cluster baseline across">
        <h2 id="paths">{words.kind[kind]}</h2>
        <p className="muted small">{words.leads[kind]}</p>
      </div>
      <div className={`cluster ${styles.tools}`}>
        <SearchBox label={words.search} value={query.search} onSearch={(text, how) => change({ search: text }, how)} />
        <ExportButton
          path={`/websites/${id}/against/${other}/paths.csv?${exported}`}
          name={`${name}-against-${otherName}-${kind}`}
        />
      </div>
      <FilterChips filters={filters} onClear={() => change(noFilters)} />
      <PagedRows
        result={result}
        query={query}
        pageOf={(page) => againstQueries.list(id, other, page)}
        onChange={change}
        height="24rem"
        loading={words.loading}
        empty={
          filters.length > 0 ? (
            <NoMatch filters={filters} onClear={() => change(noFilters)} />
          ) : (
            <Card>
              <p className="muted">{words.none[kind]}</p>
            </Card>
          )
        }
      >
        {(rows) => <PathTable kind={rows[0]?.kind ?? kind} rows={rows} />}
      </PagedRows>
    </section>
  )
}

const filterNames = ['search', 'path', 'folder', 'check', 'crawl', 'other_crawl', ...hereFilters] as const
const defaults = defaultsOf(againstParams)
const noFilters = Object.fromEntries(filterNames.map((name) => [name, defaults[name]])) as Partial<AgainstQuery>

/** The filters that are set, each with the function that removes it. */
function useFilters(query: AgainstQuery, change: (part: Partial<AgainstQuery>) => void) {
  const { data: checks } = useQuery({ ...checksQuery(), enabled: query.check !== null })
  const labelOf = (name: (typeof filterNames)[number]): string => {
    const value = String(query[name])
    if (name === 'search' || name === 'path' || name === 'folder') return words.filter[name](value)
    if (name === 'crawl' || name === 'other_crawl') return words.filter[name]
    if (name === 'check') return words.filter.check(checkNameIn(checks?.data, value))
    return websitePagesWords.filterLabel(name, value)
  }
  return filterNames
    .filter((name) => query[name] !== defaults[name])
    .map((name) => ({ name, label: labelOf(name), onRemove: () => change({ [name]: defaults[name] }) }))
}

/** The two websites, with the numbers of pages that are compared. */
const Pages = ({ comparison: { here, there } }: { comparison: WebsiteComparison }) => (
  <Figures label={words.websites}>
    {(
      [
        [words.there, there],
        [words.here, here],
      ] as const
    ).map(([label, { id, domain, pages }]) => (
      <li key={id}>
        {label}: <Link to={paths.websiteIssues(id)}>{unicodeHost(domain)}</Link>, {words.pages(pages)}
      </li>
    ))}
  </Figures>
)

type KindsProps = { comparison: WebsiteComparison; kind: PathKind; searchOf: (kind: PathKind) => string }

/** The numbers of paths by kind. Each leads to its list. */
const Kinds = ({ comparison: { counts }, kind, searchOf }: KindsProps) => (
  <Card flush>
    <nav aria-label={words.counts}>
      <ul className={`tiles ${styles.kinds}`}>
        {pathKinds.map((name) => (
          <li key={name}>
            <Link
              className="tile"
              to={{ search: searchOf(name) }}
              preventScrollReset
              aria-current={name === kind ? 'page' : undefined}
            >
              <span>{words.kind[name]}</span>
              <b className={counts[name] === 0 ? 'faint' : undefined}>{grouped(counts[name])}</b>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  </Card>
)

/** Says what was compared, and offers to find the pages of both websites. */
function NothingInCommon({ comparison: { here, there } }: { comparison: WebsiteComparison }) {
  const empty = [here, there].find(({ pages }) => pages === 0)
  return (
    <Card>
      <EmptyState
        title={empty ? words.noPages(unicodeHost(empty.domain)) : words.nothingInCommon}
        actions={
          <>
            {[here, there].map((website) => (
              <CrawlButton key={website.id} website={website} />
            ))}
          </>
        }
      >
        {empty ? words.noPagesText : words.nothingInCommonText(here.pages, there.pages)}
      </EmptyState>
    </Card>
  )
}

function CrawlButton({ website }: { website: WebsiteComparison['here'] }) {
  const { openCrawlDialog } = useAnalyseRequests()
  return (
    useCanEdit(website.id) && (
      <Button icon="globe" onClick={() => void homePageOf(website).then(openCrawlDialog)}>
        {words.crawl(unicodeHost(website.domain))}
      </Button>
    )
  )
}

type Setting = WebsiteComparison['settings']['new'][number] & { domain: string }

const settingColumns: Columns<Setting> = [
  column(
    words.settingColumns.check,
    (row) => <Link to={paths.checks(row.check)}>{row.name ?? row.check}</Link>,
    heading,
  ),
  column(words.settingColumns.where, ({ domain }) => unicodeHost(domain), sizes.wide),
  column(words.settingColumns.pages, ({ pages }) => grouped(pages), sizes.number),
]

/** Issues of settings that all pages of a website share. */
function Settings({ comparison: { settings, here, there } }: { comparison: WebsiteComparison }) {
  const rows = [
    ...settings.new.map((one) => ({ ...one, domain: here.domain })),
    ...settings.fixed.map((one) => ({ ...one, domain: there.domain })),
  ]
  if (rows.length === 0) return null
  return (
    <Card flush aria-labelledby="settings">
      <CardHead id="settings" title={words.settings}>
        <span className="muted small">{words.settingsLead}</span>
      </CardHead>
      <Table
        hasCursor
        caption={words.settings}
        rows={rows}
        keyOf={(row) => `${row.check} ${row.domain}`}
        columns={settingColumns}
      />
    </Card>
  )
}
