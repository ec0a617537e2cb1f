import { useId, useRef } from 'react'
import type { UrlLine } from '#contract/jobs/url-list.ts'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { addWords as words } from './words.ts'
import styles from './add.module.css'

/** More are not shown, because each is a field. */
const maxShown = 50

type WrongLinesProps = {
  entries: readonly UrlLine[]
  /** The lines that were edited here. They stay, so that the focus does. */
  corrected: ReadonlySet<number>
  onCorrect: (line: number, text: string) => void
}

/** The lines that are not URLs, each with a field in which it can be corrected. */
export function WrongLines({ entries, corrected, onCorrect }: WrongLinesProps) {
  const id = useId()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const rows = entries.filter(({ line, problem }) => problem !== null || corrected.has(line))
  if (rows.length === 0) return null
  const remove = (line: number, at: number) => {
    const next = rows[at + 1] ?? rows[at - 1]
    onCorrect(line, '')
    const target = next && fieldset.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.line}`)}`)
    ;(target ?? fieldset.current?.form?.querySelector('textarea'))?.focus()
  }
  return (
    <fieldset ref={fieldset} className={styles.wrong}>
      <legend>{words.wrong}</legend>
      <p className="muted small">{words.wrongHint}</p>
      <ul>
        {rows.slice(0, maxShown).map(({ line, text, problem }, at) => (
          <li key={line}>
            <label htmlFor={`${id}-${line}`}>{words.line(line)}</label>
            <TextInput
              id={`${id}-${line}`}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-describedby={`${id}-${line}-why`}
              aria-invalid={problem ? true : undefined}
              value={text}
              onChange={(event) => onCorrect(line, event.target.value)}
            />
            <Button variant="plain" size="s" icon="cross" iconOnly onClick={() => remove(line, at)}>
              {words.remove(line)}
            </Button>
            <p id={`${id}-${line}-why`} className={`tiny ${styles.why}`} data-good={problem === null || undefined}>
              {problem === null ? words.corrected : words.problems[problem]}
            </p>
          </li>
        ))}
      </ul>
      {rows.length > maxShown && <p className="muted small">{words.moreWrong(rows.length - maxShown)}</p>}
    </fieldset>
  )
}
