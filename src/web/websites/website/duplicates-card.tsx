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
import { websiteTabsWords as words } from '../words.ts'
import { PageLink } from './page-link.tsx'
import styles from './website-issues.module.css'

const shownPages = 5

/** The sets of pages that share a title, description or content. Each shared text is shown once. */
export function DuplicatesCard({ id }: { id: number }) {
  const { data: sets = [], error, isFetching, refetch } = useQuery(websitePagesQueries.duplicates(id))
  if (error) return <Failure error={asApiError(error)} busy={isFetching} onRetry={() => void refetch()} />
  if (sets.length === 0) return null
  const { duplicateColumns: columns } = words
  return (
    <Card flush aria-labelledby="duplicates">
      <CardHead id="duplicates" title={words.duplicates}>
        <p className="muted small">
          {words.duplicatesLead} {sets.length === maxDuplicateSets && words.largestSets(maxDuplicateSets)}
        </p>
      </CardHead>
      <table className={`${styles.table} ${styles.duplicates}`}>
        <caption className="hidden-visually">{words.duplicates}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.text}</th>
            <th scope="col" className={styles.number}>
              {columns.pages}
            </th>
            <th scope="col">{columns.urls}</th>
          </tr>
        </thead>
        <tbody>
          {sets.map((set) => (
            <SetRow key={`${set.kinds.join()} ${set.samples[0]?.report_id}`} set={set} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function SetRow({ set }: { set: DuplicateSet }) {
  const { kinds, pages, samples } = set
  const { duplicateColumns: columns } = words
  const more = samples.slice(shownPages)
  return (
    <tr>
      <th scope="row">
        <dl className={styles.texts}>
          {duplicateKinds
            .filter((kind) => kinds.includes(kind))
            .map((kind) => (
              <Fact key={kind} name={words.duplicateKinds[kind]}>
                {textOf(set, kind)}
              </Fact>
            ))}
        </dl>
      </th>
      <td data-label={columns.pages} className={styles.number}>
        {grouped(pages)}
      </td>
      <td className={styles.sample}>
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
      </td>
    </tr>
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
