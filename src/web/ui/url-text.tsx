import { Fragment } from 'react'
import { classes } from './classes.ts'
import { splitEnd, urlParts } from './url-parts.ts'
import styles from './url-text.module.css'

/**
 * A URL whose host and path differ. On one line its scheme is left out unless it is HTTP, and its middle is shortened,
 * never the host or the end; the title is the full URL. On several lines it breaks only between its parts.
 */
export function UrlText({ url, lines = 1 }: { url: string; lines?: 1 | 'wrap' | undefined }) {
  const { scheme, host, path } = urlParts(url)
  const [middle, end] = lines === 1 ? splitEnd(path) : ['', path]
  return (
    <span className={classes(styles.url, lines === 'wrap' && styles.wrap)} title={url}>
      <span className={styles.host}>
        {lines === 1 && scheme === 'https://' ? '' : scheme}
        {host}
      </span>
      {middle && (
        <span className={styles.middle}>
          {middle.slice(0, 48)}
          <span className={styles.more}>{middle.slice(48)}</span>
        </span>
      )}
      <span className={styles.end}>
        {lines === 1
          ? end
          : end.split(/(?<=[/?&=_.])/).map((part, index) => (
              <Fragment key={index}>
                {part}
                <wbr />
              </Fragment>
            ))}
      </span>
    </span>
  )
}
