import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { useMayWrite } from '#web/data/session.ts'

/** Who may see a website, and for those who may change that the way there. */
export function PrivacyLink({ to, title, ...rest }: ComponentProps<typeof Link>) {
  return useMayWrite() ? (
    <Link to={to} title={title} {...rest} />
  ) : (
    <span className={rest.className}>{rest.children}</span>
  )
}
