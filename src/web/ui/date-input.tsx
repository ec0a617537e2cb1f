import { type ComponentProps, useId, useState } from 'react'
import { TextInput } from './inputs.tsx'
import { formatUtcDay } from './time.tsx'
import styles from './date-input.module.css'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** An example that placeholders show. */
export const dateExample = '25 Nov 2026'
const anyDay = 'Any day'

/** What a field with wrong text needs. */
const neededDay = (min?: string, max?: string) =>
  `Enter a day${min ? ` from ${writtenDate(min)}` : ''}${max ? ` until ${writtenDate(max)}` : ''}, such as ${writtenDate(max ?? min ?? dateExample)}.`

/** Writes "2026-11-25" as "25 Nov 2026". Any other text stays as it is. */
export const writtenDate = (iso: string) => (readDate(iso) === iso ? formatUtcDay(new Date(iso)) : iso)

/**
 * Reads a typed day as YYYY-MM-DD: "25 Nov 2026", "25 november 2026", "Nov 25, 2026", "25.11.2026", "25/11/2026" with
 * the day first, or "2026-11-25". Returns null for anything else, such as the 31st of February.
 */
export function readDate(text: string): string | null {
  const parts = text.toLowerCase().match(/\d+|[a-z]+/g) ?? []
  if (parts.length !== 3) return null
  const named = parts.findIndex((part) => part.length >= 3 && months.includes(part.slice(0, 3)))
  const numbers = parts.filter((_, at) => at !== named)
  // A complete day, so that the 25th isn't taken for the 2nd while it is typed.
  const isYearFirst = parts[0]?.length === 4 && parts[2]?.length === 2
  const month = named >= 0 ? months.indexOf(parts[named]!.slice(0, 3)) + 1 : Number(parts[1])
  const [day, year] = named >= 0 ? numbers : isYearFirst ? [parts[2], parts[0]] : [parts[0], parts[2]]
  if (year?.length !== 4) return null
  const iso = `${year}-${String(month).padStart(2, '0')}-${day?.padStart(2, '0')}`
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null
}

type DateInputProps = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'min' | 'max' | 'end'> & {
  /** A day as YYYY-MM-DD, or null. */
  value: string | null
  /** The first and the last allowed day. */
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | null) => void
}

/**
 * A field for a day, which is typed in any usual way and shown as "25 Nov 2026". It applies as soon as it is complete.
 * Wrong text stays, and is explained once the field is left.
 */
export function DateInput({ value, min, max, onChange, onBlur, ...input }: DateInputProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const id = useId()
  const read = (text: string) => {
    const day = readDate(text)
    return day !== null && day >= (min ?? day) && day <= (max ?? day) ? day : null
  }
  const isWrong = draft !== null && draft.trim() !== '' && read(draft) === null
  const type = (text: string) => {
    setDraft(text)
    setLeft(false)
    const day = read(text)
    if (day !== value && (day !== null || text.trim() === '')) onChange(day)
  }
  const tidy = () => setDraft(isWrong ? draft : null)
  return (
    <TextInput
      placeholder={anyDay}
      autoComplete="off"
      spellCheck={false}
      {...input}
      boxClassName={styles.box}
      aria-describedby={isWrong && isLeft ? id : input['aria-describedby']}
      end={
        isWrong &&
        isLeft && (
          <span id={id} role="alert" className={`small ${styles.wrong}`}>
            {neededDay(min, max)}
          </span>
        )
      }
      aria-invalid={isWrong || input['aria-invalid'] || undefined}
      value={draft ?? (value === null ? '' : writtenDate(value))}
      onChange={(event) => type(event.target.value)}
      onBlur={(event) => {
        tidy()
        setLeft(true)
        onBlur?.(event)
      }}
    />
  )
}
