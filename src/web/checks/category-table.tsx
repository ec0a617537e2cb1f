import { Link } from 'react-router-dom'
import { type Category, categoryLabels, type CheckInfo } from '#contract/analysis.ts'
import { paths } from '#web/app/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { checkWords } from './words.ts'
import { checksPageWords as words } from './page-words.ts'
import styles from './checks.module.css'

/** The checks of one category in a table. */
export function CategoryTable({ category, checks }: { category: Category; checks: readonly CheckInfo[] }) {
  const { columns } = words
  return (
    <Card flush aria-labelledby={category} className={styles.category}>
      <h2 id={category}>{categoryLabels[category]}</h2>
      <table className={styles.table}>
        <caption className="hidden-visually">{categoryLabels[category]}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.check}</th>
            <th scope="col">{columns.importance}</th>
            <th scope="col">{columns.weight}</th>
            <th scope="col">{columns.grade}</th>
            <th scope="col">{columns.needs}</th>
          </tr>
        </thead>
        <tbody>
          {checks.map((check) => (
            <Row key={check.id} check={check} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Row({
  check: { id, title_pass, importance, evidence_grade, scored, gate, weight, needs },
}: {
  check: CheckInfo
}) {
  const { columns } = words
  return (
    <tr>
      <th scope="row">
        <Link to={paths.checks(id)}>{title_pass}</Link>
        <code>{id}</code>
      </th>
      <td data-label={columns.importance}>
        {words.importance[importance]}
        {gate && <span className={styles.gate}>{words.gate}</span>}
      </td>
      <td data-label={columns.weight}>{scored ? weight : <span className={styles.faint}>{words.notScored}</span>}</td>
      <td data-label={columns.grade} title={checkWords.grade[evidence_grade]}>
        {checkWords.gradeShort[evidence_grade]}
      </td>
      <td data-label={columns.needs}>
        {needs.length > 0 ? (
          needs.map((need) => checkWords.needs[need]).join(', ')
        ) : (
          <span className={styles.faint}>{words.pageOnly}</span>
        )}
      </td>
    </tr>
  )
}
