import type { AnyReport } from '#contract/reports/any-report.ts'
import type { AnyValue } from '#contract/reports/any-results.ts'
import type { CheckView } from '#web/checks/check-view.ts'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ForeignChecks, type ForeignChecksProps } from './foreign-checks.tsx'
import { fieldName } from './value-shape.ts'
import { ValueTree } from './value-tree.tsx'
import { foreignReportWords as words, valueWords } from './words.ts'
import styles from './foreign.module.css'

type ForeignReportPartsProps = {
  report: AnyReport
  /** The checks to show here. Empty if they are shown like our own. */
  checks: readonly CheckView[]
} & Pick<ForeignChecksProps, 'outcome' | 'onOutcome' | 'linked'>

/** The parts of a report that only other servers send: unknown checks, values without an outcome, unknown fields. */
export const ForeignReportParts = ({ report: { results, other }, checks, ...rest }: ForeignReportPartsProps) => (
  <>
    {checks.length > 0 && <ForeignChecks checks={checks} {...rest} />}
    {results.values.length > 0 && <ForeignValues values={results.values} />}
    {Object.keys(other).length > 0 && <OtherFields other={other} />}
  </>
)

/** Values that the server sent among the checks without an outcome. */
const ForeignValues = ({ values }: { values: readonly AnyValue[] }) => (
  <Card aria-labelledby="values" className={styles.values}>
    <h2 id="values">
      {words.values} <span>{words.valuesNote}</span>
    </h2>
    <ValueTree value={treeOf(values)} />
  </Card>
)

/** Returns the values as one tree, each inside its groups. A value whose name is taken there is stored under its ID. */
export function treeOf(values: readonly AnyValue[]): Record<string, unknown> {
  const root = new Map<string, unknown>()
  for (const { id, name, group, value } of values) {
    let folder = root
    for (const step of group) {
      const inside = folder.get(step)
      const next = inside instanceof Map ? (inside as Map<string, unknown>) : new Map<string, unknown>()
      if (inside === undefined) folder.set(step, next)
      folder = inside === undefined || inside instanceof Map ? next : folder
    }
    folder.set(folder.has(name) ? id : name, value)
  }
  return asObject(root)
}

const asObject = (map: ReadonlyMap<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    [...map].map(([name, value]) => [name, value instanceof Map ? asObject(value as Map<string, unknown>) : value]),
  )

/** The fields of a report or website that the dashboard doesn't know. */
export const OtherFields = ({ other }: { other: Record<string, unknown> }) => (
  <Card flush>
    <details className={styles.others}>
      <summary>
        <h2>{valueWords.others}</h2>
        <span>{Object.keys(other).slice(0, 8).map(fieldName).join(', ')}</span>
        <Icon name="down" />
      </summary>
      <div>
        <ValueTree value={other} />
      </div>
    </details>
  </Card>
)
