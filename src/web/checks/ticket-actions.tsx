import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { isVisitor } from '#web/data/reader.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import type { CheckView } from './check-view.ts'
import { ticketOf } from './ticket.ts'
import { newIssueUrl, trackerLabels, trackers, useTrackerUrls } from './trackers.ts'
import { ticketWords as words } from './words.ts'
import styles from './check-body.module.css'

/** Turns a finding into a ticket: copies it as Markdown, or opens the filled-in form of an issue tracker. */
export function TicketActions({ check }: { check: CheckView }) {
  const urls = useTrackerUrls()
  const ticket = useMemo(() => ticketOf(check), [check])
  const links = trackers.flatMap((tracker) => {
    const href = urls[tracker] && newIssueUrl(tracker, urls[tracker], ticket)
    return href ? [{ tracker, href }] : []
  })
  return (
    <p className={styles.ticket}>
      <CopyButton size="s" text={ticket.text} label={words.copy} doneLabel={words.copied} />
      {links.map(({ tracker, href }) => (
        <a
          key={tracker}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ size: 's' })}
          aria-label={`${words.send(trackerLabels[tracker])} ${words.newWindow}`}
        >
          {trackerLabels[tracker]}
        </a>
      ))}
      {links.length === 0 && !isVisitor() && <Link to={`${paths.settings()}#trackers`}>{words.setUp}</Link>}
    </p>
  )
}
