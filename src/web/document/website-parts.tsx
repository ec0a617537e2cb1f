import type { CheckInfo } from '#contract/reports/analysis.ts'
import type { AnyClientDocument } from '#contract/sharing/client-document.ts'
import type { HistoryDay, WebsiteIssue } from '#contract/websites/website-pages.ts'
import { dayNumber, stepPath } from '#web/resources/history-steps.ts'
import { PageFigures, ReportRows } from './list-parts.tsx'
import { Actions, maxActions, type Part } from './sections.tsx'
import { documentWords as words } from './words.ts'
import styles from './client-report.module.css'

/** The sections of the client report of a website. */
export function websiteParts(given: AnyClientDocument, catalogue: readonly CheckInfo[]): Part[] {
  const { website, issues = [], history = [], reports = [], total = 0, brand } = given
  const infos = new Map(catalogue.map((info) => [info.id, info]))
  const actions = issues.slice(0, maxActions).map(({ check, name, pages }) => ({
    id: check,
    action: infos.get(check)?.action ?? name ?? check,
    effort: infos.get(check)?.effort ?? null,
    why: infos.get(check)?.why ?? '',
    gain: words.onPages(pages),
  }))
  const has = (section: 'actions' | 'progress' | 'appendix') => brand.sections.includes(section)
  const {
    pages_avg_score: average,
    pages_count: all,
    pages_counted: indexable,
    pages_good: good,
    pages_decent: decent,
    pages_bad: bad,
  } = website ?? {}
  const count = indexable ?? all
  return [
    {
      id: 'summary',
      content: (
        <>
          <p className={styles.lead}>
            {summaryOf({ all: all ?? 0, indexable: indexable ?? null, average: average ?? null })}
          </p>
          {Boolean(count) && <PageFigures pages={count ?? 0} good={good ?? 0} decent={decent ?? 0} bad={bad ?? 0} />}
        </>
      ),
    },
    ...(has('actions') && (actions.length > 0 || count)
      ? [{ id: 'actions', content: <Actions actions={actions} none={words.noActionsOnWebsite} /> } as const]
      : []),
    ...(has('progress') && history.length > 1
      ? [{ id: 'progress', content: <Trend history={history} /> } as const]
      : []),
    {
      id: 'pages',
      content: (
        <>
          <p>{words.summary.list(reports.length, total, 'page')}</p>
          <ReportRows reports={reports} />
        </>
      ),
    },
    ...(has('appendix') && issues.length > 0
      ? [{ id: 'appendix', content: <IssueRows issues={issues} infos={infos} /> } as const]
      : []),
  ]
}

type Averaged = { all: number; indexable: number | null; average: number | null }

function summaryOf({ all, indexable, average }: Averaged): string {
  if (all === 0) return words.summary.noPages
  if (average === null) return words.summary.noIndexable(all)
  return indexable === null || indexable === all
    ? words.summary.website(all, average)
    : words.summary.indexable(indexable, all, average)
}

function Trend({ history }: { history: readonly HistoryDay[] }) {
  const days = history.flatMap((day) => (day.average === null ? [] : [{ ...day, average: day.average }]))
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || first === last) return null
  const span = { from: dayNumber(first.date), to: dayNumber(last.date) }
  const line = stepPath(days, span, ({ average }) => average, { most: 100, width: 600 })
  return (
    <div className={styles.trend}>
      <p className={styles.lead}>{words.averageFromTo(first.average, last.average, words.day(first.date))}</p>
      <svg viewBox="-30 -5 650 135" role="img" aria-label={words.average}>
        <path d="M0 5H600M0 55H600M0 105H600" />
        <path className={styles.average} transform="translate(0 5)" d={line} />
        <g aria-hidden="true">
          {[0, 50, 100].map((value) => (
            <text key={value} x="-8" y={108 - value} textAnchor="end">
              {value}
            </text>
          ))}
          <text x="0" y="124">
            {words.day(first.date)}
          </text>
          <text x="600" y="124" textAnchor="end">
            {words.day(last.date)}
          </text>
        </g>
      </svg>
    </div>
  )
}

function IssueRows({ issues, infos }: { issues: readonly WebsiteIssue[]; infos: ReadonlyMap<string, CheckInfo> }) {
  return (
    <table className={`${styles.table} ${styles.issueRows}`}>
      <thead>
        <tr>
          <th scope="col">{words.issue}</th>
          <th scope="col">{words.how}</th>
          <th scope="col">{words.table.pages}</th>
        </tr>
      </thead>
      <tbody>
        {issues.map(({ check, name, pages, sample }) => (
          <tr key={check}>
            <th scope="row">
              {infos.get(check)?.title_fail ?? name ?? check}
              {sample && <span className={styles.line}>{sample.url}</span>}
            </th>
            <td>{infos.get(check)?.how}</td>
            <td>{pages}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
