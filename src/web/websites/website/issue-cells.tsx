import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import type { IssueTarget, SharedCause, WebsiteIssue } from '#contract/websites/website-pages.ts'
import { isVisitor } from '#web/data/reader.ts'
import { usePlan } from '#web/findings/plan.tsx'
import { findingWords } from '#web/findings/words.ts'
import { SearchFigure } from '#web/list/search-cells.tsx'
import { listLinks } from '#web/resources/list-links.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { column, type Columns } from '#web/ui/table.tsx'
import { urlParts } from '#web/ui/url.tsx'
import { issueWords as words, websiteTabsWords } from '../words.ts'
import { problemOf } from './issues-view.ts'
import { PageLink } from './page-link.tsx'
import styles from './website-issues.module.css'

type IssueColumnsProps = {
  /** The website. */
  id: number
  pages: number | null
  hasSince: boolean
  /** Google told the clicks of an issue. */
  hasClicks: boolean
  /** The headings of groups say how much an issue matters. */
  isGrouped: boolean
  /** Null for readers who can't do this. */
  onTicket: ((issue: WebsiteIssue) => void) | null
  onWaive: ((issue: WebsiteIssue) => void) | null
  /** Also null on a server without people. */
  onAssign: ((issue: WebsiteIssue) => void) | null
}

const { columns: headings } = words
const mostClicks = { sort_by: 'clicks', sort: 'desc' }
const tones = { high: 'medium bad toned', medium: 'medium decent toned', low: 'muted' }

/** The columns of a website's issues. */
export function issueColumns(props: IssueColumnsProps): Columns<WebsiteIssue> {
  const { id, pages, hasSince, hasClicks, isGrouped, onTicket, onWaive, onAssign } = props
  const itemsOf = (issue: WebsiteIssue): MenuItem[] => [
    ...(onTicket ? [{ label: words.ticket, icon: 'copy', onSelect: () => onTicket(issue) } as const] : []),
    ...(onAssign ? [{ label: findingWords.assignee, icon: 'person', onSelect: () => onAssign(issue) } as const] : []),
    ...(onWaive ? [{ label: words.waive, icon: 'none', onSelect: () => onWaive(issue) } as const] : []),
  ]
  const importance = column<WebsiteIssue>(headings.importance, (issue) => <Importance of={issue} />, {
    width: '7rem',
    className: styles.importance,
  })
  const clicks = column<WebsiteIssue>(headings.clicks, (issue) => <Clicks clicks={issue.clicks} />, {
    width: '5.5rem',
    card: 'bare',
    isNumber: true,
    className: styles.figure,
    sort: { by: 'clicks', direction: 'desc' },
  })
  const columns: Columns<WebsiteIssue> = [
    column(headings.plan, (issue) => <Planned issue={issue} />, {
      width: '4rem',
      card: 'bare',
      title: findingWords.planTitle,
      isControl: true,
      className: styles.planned,
    }),
    column(headings.issue, (issue) => <Issue id={id} issue={issue} hasSince={hasSince} />, { isRowHeading: true }),
    ...(isGrouped ? [] : [importance]),
    column(headings.pages, (issue) => <Pages issue={issue} all={pages} />, {
      width: '5.5rem',
      card: 'bare',
      isNumber: true,
      className: styles.figure,
      sort: { by: 'pages', direction: 'desc' },
    }),
    column(headings.points, ({ points }) => <Points points={points} />, {
      width: '7rem',
      card: 'bare',
      isNumber: true,
      className: styles.figure,
      sort: { by: 'points', direction: 'desc' },
    }),
    ...(hasClicks ? [clicks] : []),
  ]
  if (!onTicket && !onWaive) return columns
  const menu = (issue: WebsiteIssue) => (
    <Menu size="s" label={words.actionsFor(problemOf(issue))} items={itemsOf(issue)} />
  )
  return [
    ...columns,
    column(headings.actions, menu, {
      width: '4rem',
      card: 'bare',
      hiddenHeading: true,
      isControl: true,
      className: styles.actions,
    }),
  ]
}

const Importance = ({ of: { importance } }: { of: WebsiteIssue }) => (
  <span className={tones[importance]}>{words.importance[importance]}</span>
)

/** A number, with its unit on cards, which have no headings. */
const Unit = ({ number, unit }: { number: ReactNode; unit: string }) => (
  <>
    {number}
    <span className={styles.onCard}> {unit}</span>
  </>
)

const Points = ({ points }: { points: number }) => {
  const number = websiteTabsWords.points(points)
  return <Unit number={number} unit={number === '1' ? words.point : words.points} />
}

const Clicks = ({ clicks }: { clicks: number | null }) =>
  clicks === null ? (
    <Unit number={<SearchFigure value={null} />} unit={words.clicks} />
  ) : (
    <Unit number={grouped(clicks)} unit={clicks === 1 ? words.click : words.clicks} />
  )

/** The number of an issue's pages, as a share of those with a report. On cards, its importance comes first. */
const Pages = ({ issue, all }: { issue: WebsiteIssue; all: number | null }) => (
  <span title={all === null || issue.unread_pages > 0 ? undefined : words.share(issue.pages, all)}>
    <span className={styles.onCard}>
      <Importance of={issue} /> ·{' '}
    </span>
    <Unit number={grouped(issue.pages)} unit={issue.pages === 1 ? words.page : words.pages} />
  </span>
)

function Planned({ issue }: { issue: WebsiteIssue }) {
  const { fixed, toggle } = usePlan()
  if (issue.points === 0) return null
  return (
    <label title={findingWords.planTitle}>
      <input type="checkbox" checked={fixed.has(issue.check)} onChange={() => toggle(issue.check)} />
      <span className="hidden-visually">{findingWords.plan(problemOf(issue))}</span>
    </label>
  )
}

type IssueProps = Pick<IssueColumnsProps, 'id' | 'hasSince'> & { issue: WebsiteIssue }

/** The problem and, beside it, since when it is there and what causes it. */
function Issue({ id, issue, hasSince }: IssueProps) {
  const { check, sample, causes, targets, since, clicks, assignees = [] } = issue
  const { waived_pages: waived, unread_pages: unread } = issue
  const problem = problemOf(issue)
  const facts = [
    hasSince && since && words.since(since),
    waived > 0 && words.waivedPages(waived),
    unread > 0 && words.unreadPages(unread),
  ].filter(Boolean)
  return (
    <div className={styles.issue}>
      {isVisitor() ? (
        problem
      ) : (
        <Link to={listLinks.websitePages(id, clicks === null ? { check } : { check, ...mostClicks })}>{problem}</Link>
      )}
      {assignees.map((person) => (
        <p key={person.id} className="row tight tiny muted">
          <Avatar name={person.name} />
          {words.assignee(person.name, person.pages, issue.pages)}
        </p>
      ))}
      {facts.length > 0 && <p className="faint tiny">{facts.join(' · ')}</p>}
      {targets.length > 0 ? <Targets check={check} targets={targets} sample={sample} /> : <Causes causes={causes} />}
    </div>
  )
}

/** The common causes of an issue: fixing one of these fixes it on all of its pages. */
function Causes({ causes: [first, ...others] }: { causes: readonly SharedCause[] }) {
  if (!first) return null
  const main = words.cause(first.label, first.pages)
  if (others.length === 0) return <p className={`faint tiny ${styles.causes}`}>{main}</p>
  return (
    <details className={`faint tiny ${styles.causes}`}>
      <summary>
        {main} <span>{words.moreCauses(others.length)}</span>
      </summary>
      <ul>
        {others.map(({ key, label, pages }) => (
          <li key={key}>{words.cause(label, pages)}</li>
        ))}
      </ul>
    </details>
  )
}

const shownTargets = 1

type TargetsProps = Pick<WebsiteIssue, 'check' | 'targets' | 'sample'>

/** The URLs that decide an issue, each with the pages that link to it or name it. */
function Targets({ check, targets, sample }: TargetsProps) {
  const host = urlParts(sample?.url ?? '').host
  const rows = targets.map((target) => (
    <li key={target.url}>
      <Target target={target} host={host} isLink={!check.startsWith('canonical')} />
    </li>
  ))
  return (
    <>
      <ul className={`tiny muted ${styles.targets}`}>{rows.slice(0, shownTargets)}</ul>
      {rows.length > shownTargets && (
        <details className={`faint tiny ${styles.causes}`}>
          <summary>
            <span>{words.moreTargets(rows.length - shownTargets)}</span>
          </summary>
          <ul className={`grid muted ${styles.targets}`}>{rows.slice(shownTargets)}</ul>
        </details>
      )}
    </>
  )
}

type TargetProps = { target: IssueTarget; host: string; isLink: boolean }

function Target({ target: { url, status, pages, samples }, host, isLink }: TargetProps) {
  const parts = urlParts(url)
  const text = parts.host === host ? parts.path || '/' : url
  return (
    <details className={styles.causes}>
      <summary title={url}>
        <span>{text}</span> {(isLink ? words.linkTarget : words.canonicalTarget)(status, pages)}
      </summary>
      <ul>
        {samples.map((page) => (
          <li key={page.report_id}>
            <PageLink page={page} />
            {page.anchor !== null && <span>{words.anchor(page.anchor)}</span>}
          </li>
        ))}
        {samples.length < pages && <li>{websiteTabsWords.morePages(samples.length, pages)}</li>}
      </ul>
    </details>
  )
}
