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
