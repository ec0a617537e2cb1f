import { useId } from 'react'
import type { Unreadable } from '#contract/envelope.ts'
import { readId } from '#contract/list-query.ts'
import { jsonText } from '#contract/lenient.ts'
import { paths } from '#web/app/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ValueTree } from './value-tree.tsx'
import { oddListWords as words } from './deviation-words.ts'
import { valueWords } from './value-words.ts'
import styles from './unreadable-rows.lazy.module.css'

type UnreadableRowsProps = { rows: readonly Unreadable[]; resource: 'reports' | 'websites' }

/** Many of them are all of one kind: a few show what is wrong. */
const most = 25

const pathOf = { reports: paths.report, websites: paths.website }

/** The rows of a list that are not what it is made of, each with what came in its place. */
export function UnreadableRows({ rows, resource }: UnreadableRowsProps) {
  const heading = useId()
  return (
    <Card aria-labelledby={heading} className={styles.rows}>
      <h2 id={heading}>{words.unreadable(rows.length)}</h2>
      <p>{words.unreadableText}</p>
      <ul>
        {rows.slice(0, most).map((row, at) => (
          <Row key={at} row={row} resource={resource} />
        ))}
      </ul>
      {rows.length > most && <p>{words.more(rows.length - most)}</p>}
    </Card>
  )
}

function Row({ row: { id, given }, resource }: { row: Unreadable; resource: UnreadableRowsProps['resource'] }) {
  const known = readId(id ?? '')
  const text = jsonText(given, 2)
  return (
    <li>
      <b>{id === null ? words.nameless : words.named[resource](id)}</b>
      {known !== null && <a href={pathOf[resource](known)}>{words.open}</a>}
      {text && <CopyButton size="s" variant="plain" text={text} label={words.copy} doneLabel={words.copied} />}
      <details>
        <summary>{words.given}</summary>
        <ValueTree value={given} words={valueWords} />
      </details>
    </li>
  )
}
