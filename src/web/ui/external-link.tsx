import type { ReactNode } from 'react'

type ExternalLinkProps = {
  /** A URL from a page or a server, with or without its scheme. */
  url: string
  /** Says that the link opens in a new tab. */
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
