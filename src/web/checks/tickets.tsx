import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import * as z from 'zod'
import { paths } from '#web/app/paths.ts'
import { storedValue } from '#web/data/browser-storage.ts'
import { isVisitor } from '#web/data/reader.ts'
import { absoluteUrl, server } from '#web/data/server.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { createStore, useStore } from '#web/ui/store.ts'
import { checkAnchor, type CheckView, moreThanShown } from './check-view.ts'
import { outcomeWords, ticketWords as words } from './words.ts'
import styles from './check-body.module.css'

/** Makes a ticket of a finding. */
export const FindingTicket = ({ check }: { check: CheckView }) => (
  <TicketButtons ticket={useMemo(() => ticketOf(check), [check])} />
)

/** Copies a ticket as Markdown, or opens the filled-in form of an issue tracker. */
export function TicketActions({ ticket }: { ticket: Ticket }) {
  const urls = useTrackerUrls()
  const hasTracker = Object.values(urls).some(Boolean)
  return (
    <p className={`cluster small ${styles.ticket}`}>
      <TicketButtons ticket={ticket} />
      {!hasTracker && !isVisitor() && (
        <Link to={paths.trackers()} className="target">
          {words.setUp}
        </Link>
      )}
    </p>
  )
}

function TicketButtons({ ticket }: { ticket: Ticket }) {
  const urls = useTrackerUrls()
  const links = trackers.flatMap((tracker) => {
    const href = urls[tracker] && newIssueUrl(tracker, urls[tracker], ticket)
    return href ? [{ tracker, href }] : []
  })
  return (
    <>
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
    </>
  )
}

/** More findings are on the report, which the ticket links to. */
const maxEvidence = 10

/** Returns a finding as a ticket in Markdown. Texts from the analysed page are code, so that they stay text. */
export function ticketOf(check: CheckView): Ticket {
  const { info, outcome, importance, points, rise, reason, evidence, pageUrl } = check
  const gain = rise ? words.rise(rise) : points > 0 ? words.points(points) : null
  const facts = [outcomeWords.outcome[outcome], importance && words.importance(importance), gain].filter(Boolean)
  const report = absoluteUrl(`${location.pathname}#${encodeURIComponent(checkAnchor(check.id))}`)
  const found = evidence.slice(0, maxEvidence)
  const more = evidence.length - found.length + moreThanShown(check)
  const parts = [
    pageUrl && `**${words.page}:** ${linkOf(pageUrl)}`,
    `**${info?.name ?? oneLine(check.title)}:** ${facts.join(' · ')}`,
    reason && oneLine(reason),
    info?.why && `### ${words.why}\n\n${info.why}`,
    info?.how && `### ${words.how}\n\n${info.how}`,
    found.length > 0 && `### ${words.found}\n\n${found.map(lineOf).join('\n')}`,
    more > 0 && words.more(more),
    `[${words.report}](${report})`,
  ]
  return { title: oneLine(check.title), text: `${parts.filter(Boolean).join('\n\n')}\n` }
}

/** Returns a piece of evidence as an item of a list. */
export function lineOf({ snippet, url, selector, line, column, note }: CheckView['evidence'][number]) {
  const what = [snippet, url, selector].flatMap((text) => (text ? [codeOf(text)] : []))[0]
  const place = line === undefined ? null : words.line(line, column)
  return `- ${[what, place, note && codeOf(note)].filter(Boolean).join(' · ')}`
}

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A link that shows its URL. */
export const linkOf = (url: string) => `<${url.replace(/[<>\s]/g, encodeURIComponent)}>`

/** Code between more backticks than it contains in a row. */
export function codeOf(text: string) {
  const code = oneLine(text)
  const fence = '`'.repeat(Math.max(0, ...(code.match(/`+/g) ?? []).map(({ length }) => length)) + 1)
  return code.includes('`') ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`
}

/** Issue trackers whose form for a new issue takes a title and a text from its URL. */
export const trackers = ['jira', 'github', 'linear'] as const
export type Tracker = (typeof trackers)[number]
export const trackerLabels: Record<Tracker, string> = { jira: 'Jira', github: 'GitHub', linear: 'Linear' }

const url = z.string().optional()

/** URLs as typed: of a Jira site with `pid` and `issuetype`, a GitHub repository or a Linear team. */
const TrackerUrls = z.object({ jira: url, github: url, linear: url } satisfies Record<Tracker, unknown>)
export type TrackerUrls = z.infer<typeof TrackerUrls>

const stored = storedValue('browser', `seo-reports:trackers:${server}`, TrackerUrls, {})
/** Module state: one choice for all of this browser. */
const urls = createStore(stored.get())

export const useTrackerUrls = () => useStore(urls)

/** Keeps the URL in this browser; an empty one removes it. */
export function setTrackerUrl(tracker: Tracker, url: string) {
  const { [tracker]: _, ...others } = urls.get()
  urls.set(url === '' ? others : { ...others, [tracker]: url })
  stored.set(urls.get())
}

/** In characters of an encoded URL. Trackers and browsers reject longer ones. */
const maxLength = 6000

export type Ticket = { title: string; text: string }

/** Returns the URL of a tracker's form, filled in; null if `base` isn't a URL of the expected form. */
export function newIssueUrl(tracker: Tracker, base: string, ticket: Ticket): string | null {
  const url = URL.parse(base)
  if (!url || !/^https?:$/.test(url.protocol) || !isComplete[tracker](url)) return null
  const folder = url.pathname.replace(/(?<!\/)\/+$/, '')
  const { path, title, text } = forms[tracker]
  url.pathname = folder.endsWith(path) ? folder : folder + path
  url.hash = ''
  url.searchParams.set(title, ticket.title)
  url.searchParams.set(text, ticket.text)
  for (let length = ticket.text.length; url.href.length > maxLength && length > 0;) {
    length = Math.floor(length * 0.8)
    url.searchParams.set(text, `${[...ticket.text].slice(0, length).join('')}…`)
  }
  return url.href
}

const forms = {
  jira: { path: '/secure/CreateIssueDetails!init.jspa', title: 'summary', text: 'description' },
  github: { path: '/issues/new', title: 'title', text: 'body' },
  linear: { path: '/new', title: 'title', text: 'description' },
} satisfies Record<Tracker, { path: string; title: string; text: string }>

const isComplete: Record<Tracker, (url: URL) => boolean> = {
  // Jira's form opens only with a project and a type.
  jira: ({ searchParams }) => searchParams.has('pid') && searchParams.has('issuetype'),
  github: ({ pathname }) => /^\/[^/]+\/[^/]+/.test(pathname),
  linear: ({ pathname }) => /^\/[^/]+\/team\/[^/]+/.test(pathname),
}
