import { Suspense } from 'react'
import type { WrongParam } from '#contract/query-params.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { listWords } from '#web/words/lists.ts'
import type { ListErrorProps } from './list-notices.lazy.tsx'
import styles from './list-notices.module.css'

const load = () => import('./list-notices.lazy.tsx')

const RepairsNotice = lazyOr(
  () => load().then((file) => file.RepairsNotice),
  () => null,
)

const ListErrorNotice = lazyOr(() => load().then((file) => file.ListErrorNotice), Failed)

/** What in the address was not allowed, and what is shown instead. */
export const Repairs = ({ repairs }: { repairs: WrongParam[] }) => (
  <div role="status" className={styles.live}>
    {repairs.length > 0 && (
      <Suspense fallback={null}>
        <RepairsNotice repairs={repairs} />
      </Suspense>
    )}
  </div>
)

/** Why there are no rows, or no new ones. */
export const ListError = (props: ListErrorProps) => (
  <div role="alert">
    <Suspense fallback={null}>
      <ListErrorNotice {...props} />
    </Suspense>
  </div>
)

/** What is said when the words for it could not be loaded either. */
function Failed({ busy, onRetry }: ListErrorProps) {
  return (
    <>
      {listWords.failed}.{' '}
      <Button size="s" busy={busy} onClick={onRetry}>
        {listWords.retry}
      </Button>
    </>
  )
}
