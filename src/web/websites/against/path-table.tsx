import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import type { PageOfPath, PathDifference, PathKind } from '#contract/websites/website-comparison.ts'
import { paths } from '#web/app/paths.ts'
import { RatedScore } from '#web/list/cells.tsx'
import { column, type Columns, Table } from '#web/ui/table.tsx'
import { urlParts } from '#web/ui/url.tsx'
import { heading, sizes } from '../crawls/crawl-cells.tsx'
import { reasonOf } from '../crawls/crawl-url-cells.tsx'
import { websitePagesWords } from '../pages/words.ts'
import type { PathRow } from './queries.ts'
import { againstWords as words } from './words.ts'
import styles from './against.module.css'

const { columns } = words

const path = column<PathRow>(columns.path, (row) => <Path row={row} />, heading)
const score = column<PathRow>(columns.score, (row) => <Scores row={row} />, sizes.short)
const state = column<PathRow>(columns.state, ({ here, there }) => <State page={here ?? there} />, sizes.medium)

const columnsOf: Record<PathKind, Columns<PathRow>> = {
  changed: [
    path,
    column(columns.differences, (row) => <Differences row={row} />, { width: '36%', card: 'bare line' }),
    column(columns.issues, (row) => <Issues row={row} />, sizes.medium),
    column(columns.score, (row) => <Scores row={row} />, sizes.medium),
  ],
  missing: [path, state, score],
  new: [path, state, score],
  unread: [
    path,
    column(columns.reason, ({ unread }) => unread && reasonOf(unread), sizes.wide),
    column(columns.where, ({ here }) => (here ? words.there : words.here), sizes.medium),
    score,
  ],
  same: [path, state, score],
}

type PathTableProps = { kind: PathKind; rows: readonly PathRow[] }

/** The paths of a kind. Values go from the other website to this one. */
export const PathTable = ({ kind, rows }: PathTableProps) => (
  <Table hasCursor caption={words.kind[kind]} columns={columnsOf[kind]} rows={rows} keyOf={(row) => row.path} />
)

/** A path, which leads to the comparison of its reports or to the only one, with links to both. */
function Path({ row: { path: text, here, there } }: { row: PathRow }) {
  const [after, before] = [here?.report_id ?? null, there?.report_id ?? null]
  const shown = urlParts(`https://host${text}`).path
  const main =
    after !== null ? paths.report(after, before === null ? {} : { compare: before }) : paths.report(before ?? 0)
  return (
    <>
      <Link to={main} title={text}>
        {shown}
      </Link>
      {after !== null && before !== null && (
        <span className={`cluster faint tiny across ${styles.reports}`}>
          <Link to={paths.report(after)}>{words.reportHere}</Link>
          <Link to={paths.report(before)}>{words.reportThere}</Link>
        </span>
      )}
    </>
  )
}

function Differences({ row: { differences, here, there } }: { row: PathRow }) {
  const shown = differences.filter((name) => name !== 'issues' && name !== 'score')
  if (!here || !there || shown.length === 0) return <span className="faint">–</span>
  return (
    <dl className={`grid dense pairs ${styles.differences}`}>
      {shown.map((name) => (
        <div key={name}>
          <dt className="muted">{words.difference[name]}</dt>
          <dd>
            <span className="muted">{valueOf(name, there)}</span> <span aria-hidden="true">→</span>
            <span className="hidden-visually">, {words.becomes} </span> <span>{valueOf(name, here)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

type ValueName = Exclude<PathDifference, 'issues' | 'score'>

const values: Record<ValueName, (page: PageOfPath) => ReactNode> = {
  indexability: (page) => <State page={page} />,
  status: ({ status }) => status,
  redirect: ({ redirects_to: to }) => to,
  canonical: ({ canonical }) => canonical,
  title: ({ title }) => title,
  description: ({ description }) => description,
  h1: ({ h1 }) => h1,
  words: ({ words: count }) => count !== null && grouped(count),
}

const valueOf = (name: ValueName, page: PageOfPath): ReactNode =>
  values[name](page) || <span className="faint">{words.empty}</span>

function State({ page }: { page: PageOfPath | null }) {
  if (!page || page.indexability === null) return <span className="faint">–</span>
  const { indexability, reason } = page
  return (
    <>
      {websitePagesWords.states[indexability]}
      {reason !== null && indexability !== 'redirect' && <span className="faint"> ({reason})</span>}
    </>
  )
}

/** Issues of a row that are shown before the rest is only counted. */
const shownIssues = 4

function Issues({ row: { new_issues: added, fixed_issues: fixed } }: { row: PathRow }) {
  const all = [...added.map((one) => ({ ...one, isNew: true })), ...fixed.map((one) => ({ ...one, isNew: false }))]
  if (all.length === 0) return <span className="faint">–</span>
  return (
    <ul className={`grid dense ${styles.issues}`}>
      {all.slice(0, shownIssues).map(({ check, name, isNew }) => (
        <li key={check}>
          <span className={`toned ${isNew ? 'bad' : 'good'}`} aria-hidden="true">
            {isNew ? '+' : '−'}
          </span>
          <span className="hidden-visually">{isNew ? words.newIssue : words.fixedIssue}: </span>
          <span>{name ?? check}</span>
        </li>
      ))}
      {all.length > shownIssues && <li className="faint">{words.moreIssues(all.length - shownIssues)}</li>}
    </ul>
  )
}

function Scores({ row: { here, there, differences } }: { row: PathRow }) {
  const page = here ?? there
  if (!page || page.score === null) return <span className="faint">–</span>
  const other = differences.includes('score') ? (there?.score ?? null) : null
  return (
    <span className={`row ${styles.scores}`}>
      {other !== null && (
        <span className="faint">
          {other} <span aria-hidden="true">→</span>
          <span className="hidden-visually">, {words.becomes} </span>
        </span>
      )}
      <RatedScore score={page.score} rating={ratingOf(page.score)} />
    </span>
  )
}
