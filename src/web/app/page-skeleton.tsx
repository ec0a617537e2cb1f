import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './page-skeleton.module.css'

/** Shown in the page's place on the very first load. */
export function PageSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton width="14rem" height="1.75rem" />
      <Skeleton width="24rem" />
      <Skeleton height="24rem" />
    </div>
  )
}
