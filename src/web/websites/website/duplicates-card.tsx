import { useQuery } from '@tanstack/react-query'
import { grouped } from '#contract/format/numbers.ts'
import {
  type DuplicateKind,
  duplicateKinds,
  type DuplicateSet,
  maxDuplicateSets,
} from '#contract/websites/website-pages.ts'
import { asApiError } from '#web/data/api-error.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { Card, CardHead, Fact } from '#web/ui/page.tsx'
import { column, type Columns, Table } from '#web/ui/table.tsx'
import { websiteTabsWords as words } from '../words.ts'
import { PageLink } from './page-link.tsx'
import styles from './website-issues.module.css'

const shownPages = 5

/** The sets of pages that share a title, description or content. Each shared text is shown once. */
export function DuplicatesCard({ id }: { id: number }) {
  const { data: sets = [], error, isFetching, refetch } = useQuery(websitePagesQueries.duplicates(id))
  if (error) return <Failure error={asApiError(error)} busy={isFetching} onRetry={() => void refetch()} />
  if (sets.length === 0) return null
  return (
    <Card flush aria-labelledby="duplicates">
      <CardHead id="duplicates" title={words.duplicates}>
        <p className="muted small">
          {words.duplicatesLead} {sets.length === maxDuplicateSets && words.largestSets(maxDuplicateSets)}
        </p>
      </CardHead>
      <Table
        caption={words.duplicates}
        columns={columns}
        rows={sets}
        keyOf={({ kinds, samples }) => `${kinds.join()} ${samples[0]?.report_id}`}
      />
    </Card>
  )
}

const { duplicateColumns: headings } = words

const columns: Columns<DuplicateSet> = [
  column(headings.text, (set) => <Texts set={set} />, { isRowHeading: true }),
  column(headings.pages, ({ pages }) => grouped(pages), { width: '5.5rem', isNumber: true }),
  column(headings.urls, (set) => <Urls set={set} />, { width: '40%', card: 'bare line' }),
]

const Texts = ({ set }: { set: DuplicateSet }) => (
  <dl className={`pairs ${styles.texts}`}>
    {duplicateKinds
      .filter((kind) => set.kinds.includes(kind))
      .map((kind) => (
        <Fact key={kind} name={words.duplicateKinds[kind]}>
          {textOf(set, kind)}
        </Fact>
      ))}
  </dl>
)

function Urls({ set: { samples, pages } }: { set: DuplicateSet }) {
  const more = samples.slice(shownPages)
  return (
    <>
      <Pages pages={samples.slice(0, shownPages)} />
      {more.length > 0 && (
        <details className={`faint tiny ${styles.causes}`}>
          <summary>
            <span>{words.morePages(shownPages, pages)}</span>
          </summary>
          <Pages pages={more} />
          {samples.length < pages && <p>{words.morePages(samples.length, pages)}</p>}
        </details>
      )}
    </>
  )
}

const Pages = ({ pages }: { pages: DuplicateSet['samples'] }) => (
  <ul>
    {pages.map((page) => (
      <li key={page.report_id}>
        <PageLink page={page} />
      </li>
    ))}
  </ul>
)

/** The shared text. The content of a page is too long: its H1 and the number of its words stand for it. */
function textOf({ title, description, heading, words: count }: DuplicateSet, kind: DuplicateKind) {
  if (kind === 'title') return title
  if (kind === 'description') return description
  return words.content(heading, count)
}
