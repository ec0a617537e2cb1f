import type { ReactNode } from 'react'
import { outwardHref } from './outward-href.ts'

type OutwardLinkProps = {
  /** A URL from a page or a server, with or without its scheme. */
  address: string
  /** Says that the link opens in a new tab. */
  newWindow: string
  children?: ReactNode
}

/** A link to another website in a new tab, or plain text if the address is not http or https. */
export function OutwardLink({ address, newWindow, children = address }: OutwardLinkProps) {
  const href = outwardHref(address)
  if (!href) return <span>{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      <span className="hidden-visually"> {newWindow}</span>
    </a>
  )
}
