import { classes } from './classes.ts'
import { splitEnd, urlParts } from './url-parts.ts'
import styles from './url-text.module.css'

/**
 * A URL whose host stands out. On one line its middle is shortened, never the host or the end; the title is the full
 * URL.
 */
export function UrlText({ url, lines = 1 }: { url: string; lines?: 1 | 'wrap' | undefined }) {
  const { scheme, host, path } = urlParts(url)
  const [middle, end] = lines === 1 ? splitEnd(path) : ['', path]
  return (
    <span className={classes(styles.url, lines === 'wrap' && styles.wrap)} title={url}>
      <span className={styles.host}>
        {scheme}
        {host}
      </span>
      {middle && (
        <span className={styles.middle}>
          {middle.slice(0, 48)}
          <span className={styles.more}>{middle.slice(48)}</span>
        </span>
      )}
      <span className={styles.end}>{end}</span>
    </span>
  )
}
