import type { CSSProperties } from 'react'
import styles from './skeleton.module.css'

/** Holds the place of what has not arrived; visible only after 300 ms. */
export function Skeleton({
  width = '100%',
  height = '1rem',
}: {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
}) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}
