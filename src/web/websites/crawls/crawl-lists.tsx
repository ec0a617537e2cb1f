import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { hasNoPatterns } from '#contract/jobs/job.ts'
import type { Crawl, CrawlFigures, CrawlList, CrawlUrlQuery } from '#contract/websites/crawls.ts'
import { PagedRows } from '#web/list/query-states.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { Card } from '#web/ui/page.tsx'
import { Table } from '#web/ui/table.tsx'
import { urlParts } from '#web/ui/url.tsx'
import { ExportButton } from '../website/export-button.tsx'
import { columnsOf } from './crawl-url-cells.tsx'
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
  searchOf: (list: CrawlList) => string
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
          onChange={(list) => onChange({ list })}
        />
      </div>
    </div>
  )
}

function ChosenList({ crawl, figures, query, onChange }: CrawlListsProps) {
  const { id, website_id: website, start_url: start, limits } = crawl
  const { list } = query
  const result = useQuery(crawlQueries.urls(website, id, query))
  const { name, lead, none } = crawlListWords[list]
  const gaps = figures.gaps[list] ?? []
  const gap = gaps.length === 0 ? null : words.gaps(figures.lists[list] ?? 0, gaps, limits)
  const isEmpty = result.data?.total === 0
  return (
    <div className="stack snug">
      <div className={`cluster baseline across ${styles.head}`}>
        <h2>{name}</h2>
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
      <PagedRows
        result={result}
        query={query}
        pageOf={(other) => crawlQueries.urls(website, id, other)}
        onChange={onChange}
        height="16rem"
        empty={
          <Card>
            <p className="muted">{gap ?? none}</p>
          </Card>
        }
      >
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
    </div>
  )
}
