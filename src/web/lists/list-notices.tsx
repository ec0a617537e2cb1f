import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import type { ReportListQuery } from '#contract/list-query.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { listWords } from '#web/words/lists.ts'
import type { Repair } from './list-address.ts'
import styles from './list-notices.module.css'
import type { ListRows } from './use-list-rows.ts'

type RowState = Pick<ListRows<object, { id: number }>, 'error' | 'page' | 'busy' | 'retry' | 'news' | 'show' | 'strike' | 'gone'>

export type NewsProps = { rows: RowState; resource: 'reports' | 'websites' }

const load = () => import('./list-notices.lazy.tsx')
const Nothing = () => null

const RepairsNotice = lazyOr(() => load().then((file) => file.RepairsNotice), Nothing)
const ListErrorNotice = lazyOr(() => load().then((file) => file.ListErrorNotice), Failed)
const NewsPill = lazyOr(() => load().then((file) => file.NewsPill), Nothing)
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
export const ListError = ({ rows }: Pick<NewsProps, 'rows'>) => <Suspense>{rows.error && <ListErrorNotice {...rows} />}</Suspense>

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
