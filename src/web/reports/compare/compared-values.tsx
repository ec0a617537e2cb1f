import type { ComparedValue, ValueChange } from '#contract/reports/comparison.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Card } from '#web/ui/page.tsx'
import { column, type Columns, Table } from '#web/ui/table.tsx'
import { compareWords as words } from './words.ts'
import styles from './compared-values.module.css'

/** Returns true if the value changed, or is known of one report only. */
const isShown = ({ is_changed: isChanged, unknown }: ValueChange) => isChanged || unknown.length === 1

export const hasChangedValues = (values: readonly ValueChange[]) => values.some(isShown)

type ComparedValuesProps = {
  title: string
  values: readonly ValueChange[]
  labels: { before: string; after: string }
}

/** The values of both reports: those that differ, and the others folded. */
export function ComparedValues({ title, values, labels }: ComparedValuesProps) {
  const [changed, same] = [values.filter(isShown), values.filter((value) => !isShown(value))]
  return (
    <Card flush aria-labelledby="values">
      <h2 id="values" className="inset">
        {title}
      </h2>
      {changed.length === 0 ? (
        <p className="muted calm">{words.noChangedValues}</p>
      ) : (
        <Table look="pair" caption={title} columns={columnsOf(labels)} rows={changed} keyOf={({ name }) => name} />
      )}
      {same.length > 0 && (
        <details className={`fold ${styles.same}`}>
          <summary>
            {words.unchangedValues(same.length)}
            <Icon name="down" />
          </summary>
          <dl className="pairs small">
            {same.map((value) => (
              <div key={value.name}>
                <dt>{words.value[value.name]}</dt>
                <dd>
                  <Value value={value} side="after" />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </Card>
  )
}

const tones = { before: 'muted', after: 'medium' }

const columnsOf = ({ before, after }: ComparedValuesProps['labels']): Columns<ValueChange> => [
  column('', ({ name }) => words.value[name], { width: '8.5rem', isRowHeading: true }),
  column(before, (value) => <Value value={value} side="before" />),
  column(after, (value) => <Value value={value} side="after" />),
]

function Value({ value, side }: { value: ValueChange; side: 'before' | 'after' }) {
  if (value.unknown.includes(side)) return <span className="faint">{words.notRecorded}</span>
  const own = value[side]
  if (own === null || own === '' || (Array.isArray(own) && own.length === 0))
    return <span className="faint">{words.none}</span>
  if (Array.isArray(own)) return <Lines value={value} own={own} side={side} />
  return <span className={value.is_changed ? tones[side] : undefined}>{written(value.name, own)}</span>
}

const written = (name: ValueChange['name'], value: string | number) =>
  name === 'html_bytes' || name === 'transfer_bytes'
    ? words.bytes(Number(value))
    : name === 'words'
      ? words.number(Number(value))
      : String(value)

/** The lines that only one side has, and the number of shared ones. The whole list if it is unchanged. */
function Lines({ value, own, side }: { value: ValueChange; own: string[]; side: 'before' | 'after' }) {
  const other = linesOf(side === 'before' ? value.after : value.before)
  const isWhole = value.name === 'robots_txt' || value.name === 'indexability'
  const text = (line: string, index: number) =>
    value.name === 'robots_txt' && index === 0 ? (words.code[line] ?? line) : line
  const differs = (line: string) => value.is_changed && !other.includes(line)
  const shown = isWhole || !value.is_changed ? own : own.filter(differs)
  return (
    <ul className={`stack dense ${styles.lines}`}>
      {shown.map((line, index) => (
        <li key={`${index} ${line}`} className={differs(line) ? `${tones[side]} ${styles[side]}` : undefined}>
          {text(line, index)}
        </li>
      ))}
      {shown.length < own.length && <li className="faint">{words.sameLines(own.length - shown.length)}</li>}
    </ul>
  )
}

const linesOf = (value: ComparedValue) => (Array.isArray(value) ? value : [])
