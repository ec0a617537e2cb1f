import { Fragment, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { unicodeHost } from './text.ts'
import styles from './url.module.css'

type UrlTextProps = {
  url: string
  lines?: 1 | 'wrap' | undefined
  /** The domain of the website that the surroundings may name. Then their style hides the host, if it is the same. */
  domain?: string | null | undefined
}

/**
 * A URL whose host and path differ. On one line its scheme is left out unless it is HTTP, and its middle is shortened,
 * never the host or the end; the title is the full URL. On several lines it breaks only between its parts.
 */
export function UrlText({ url, lines = 1, domain }: UrlTextProps) {
  const { scheme, host, path } = urlParts(url)
  const isOwn = domain && path && unicodeHost(domain) === host
  const [middle, end] = lines === 1 ? splitEnd(path) : ['', path]
  return (
    <span
      className={classes(styles.url, lines === 'wrap' && styles.wrap)}
      title={url}
      data-own={isOwn ? '' : undefined}
    >
      <span className={`faint ${styles.host}`}>
        {lines === 1 && (isOwn || scheme === 'https://') ? '' : scheme}
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

export type UrlParts = { scheme: string; host: string; path: string }

/**
 * Splits a URL for reading: the scheme with its slashes, the host in Unicode, the rest with readable percent-encoded
 * letters. A text that isn't a URL is all path; without a scheme, the scheme is empty.
 */
export function urlParts(text: string): UrlParts {
  const cut = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#\s]+)([^]*)$/i.exec(text)
  if (!cut) return { scheme: '', host: '', path: text }
  const [, scheme = '', host = '', path = ''] = cut
  return { scheme, host: unicodeHost(host), path: readable(path) }
}

/** Decodes percent-encoding if the result is a letter, number or symbol, so that the URL keeps its meaning. */
function readable(path: string) {
  return path.replace(/(?:%[89a-f][0-9a-f])+/gi, (bytes) => {
    try {
      const text = decodeURIComponent(bytes)
      return /^[\p{L}\p{M}\p{N}\p{S}]+$/u.test(text) ? text : bytes
    } catch {
      return bytes
    }
  })
}

/**
 * Splits a path into a part that can be shortened and an end of 6 to 20 characters that stays, at a separator if
 * possible.
 */
export function splitEnd(path: string): [string, string] {
  if (path.length <= 20) return ['', path]
  const borders = [...path.slice(-20, -5).matchAll(/[/?&]/g)]
  const from = path.length - 20 + (borders.at(-1)?.index ?? 6)
  return [path.slice(0, from), path.slice(from)]
}

type ExternalLinkProps = {
  /** A URL from a page or a server, with or without its scheme. */
  url: string
  /** Announces that the link opens in a new tab. */
  newWindow: string
  children?: ReactNode
}

/** A link to another website in a new tab, or plain text if the URL is not http or https. */
export function ExternalLink({ url, newWindow, children = url }: ExternalLinkProps) {
  const href = externalHref(url)
  if (!href) return <span>{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      <span className="hidden-visually"> {newWindow}</span>
    </a>
  )
}

/**
 * The URL if it is http or https, else undefined: text from an analysed page must not become any other kind of link.
 */
export function externalHref(text: string): string | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+:\d+(\/|$)/.test(text) ? text : `https://${text}`)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}
