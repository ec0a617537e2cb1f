import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import type { ReportListQuery, WebsiteListQuery } from '#contract/list-query.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { isVisitor } from '#web/data/session.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyOr } from '#web/ui/lazy-part.tsx'
import { listWords } from './words.ts'
import type { Repair } from './list-address.ts'
import styles from './list-notices.module.css'
import type { ListRows } from './use-list-rows.ts'

type RowState = Pick<
  ListRows<object, { id: number }>,
  'error' | 'page' | 'busy' | 'retry' | 'news' | 'show' | 'strike' | 'gone' | 'ends' | 'end'
>

export type NewsProps = { rows: RowState; resource: 'reports' | 'websites' }
export type DeviationsProps = NewsProps & { query: ReportListQuery | WebsiteListQuery }

const load = () => import('./list-notices.lazy.tsx')
const Nothing = () => null

const RepairsNotice = lazyOr(() => load().then((file) => file.RepairsNotice), Nothing)
const ListErrorNotice = lazyOr(() => load().then((file) => file.ListErrorNotice), Failed)
const NewsPill = lazyOr(() => load().then((file) => file.NewsPill), Nothing)
const ListDeviations = lazyOr(() => import('#web/foreign/foreign.ts').then((file) => file.ListDeviations), Nothing)
const UnreadableRows = lazyOr(() => import('#web/foreign/foreign.ts').then((file) => file.UnreadableRows), Nothing)
const SinceNotice = lazyOr(() => load().then((file) => file.SinceNotice), Nothing)

/** What in the address was not allowed, and what is shown instead. */
export const Repairs = ({ repairs }: { repairs: Repair[] }) => (
  <div role="status" className={styles.live}>
    {repairs.length > 0 && (
      <Suspense fallback={null}>
        <RepairsNotice repairs={repairs} />
      </Suspense>
    )}
  </div>
)

/**
 * How the list differs from the request. Our own service returns what was requested, so only other servers are checked.
 */
export function Deviations(props: DeviationsProps) {
  const isOurs = isVisitor()
  const { data: service, isPending } = useQuery({ ...serviceInfoQuery(), enabled: !isOurs, staleTime: Infinity })
  const isForeign = !isOurs && !isPending && !service
  return (
    <div role="status" className={styles.live}>
      <Suspense fallback={null}>{isForeign && props.rows.page && <ListDeviations {...props} />}</Suspense>
    </div>
  )
}

/** Rows of the page that could not be read, for under those that could. */
export const UnreadRows = ({ rows: { page }, resource }: NewsProps) => (
  <Suspense fallback={null}>
    {page && page.unreadable.length > 0 && <UnreadableRows rows={page.unreadable} resource={resource} />}
  </Suspense>
)

/** What came since a link was copied, where the address says when that was. Its place is kept from the beginning. */
export const Since = ({ query }: { query: ReportListQuery }) =>
  /[?&]newest=/.test(useLocation().search) && (
    <div className={styles.since}>
      <Suspense fallback={null}>
        <SinceNotice query={query} />
      </Suspense>
    </div>
  )

/** Why there are no rows, or no new ones. */
export const ListError = ({ rows }: Pick<NewsProps, 'rows'>) => (
  <Suspense>{rows.error && <ListErrorNotice {...rows} />}</Suspense>
)

/** That there are newer rows. */
export const News = (props: NewsProps) => <Suspense>{props.rows.news && <NewsPill {...props} />}</Suspense>

/** What is said when the words for it could not be loaded either. */
function Failed({ busy, retry }: RowState) {
  return (
    <div role="alert">
      {listWords.failed}.{' '}
      <Button size="s" busy={busy} onClick={retry}>
        {listWords.retry}
      </Button>
    </div>
  )
}
