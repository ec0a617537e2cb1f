import { type QueryKey, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { serviceInfoQuery } from '#web/data/service.ts'
import { isVisitor } from '#web/data/session.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import styles from './list-status.module.css'
import type { ListQuery, Row } from './resource.ts'
import type { Repair } from './use-list-query.ts'
import type { ListRows } from './use-resource-list.ts'

const RepairsNotice = lazyPart(() => import('./list-notices.tsx').then((file) => file.RepairsNotice))
const ListDeviations = lazyPart(() => import('#web/foreign/foreign.ts').then((file) => file.ListDeviations), {
  prefetch: false,
})

/** The live region that says which parameters of the address are not allowed, and what is shown instead. */
export const Repairs = ({ repairs }: { repairs: Repair[] }) => (
  <div role="status" className={styles.live}>
    {repairs.length > 0 && (
      <Suspense fallback={null}>
        <RepairsNotice repairs={repairs} />
      </Suspense>
    )}
  </div>
)

export type DeviationsProps = {
  rows: ListRows<Row, ListQuery>
  query: ListQuery
  /** The options of the query for another page of the list. */
  pageOptions: (page: number) => { queryKey: QueryKey }
  /** The name of the requested order. */
  order: string
}

/**
 * The live region that says where the rows differ from the request. Our own service returns what was requested, so
 * only other servers are checked.
 */
export function Deviations(props: DeviationsProps) {
  const visitor = isVisitor()
  const { data: service, isPending } = useQuery({ ...serviceInfoQuery(), enabled: !visitor, staleTime: Infinity })
  const isForeign = !visitor && !isPending && !service
  return (
    <div role="status" className={styles.live}>
      <Suspense fallback={null}>{isForeign && props.rows.page && <ListDeviations {...props} />}</Suspense>
    </div>
  )
}
