import type { AnyValue } from '#contract/any-results.ts'
import { Card } from '#web/ui/card.tsx'
import { ValueTree } from './value-tree.tsx'
import { anyReportWords as words } from './check-words.ts'
import { valueWords } from './value-words.ts'
import { treeOf } from './tree.ts'
import styles from './checks.module.css'

/** What the server sent among the checks without saying how it came out. */
export function AnyValues({ values }: { values: readonly AnyValue[] }) {
  return (
    <Card aria-labelledby="values" className={styles.values}>
      <h2 id="values">
        {words.values} <span>{words.valuesNote}</span>
      </h2>
      <ValueTree value={treeOf(values)} words={valueWords} />
    </Card>
  )
}
