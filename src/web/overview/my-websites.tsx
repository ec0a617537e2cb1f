import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { defaultWebsiteQuery, type WebsiteListQuery } from '#contract/lists/list-query.ts'
import { asApiError } from '#web/data/api-error.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { expectedRows } from '#web/list/paging.ts'
import { listWords } from '#web/list/words.ts'
import { listLinks } from '#web/resources/list-links.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { ListTable } from '#web/ui/list-table.tsx'
import { websiteFigureColumns } from '#web/websites/website-columns.tsx'
import { overviewWords as words } from './words.ts'
import styles from './overview.module.css'

/** The websites as the overview has them: those that need attention first. */
export const neediestWebsites = (client: number | null): WebsiteListQuery => ({
  ...defaultWebsiteQuery,
  client: client === null ? null : String(client),
  sort_by: 'attention',
  per_page: 50,
})

/** Rows before the answer, as many as a screen has room for. */
const expectedAtFirst = 15

/** The websites with what one compares them by. Sorting leads to their list, which has the others too. */
export function MyWebsites({ client, refetchInterval }: { client: number | null; refetchInterval: number | false }) {
  const query = neediestWebsites(client)
  const { data: page, error, refetch, isFetching } = useQuery({ ...websiteQueries.list(query), refetchInterval })
  const navigate = useNavigate()
  const ofOne = { client: query.client }
  const total = page?.total ?? 0
  if (error && !page) return <Failure error={asApiError(error)} onRetry={() => void refetch()} busy={isFetching} />
  const rows = { page, shown: query }
  return (
    <section aria-labelledby="my-websites" className="stack snug">
      <h2 id="my-websites" className="hidden-visually">
        {words.websites}
      </h2>
      <ListTable
        caption={words.websites}
        className={styles.websites}
        columns={websiteFigureColumns}
        rows={page?.rows}
        query="websites"
        expected={page ? expectedRows(query, rows, false) : expectedAtFirst}
        sort={{ by: query.sort_by, direction: query.sort }}
        onSort={({ by, direction }) =>
          void navigate(listLinks.websites({ ...ofOne, sort_by: ownSort(by), sort: direction }))
        }
        sortLabel={(column, { direction }) => listWords.columnSort(column, direction)}
        busy={false}
        outdated={false}
        deletedLabel={listWords.deleted}
        foot={
          total > query.per_page && (
            <p className={styles.foot}>
              <Link to={listLinks.websites(ofOne)}>{words.allWebsites(total)}</Link>
            </p>
          )
        }
      />
    </section>
  )
}

const ownSort = (by: string): WebsiteListQuery['sort_by'] => (by === 'domain' ? 'domain' : 'pages_avg_score')
