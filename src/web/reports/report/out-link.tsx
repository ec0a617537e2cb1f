import type { ReactNode } from 'react'
import { reportCheckWords as words } from '../check-words.ts'
import { outwardHref } from '#web/ui/outward-href.ts'

/** An address from a page or a server: a link out if it may be one, else plain text. */
export function OutLink({ address, children }: { address: string; children?: ReactNode }) {
  const href = outwardHref(address)
  if (!href) return <span>{children ?? address}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children ?? address}
      <span className="hidden-visually"> {words.newWindow}</span>
    </a>
  )
}
