import type { CSSProperties } from 'react'
import styles from './skeleton.module.css'

/** A placeholder for content that is loading; visible after 300 ms. */
export function Skeleton({
  width = '100%',
  height = '1rem',
}: {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
}) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}

/** Shown in the page's place on the very first load. */
export const PageSkeleton = () => (
  <div className={styles.page}>
    <Skeleton width="14rem" height="1.75rem" />
    <Skeleton width="24rem" />
    <Skeleton height="24rem" />
  </div>
)
