import { useId, useState } from 'react'
import { dayMs } from '#contract/format/dates.ts'
import type { QueryParam } from '#contract/lists/query-params.ts'
import { serverNow } from '#web/data/server.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { Segments, TextInput } from '#web/ui/inputs.tsx'
import { periodWords as words, textFilterWords } from './words.ts'
import styles from './filters.module.css'

/** The first and the last day of a period, as YYYY-MM-DD. Null is open. */
export type Period = { from: string | null; to: string | null }

const presets = ['any', '1', '7', '30', 'custom'] as const
type Preset = (typeof presets)[number]

const presetWords: Record<Preset, string> = { any: words.any, ...words.days, custom: words.custom }
const presetOptions = presets.map((value) => ({ value, label: presetWords[value] }))

/** Returns the first of the last `days` days in UTC, the last of which is today. */
const firstOf = (days: number, now: number) => new Date(now - (days - 1) * dayMs).toISOString().slice(0, 10)

/** Returns the preset that a period is. */
export function presetOf({ from, to }: Period, now: number): Preset {
  if (from === null && to === null) return 'any'
  const days = to === null && (['1', '7', '30'] as const).find((preset) => firstOf(Number(preset), now) === from)
  return days || 'custom'
}

type PeriodFieldProps = { legend?: string; period: Period; onChange: (period: Partial<Period>) => void }

/** Chooses the last days or, with two fields, any period. */
export function PeriodField({ legend = words.legend, period, onChange }: PeriodFieldProps) {
  const name = useId()
  const now = serverNow()
  const preset = presetOf(period, now)
  const [isCustom, setCustom] = useState(false)
  const shown = isCustom ? 'custom' : preset
  const choose = (chosen: Preset) => {
    setCustom(chosen === 'custom')
    if (chosen === 'any') onChange({ from: null, to: null })
    else if (chosen !== 'custom') onChange({ from: firstOf(Number(chosen), now), to: null })
  }
  return (
    <div className={`stack tight ${styles.period}`}>
      <span aria-hidden="true">{legend}</span>
      <Segments legend={legend} name={name} value={shown} options={presetOptions} onChange={choose} />
      {shown === 'custom' && (
        <div className={`grid ${styles.days}`}>
          <Field label={words.from}>
            {(field) => (
              <DateInput
                {...field}
                value={period.from}
                max={period.to ?? undefined}
                onChange={(from) => onChange({ from })}
              />
            )}
          </Field>
          <Field label={words.to}>
            {(field) => (
              <DateInput
                {...field}
                value={period.to}
                min={period.from ?? undefined}
                onChange={(to) => onChange({ to })}
              />
            )}
          </Field>
        </div>
      )}
    </div>
  )
}

type TextFilterProps = {
  label: string
  hint?: string | undefined
  value: string | null
  param: QueryParam<string | null>
  onChange: (value: string | null) => void
}

/** A filter that is typed. It applies when it is complete. */
export function TextFilter({ label, hint, value, param, onChange }: TextFilterProps) {
  const [text, setText] = useState(value ?? '')
  const isAllowed = (typed: string) => typed === '' || param.schema.safeParse(typed).success
  return (
    <Field label={label} hint={hint} error={isAllowed(text.trim()) ? undefined : textFilterWords.mustBe(param.allowed)}>
      {(field) => (
        <TextInput
          {...field}
          value={text}
          onChange={(event) => {
            const typed = event.target.value.trim()
            setText(event.target.value)
            if (isAllowed(typed)) onChange(typed || null)
          }}
        />
      )}
    </Field>
  )
}
