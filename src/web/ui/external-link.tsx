import type { ReactNode } from 'react'
import { externalHref } from './external-href.ts'

type ExternalLinkProps = {
  /** A URL from a page or a server, with or without its scheme. */
  address: string
  /** Says that the link opens in a new tab. */
  newWindow: string
  children?: ReactNode
}

/** A link to another website in a new tab, or plain text if the address is not http or https. */
export function ExternalLink({ address, newWindow, children = address }: ExternalLinkProps) {
  const href = externalHref(address)
  if (!href) return <span>{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      <span className="hidden-visually"> {newWindow}</span>
    </a>
  )
}
