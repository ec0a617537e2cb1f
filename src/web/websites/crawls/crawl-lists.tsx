import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { hasNoPatterns } from '#contract/jobs/job.ts'
import type { Crawl, CrawlFigures, CrawlList, CrawlUrlQuery } from '#contract/websites/crawls.ts'
import { ExportButton } from '#web/list/export-button.tsx'
import { PagedRows } from '#web/list/query-states.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { Card } from '#web/ui/page.tsx'
import { Table } from '#web/ui/table.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { urlParts } from '#web/ui/url.tsx'
import { columnsOf, hostColumns } from './crawl-url-cells.tsx'
import { crawlQueries } from './queries.ts'
import { crawlListWords, crawlUrlWords as words } from './words.ts'
import styles from './crawls.module.css'

const groups: Record<keyof typeof words.groups, readonly CrawlList[]> = {
  links: ['broken', 'broken_external', 'redirecting', 'unchecked'],
  places: ['unreachable', 'sitemap_only', 'no_inlinks', 'by_script', 'deep'],
  crawling: ['unread', 'blocked', 'skipped'],
  sitemap: ['sitemap_faults', 'unlisted'],
  all: ['all'],
}
const groupNames = Object.keys(groups) as (keyof typeof groups)[]

type CrawlListsProps = {
  crawl: Crawl
  figures: CrawlFigures
  query: CrawlUrlQuery
  onChange: (change: Partial<CrawlUrlQuery>) => void
  /** Returns the search parameters of the page with another list. */
  searchOf: (list: CrawlList, host?: string | null) => string
}

/** The lists of a crawl's URLs beside the chosen one. */
export const CrawlLists = (props: CrawlListsProps) => (
  <div className={`grid ${styles.lists}`}>
    <ListChoice {...props} />
    <ChosenList {...props} />
  </div>
)

const numberOf = ({ lists, gaps }: CrawlFigures, list: CrawlList) => words.number(lists[list] ?? 0, gaps[list])

/** The lists that links of other pages can change. */
const ofLinks: ReadonlySet<CrawlList> = new Set(groups.places)

/** Links to the lists; a select where there is no room for them. */
function ListChoice({ figures, query, onChange, searchOf }: CrawlListsProps) {
  return (
    <div>
      <nav className={`choices grid snug ${styles.choice}`} aria-label={words.lists}>
        {groupNames.map((group) => (
          <div key={group}>
            <h2 className="tiny medium faint">{words.groups[group]}</h2>
            <ul>
              {groups[group].map((list) => (
                <li key={list}>
                  <Link
                    to={{ search: searchOf(list) }}
                    preventScrollReset
                    className="spread small"
                    aria-current={list === query.list ? 'page' : undefined}
                  >
                    <span>{crawlListWords[list].name}</span>
                    <span className={figures.lists[list] ? undefined : 'faint'}>{numberOf(figures, list)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={styles.select}>
        <Select
          label={words.list}
          value={query.list}
          options={groupNames.flatMap((group) =>
            groups[group].map((value) => ({
              value,
              label: words.option(crawlListWords[value].name, numberOf(figures, value)),
            })),
          )}
          onChange={(list) => onChange({ list, host: null })}
        />
      </div>
    </div>
  )
}

function ChosenList({ crawl, figures, query, onChange, searchOf }: CrawlListsProps) {
  const { id, website_id: website, start_url: start, limits } = crawl
  const { list, host, page, per_page } = query
  // What wasn't checked is shown by its host at first, of which all URLs often have one reason.
  const isByHost = list === 'unchecked' && host === null
  const urls = useQuery({ ...crawlQueries.urls(website, id, query), enabled: !isByHost })
  const hosts = useQuery({ ...crawlQueries.uncheckedHosts(website, id, { page, per_page }), enabled: isByHost })
  const { name, lead, none } = crawlListWords[list]
  const gaps = figures.gaps[list] ?? []
  const gap = gaps.length === 0 ? null : words.gaps(figures.lists[list] ?? 0, gaps, limits)
  const isEmpty = (isByHost ? hosts : urls).data?.total === 0
  const states = {
    onChange,
    height: '16rem',
    empty: (
      <Card>
        <p className="muted">{gap ?? none}</p>
      </Card>
    ),
  }
  return (
    <div className="stack snug">
      <div className={`cluster baseline across ${styles.head}`}>
        <h2>{host === null ? name : words.ofHost(name, unicodeHost(host))}</h2>
        {host !== null && (
          <Link to={{ search: searchOf(list) }} preventScrollReset className="small">
            {words.allHosts}
          </Link>
        )}
        {!isEmpty && <p className="muted small">{lead}</p>}
        {!isEmpty && gap !== null && <p className="muted small">{gap}</p>}
        {!isEmpty && ofLinks.has(list) && !hasNoPatterns(limits) && <p className="muted small">{words.patterns}</p>}
        {!isEmpty && (
          <ExportButton
            path={`/websites/${website}/crawls/${id}/urls.csv?list=${list}`}
            name={`crawl-${id}-${list}`}
            className="end"
          />
        )}
      </div>
      {isByHost ? (
        <PagedRows
          {...states}
          result={hosts}
          query={{ page, per_page }}
          pageOf={(other) => crawlQueries.uncheckedHosts(website, id, other)}
        >
          {(rows) => (
            <Table
              hasCursor
              caption={name}
              columns={hostColumns((of) => searchOf(list, of))}
              rows={rows}
              keyOf={(row) => row.host}
            />
          )}
        </PagedRows>
      ) : (
        <PagedRows {...states} result={urls} query={query} pageOf={(other) => crawlQueries.urls(website, id, other)}>
          {(rows) => (
            <Table
              hasCursor
              caption={name}
              columns={columnsOf(list, urlParts(start).host)}
              rows={rows}
              keyOf={({ url }) => url}
            />
          )}
        </PagedRows>
      )}
    </div>
  )
}
