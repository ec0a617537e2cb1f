import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { CheckCatalogue } from '#contract/reports/analysis.ts'
import { roundScore } from '#contract/reports/rating.ts'
import type { HistoryDay, IssueChanges, WebsiteIssues } from '#contract/websites/website-pages.ts'
import type { AnyWebsite } from '#contract/websites/website.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { actionFor } from '#web/checks/words.ts'
import { dayNumber, stepPath } from '#web/resources/history-steps.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { Card, Skeleton } from '#web/ui/page.tsx'
import { summaryWords as words } from './words.ts'
import styles from './visitor-summary.module.css'

/** The most entries of each part. */
const shown = 3

type VisitorSummaryProps = { website: AnyWebsite; children: ReactNode }

/**
 * The story of a website for visitors: its score over time, what broke, what was fixed, and what comes next. The list
 * below appears with it, because its height isn't known before.
 */
export function VisitorSummary({ website: { id }, children }: VisitorSummaryProps) {
  const queries = [
    useQuery(websitePagesQueries.history(id)),
    useQuery(websitePagesQueries.changes(id)),
    useQuery(websitePagesQueries.issues(id)),
    useQuery(checksQuery()),
  ] as const
  const [{ data: days }, { data: changes }, { data: issues }, { data: catalogue }] = queries
  if (days && changes && issues && catalogue !== undefined)
    return (
      <>
        <Story {...{ days, changes, issues, catalogue }} />
        {children}
      </>
    )
  if (queries.some(({ isError }) => isError)) return children
  return (
    <Card aria-busy="true" aria-label={words.loading} className={`grid roomy start ${styles.summary}`}>
      {(days ? partsOf(days) : allParts).map((part) => (
        // What broke is the longest.
        <Skeleton key={part} height={part === 'broke' ? '8.25rem' : '6.5rem'} />
      ))}
    </Card>
  )
}

type StoryProps = {
  days: readonly HistoryDay[]
  changes: IssueChanges
  issues: Pick<WebsiteIssues, 'data'>
  catalogue: CheckCatalogue | null
}

function Story({ days, changes, issues, catalogue }: StoryProps) {
  const infos = new Map(catalogue?.data.map((info) => [info.id, info]))
  const next = issues.data.filter(({ scored }) => scored !== false).slice(0, shown)
  const { appeared, fixed, since } = changes
  return (
    <Card aria-label={words.label} className={`grid roomy start ${styles.summary}`}>
      <Score days={days} />
      <Part
        title={words.broke(appeared.length)}
        note={words.since(since)}
        none={words.nothingBroke}
        more={appeared.length - shown}
      >
        {appeared.slice(0, shown).map(({ check, name, pages }) => (
          <Entry key={check} pages={pages} text={infos.get(check)?.title_fail ?? name ?? check} />
        ))}
      </Part>
      <Part
        title={words.fixed(fixed.length)}
        note={words.since(since)}
        none={words.nothingFixed}
        more={fixed.length - shown}
      >
        {fixed.slice(0, shown).map(({ check, name, pages }) => (
          <Entry key={check} pages={pages} text={infos.get(check)?.title_pass ?? name ?? check} />
        ))}
      </Part>
      <Part title={words.next(next.length)} none={words.nothingNext}>
        {next.map(({ check, name, pages, problem }) => {
          const action = infos.get(check)?.action ?? problem ?? name ?? check
          const text = actionFor(action, pages)
          return (
            <Entry
              key={check}
              // Most actions name their pages: "this page", or their number.
              pages={text === action && pages > 1 ? pages : null}
              text={<Link to={{ search: '?tab=issues' }}>{text}</Link>}
            />
          )
        })}
      </Part>
    </Card>
  )
}

/** Without a second day, there is no line of scores. */
const partsOf = (days: readonly HistoryDay[]) => (days.length > 1 ? allParts : allParts.slice(1))
const allParts = ['score', 'broke', 'fixed', 'next'] as const

type PartProps = {
  title: string
  note?: string
  none: string
  /** How many more there are than the children, if there are. */
  more?: number
  children: readonly ReactNode[]
}

const Part = ({ title, note, none, more = 0, children }: PartProps) => (
  <section className="stack tight">
    <h2 className="small strong">
      {title} {note && <span className="faint tiny">{note}</span>}
    </h2>
    {children.length > 0 ? (
      <ul className={`stack tight small ${styles.entries}`}>
        {children}
        {more > 0 && <li className="muted">{words.more(more)}</li>}
      </ul>
    ) : (
      <p className="muted small">{none}</p>
    )}
  </section>
)

const Entry = ({ text, pages }: { text: ReactNode; pages: number | null }) => (
  <li>
    {text} {pages !== null && <span className="faint tiny no-wrap">{words.pages(pages)}</span>}
  </li>
)

/** The line of the average score, and its change since the line begins. The score itself is in the header. */
function Score({ days }: { days: readonly HistoryDay[] }) {
  const known = days.flatMap((day) => (day.average === null ? [] : [{ ...day, average: day.average }]))
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || first === last) return null
  return (
    <section className="stack tight">
      <h2 className="small strong">
        {words.score}{' '}
        <span className="faint tiny">
          {words.change(roundScore(last.average) - roundScore(first.average), first.date)}
        </span>
      </h2>
      <Line days={known} />
    </section>
  )
}

function Line({ days }: { days: readonly (HistoryDay & { average: number })[] }) {
  const [first, last] = [days[0]!, days.at(-1)!]
  const span = { from: dayNumber(first.date), to: dayNumber(last.date) }
  const averages = days.map(({ average }) => average)
  // The scale is that of the values, so that small changes are seen, but of 10 points at least.
  const most = Math.min(100, Math.max(...averages, Math.min(...averages) + 10))
  const path = stepPath(days, span, ({ average }) => average, {
    least: Math.min(...averages, most - 10),
    most,
    width: 240,
  })
  return (
    <svg
      className={styles.line}
      viewBox="0 -3 240 106"
      preserveAspectRatio="none"
      role="img"
      aria-label={words.fromTo(first.average, last.average)}
    >
      <path d={path} />
    </svg>
  )
}
