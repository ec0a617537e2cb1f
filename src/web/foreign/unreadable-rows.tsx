import { useId } from 'react'
import { readId } from '#contract/lists/list-query.ts'
import type { Unreadable } from '#contract/responses/envelope.ts'
import { jsonText } from '#contract/responses/lenient.ts'
import { paths } from '#web/app/paths.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Card } from '#web/ui/page.tsx'
import { ValueTree } from './value-tree.tsx'
import { deviationWords as words } from './words.ts'
import styles from './foreign.module.css'

type UnreadableRowsProps = { rows: readonly Unreadable[]; resource: 'reports' | 'websites' }

/** Unreadable rows usually share one cause, so a few of them are enough. */
const maxShown = 25

const pathOf = { reports: paths.report, websites: paths.website }

/** The unreadable rows of a list, each as the server sent it. */
export function UnreadableRows({ rows, resource }: UnreadableRowsProps) {
  const heading = useId()
  return (
    <Card aria-labelledby={heading} className="stack tight breaks">
      <h2 id={heading}>{words.unreadable(rows.length)}</h2>
      <p className="muted">{words.unreadableText}</p>
      <ul className="stack tight">
        {rows.slice(0, maxShown).map((row, at) => (
          <Row key={at} row={row} resource={resource} />
        ))}
      </ul>
      {rows.length > maxShown && <p className="muted">{words.more(rows.length - maxShown)}</p>}
    </Card>
  )
}

function Row({ row: { id, given }, resource }: { row: Unreadable; resource: UnreadableRowsProps['resource'] }) {
  const knownId = readId(id ?? '')
  const text = jsonText(given, 2)
  return (
    <li className={`cluster ${styles.row}`}>
      <b>{id === null ? words.nameless : words.named[resource](id)}</b>
      {knownId !== null && <a href={pathOf[resource](knownId)}>{words.open}</a>}
      {text && <CopyButton size="s" variant="plain" text={text} label={words.copy} doneLabel={words.copied} />}
      <details className="reveal">
        <summary>{words.sent}</summary>
        <ValueTree value={given} />
      </details>
    </li>
  )
}
