import type { CheckInfo } from '#contract/reports/analysis.ts'
import type { AnyClientDocument } from '#contract/sharing/client-document.ts'
import type { HistoryDay } from '#contract/websites/website-pages.ts'
import { type AnyWebsite, uncountedStates } from '#contract/websites/website.ts'
import { checkAnchor } from '#web/checks/check-view.ts'
import { dayNumber, stepPath } from '#web/resources/history-steps.ts'
import { WebsiteAppendix } from './appendix.tsx'
import { PageFigures, ReportRows } from './list-parts.tsx'
import { Actions, BiggestFixes, FixedIssues, maxActions, maxFixes, type Part } from './sections.tsx'
import { documentWords as words } from './words.ts'
import styles from './client-report.module.css'

/** The sections of the client report of a website. */
export function websiteParts(given: AnyClientDocument, catalogue: readonly CheckInfo[]): Part[] {
  const { website, issues = [], reports = [], total = 0, brand } = given
  const infos = new Map(catalogue.map((info) => [info.id, info]))
  const has = (section: 'actions' | 'progress' | 'appendix') => brand.sections.includes(section)
  const steps = issues.filter(({ scored }) => scored !== false).slice(0, maxActions)
  const actions = steps.map(({ check, name, scope, pages }) => ({
    id: check,
    action: infos.get(check)?.action ?? name ?? check,
    effort: infos.get(check)?.effort ?? null,
    why: infos.get(check)?.why ?? '',
    gain: words.reach(scope, pages),
    href: has('appendix') ? `#${checkAnchor(check)}` : undefined,
  }))
  const fixed = (given.fixed ?? [])
    .toSorted((a, b) => b.pages - a.pages)
    .map(({ check, name, pages }) => ({ id: check, text: infos.get(check)?.title_pass ?? name ?? check, pages }))
  const parts: (Part | false)[] = [
    {
      id: 'summary',
      content: (
        <>
          {website && <Score website={website} history={given.history ?? []} hasProgress={has('progress')} />}
          {website && <States website={website} />}
          {has('actions') && <BiggestFixes actions={actions} />}
          {has('progress') && (given.history ?? []).length > 1 && <FixedIssues fixed={fixed} limit={maxFixes} />}
        </>
      ),
    },
    has('actions') &&
      (actions.length > 0 || total > 0) && {
        id: 'actions',
        content: <Actions actions={actions} none={words.noActionsOnWebsite} />,
      },
    has('progress') &&
      fixed.length > maxFixes && {
        id: 'progress',
        content: <FixedIssues fixed={fixed} isPartial={given.fixed_is_partial} />,
      },
    {
      id: 'pages',
      content: (
        <>
          <p>{words.pagesListed(reports.length, total)}</p>
          {reports.length > 0 && <ReportRows reports={reports} />}
        </>
      ),
    },
    has('appendix') &&
      issues.length > 0 && {
        id: 'appendix',
        content: <WebsiteAppendix issues={issues} pagesOf={given.issue_pages ?? []} infos={infos} />,
      },
  ]
  return parts.filter((part) => part !== false)
}

type ScoreProps = { website: AnyWebsite; history: readonly HistoryDay[]; hasProgress: boolean }

/** The average in a sentence, its trend and the ratings of the pages that count in it. */
function Score({ website, history, hasProgress }: ScoreProps) {
  const { pages_count: all, pages_counted: counted, pages_avg_score: average } = website
  const { pages_good: good, pages_decent: decent, pages_bad: bad } = website
  const days = history.flatMap((day) => (day.average === null ? [] : [{ ...day, average: day.average }]))
  const [before, last] = days.slice(-2)
  return (
    <>
      <p className={styles.lead}>
        {summaryOf({ all: all ?? 0, indexable: counted, average })}{' '}
        {hasProgress && before && last && words.summary.changed(last.average - before.average, words.day(before.date))}
      </p>
      {Boolean(counted) && <PageFigures pages={counted ?? 0} good={good ?? 0} decent={decent ?? 0} bad={bad ?? 0} />}
      {hasProgress && <Trend days={days} />}
    </>
  )
}

type Averaged = { all: number; indexable: number | null; average: number | null }

function summaryOf({ all, indexable, average }: Averaged): string {
  if (all === 0) return words.summary.noPages
  if (average === null) return words.summary.noIndexable(all)
  return indexable === null || indexable === all
    ? words.summary.website(all, average)
    : words.summary.indexable(indexable, all, average)
}

/** The number of pages in each state, and of those without one. */
function States({ website }: { website: AnyWebsite }) {
  const { pages_count: all, pages_counted: indexable } = website
  if (!all || indexable === null) return null
  const states = uncountedStates.map((state) => ({ state, pages: website[`pages_${state}`] ?? 0 }))
  const unknown = all - indexable - states.reduce((sum, { pages }) => sum + pages, 0)
  const rows = [
    { state: 'indexable', pages: indexable } as const,
    ...states,
    { state: 'unknown', pages: unknown } as const,
  ]
  return (
    <table className={`${styles.table} ${styles.states}`}>
      <caption>{words.states.title}</caption>
      <tbody>
        {rows
          .filter(({ state, pages }) => pages > 0 || state === 'indexable')
          .map(({ state, pages }) => (
            <tr key={state}>
              <th scope="row">{words.states[state]}</th>
              <td>{words.ofAll(pages, all)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

function Trend({ days }: { days: readonly (HistoryDay & { average: number })[] }) {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || first === last) return null
  const span = { from: dayNumber(first.date), to: dayNumber(last.date) }
  const line = stepPath(days, span, ({ average }) => average, { most: 100, width: 600 })
  return (
    <figure className={styles.trend}>
      {days.length > 2 && (
        <figcaption>{words.averageFromTo(first.average, last.average, words.day(first.date))}</figcaption>
      )}
      <svg viewBox="-30 -5 650 105" role="img" aria-label={words.average}>
        <path d="M0 5H600M0 40H600M0 75H600" />
        <path className={styles.average} transform="translate(0 5) scale(1 .7)" d={line} />
        <g aria-hidden="true">
          {[0, 50, 100].map((value) => (
            <text key={value} x="-8" y={78 - value * 0.7} textAnchor="end">
              {value}
            </text>
          ))}
          <text x="0" y="94">
            {words.day(first.date)}
          </text>
          <text x="600" y="94" textAnchor="end">
            {words.day(last.date)}
          </text>
        </g>
      </svg>
    </figure>
  )
}
