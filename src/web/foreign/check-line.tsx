import { useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { shown } from '#web/ui/shown.ts'
import { isFolder, wordOf } from './value-shape.ts'
import { anyReportWords as words } from './check-words.ts'
import { valueWords } from './value-words.ts'
import { checkAnchor } from '#web/reports/report/check-anchor.ts'
import { CheckBody } from '#web/reports/report/report-more.tsx'
import type { CheckView } from '#web/reports/report/check-view.ts'
import { OutcomeMark } from '#web/reports/report/outcome-mark.tsx'
import styles from './checks.module.css'

const longestValue = 40

/** One check: how it came out, what was measured, and behind it what else was sent, drawn when it is opened. */
export function AnyCheckLine({ check, open, isShort }: { check: CheckView; open?: boolean; isShort?: boolean }) {
  const [seen, setSeen] = useState(Boolean(open))
  const value = shortValue(check.value)
  const importance = check.importance_sent ?? (!isShort && check.importance && words.importanceShort[check.importance])
  return (
    <details
      id={checkAnchor(check.id)}
      className={styles.check}
      open={open}
      onToggle={(event) => event.currentTarget.open && setSeen(true)}
    >
      <summary>
        <OutcomeMark outcome={check.outcome} />
        <h4>
          <bdi>{shown(check.title)}</bdi>
        </h4>
        {value !== null && <bdi className={styles.value}>{value}</bdi>}
        {importance && <span className={styles.importance}>{shown(importance)}</span>}
        <Icon name="down" />
      </summary>
      {seen && <CheckBody check={check} />}
    </details>
  )
}

/** A value that a line has room for. */
function shortValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '' || isFolder(value)) return null
  if (typeof value === 'string' && value.length > longestValue) return null
  return wordOf(value, valueWords)
}
