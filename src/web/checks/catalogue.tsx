import { Link, useLocation } from 'react-router-dom'
import { type QueryParams, text } from '#contract/lists/query-params.ts'
import {
  canJudge,
  categories,
  categoryLabels,
  type CheckCatalogue,
  type CheckInfo,
} from '#contract/reports/analysis.ts'
import { paths } from '#web/app/paths.ts'
import { Repairs } from '#web/list/list-notices.tsx'
import { SearchBox } from '#web/list/search-box.tsx'
import { useListQuery } from '#web/list/use-list-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, EmptyState } from '#web/ui/page.tsx'
import { column, type Columns, Table } from '#web/ui/table.tsx'
import { searchWords } from '#web/ui/text.ts'
import { checkWords, checksPageWords as words } from './words.ts'
import styles from './checks.module.css'

const params: QueryParams<{ search: string }> = { search: text(100) }

/** Every check by category, with a search over all their texts. */
export function Catalogue({ catalogue }: { catalogue: CheckCatalogue }) {
  const { query, repairs, change } = useListQuery(params)
  const { search: urlSearch } = useLocation()
  const all = searchChecks(catalogue.data, query.search)
  const found = all.filter(canJudge)
  const notRun = all.filter((check) => !canJudge(check))
  const groups = categories
    .map((category) => ({ category, checks: found.filter((check) => check.category === category) }))
    .filter(({ checks }) => checks.length > 0)
  return (
    <>
      <Repairs repairs={repairs} />
      <div className={`cluster quiet-edge ${styles.tools}`}>
        <SearchBox label={words.search} value={query.search} onSearch={(search, how) => change({ search }, how)} />
        <p role="status" className="muted small">
          {query.search && words.found(found.length, catalogue.data.filter(canJudge).length, notRun.length)}
        </p>
      </div>
      {groups.length > 1 && (
        <nav className={`cluster ${styles.contents}`} aria-label={words.contents}>
          {groups.map(({ category, checks }) => (
            <Link key={category} to={{ search: urlSearch, hash: category }}>
              {categoryLabels[category]} <span className="faint">{checks.length}</span>
            </Link>
          ))}
        </nav>
      )}
      {groups.map(({ category, checks }) => (
        <ChecksTable key={category} id={category} title={categoryLabels[category]} checks={checks} />
      ))}
      {notRun.length > 0 && <ChecksTable id="not-run" title={words.notRun} checks={notRun} />}
      {all.length === 0 && (
        <EmptyState
          title={words.noneFound(query.search)}
          actions={<Button onClick={() => change({ search: '' })}>{words.clearSearch}</Button>}
        />
      )}
    </>
  )
}

/** Returns the checks whose texts contain every word of `search`, in any case. */
export function searchChecks(checks: readonly CheckInfo[], search: string): CheckInfo[] {
  const wanted = searchWords(search.toLowerCase())
  return checks.filter((check) => {
    const { id, name, aliases, category, title_pass, title_fail, why, how, thresholds, reference } = check
    const texts = [title_pass, title_fail, why, how, thresholds, reference?.label]
    const all = [id, name, ...aliases, categoryLabels[category], ...texts].join('\n').toLowerCase()
    return wanted.every((word) => all.includes(word))
  })
}

function ChecksTable({ id, title, checks }: { id: string; title: string; checks: readonly CheckInfo[] }) {
  return (
    <Card flush aria-labelledby={id} className={styles.category}>
      <h2 id={id}>{title}</h2>
      <Table caption={title} columns={columns} rows={checks} keyOf={({ id: check }) => check} />
    </Card>
  )
}

const { columns: headings } = words

const columns: Columns<CheckInfo> = [
  column(
    headings.check,
    ({ id, name, title_pass: title }) => (
      <>
        <Link to={paths.checks(id)}>{name ?? title}</Link>
        <code className="block code faint">{id}</code>
      </>
    ),
    { isRowHeading: true },
  ),
  column(
    headings.importance,
    ({ importance, gate: isBlocker }) => (
      <>
        {words.importance[importance]}
        {isBlocker && <span className={`pill bad ${styles.blocker}`}>{words.blocker}</span>}
      </>
    ),
    { width: '8rem' },
  ),
  column(
    headings.points,
    ({ scored, points }) => (scored ? points : <span className="faint">{words.notScored}</span>),
    {
      width: '6.5rem',
    },
  ),
  column(
    headings.grade,
    ({ evidence_grade: grade }) => <span title={checkWords.grade[grade]}>{checkWords.gradeShort[grade]}</span>,
    { width: '8rem' },
  ),
  column(
    headings.needs,
    ({ needs }) =>
      needs.length > 0 ? (
        needs.map((need) => checkWords.needs[need]).join(', ')
      ) : (
        <span className="faint">{words.pageOnly}</span>
      ),
    { width: '13rem' },
  ),
]
