import { useState } from 'react'
import { SelectField } from './fields.tsx'
import type { FormField } from './use-contract-form.ts'

/** The time zone of this browser. */
export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The names of all time zones, with the given ones, which browsers can leave out, such as UTC. */
const timeZones = (...others: string[]) =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ownTimeZone(), ...others])].toSorted()

type TimeZoneFieldProps = { field: FormField; label?: string; hint?: string | undefined }

/** Chooses a time zone by its name. */
export function TimeZoneField({ field, label = field.label, hint }: TimeZoneFieldProps) {
  const [options] = useState(() => timeZones(field.value).map((value) => ({ value, label: value })))
  return (
    <div className="stack tight">
      <SelectField field={field} label={label} options={options} />
      {hint && <p className="faint tiny">{hint}</p>}
    </div>
  )
}
