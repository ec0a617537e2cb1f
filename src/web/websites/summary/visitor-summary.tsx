import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { roundScore } from '#contract/reports/rating.ts'
import type { HistoryDay } from '#contract/websites/website-pages.ts'
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

/** The story of a website for visitors: its score over time, what broke, what was fixed, and what comes next. */
export function VisitorSummary({ website }: { website: AnyWebsite }) {
  const { id } = website
  const { data: days } = useQuery(websitePagesQueries.history(id))
  const { data: changes } = useQuery(websitePagesQueries.changes(id))
  const { data: issues } = useQuery(websitePagesQueries.issues(id))
  const { data: catalogue } = useQuery(checksQuery())
  if (!days || !changes || !issues || catalogue === undefined)
    return (
      <Card aria-busy="true" aria-label={words.loading} className={styles.summary}>
        <Skeleton height="8.5rem" />
      </Card>
    )
  const infos = new Map(catalogue?.data.map((info) => [info.id, info]))
  const next = issues.data.filter(({ scored }) => scored !== false).slice(0, shown)
  const { appeared, fixed, since } = changes
  return (
    <Card aria-label={words.label} className={`grid roomy start ${styles.summary}`}>
      <Score days={days} />
      <Part title={words.broke(appeared.length)} note={words.since(since)} none={words.nothingBroke}>
        {appeared.slice(0, shown).map(({ check, name, pages }) => (
          <Entry key={check} pages={pages} text={infos.get(check)?.title_fail ?? name ?? check} />
        ))}
      </Part>
      <Part title={words.fixed(fixed.length)} note={words.since(since)} none={words.nothingFixed}>
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
              // An action for several pages names their number.
              pages={text === action ? pages : null}
              text={<Link to={{ search: '?tab=issues' }}>{text}</Link>}
            />
          )
        })}
      </Part>
    </Card>
  )
}

type PartProps = { title: string; note?: string; none: string; children: readonly ReactNode[] }

const Part = ({ title, note, none, children }: PartProps) => (
  <section>
    <h2 className="small">
      {title} {note && <span className="faint tiny">{note}</span>}
    </h2>
    {children.length > 0 ? (
      <ul className={`stack tight small ${styles.entries}`}>{children}</ul>
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
    <section>
      <h2 className="small">
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
