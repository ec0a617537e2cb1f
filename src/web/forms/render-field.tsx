import { type RenderMode, renderModes } from '#contract/reports/rendering.ts'
import { SelectField } from './fields.tsx'
import { renderWords as words } from './render-words.ts'
import type { FormField } from './use-contract-form.ts'

/** Empty for the website's setting. */
export type RenderChoice = RenderMode | ''

const options = [
  { value: '' as const, label: words.asSet },
  ...renderModes.map((value) => ({ value, label: words.modes[value] })),
]

type RenderFieldProps = { field: FormField<RenderChoice> }

/** Tells which pages of a job or a schedule are rendered. */
export const RenderField = ({ field }: RenderFieldProps) => (
  <div className="stack">
    <SelectField field={field} label={words.label} options={options} />
    <p className="muted small">{words.hint}</p>
  </div>
)

/** The same for a form without further options. */
export const RenderOptions = ({ field }: RenderFieldProps) => (
  <details>
    <summary>{words.more}</summary>
    <RenderField field={field} />
  </details>
)
