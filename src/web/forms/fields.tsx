import { type ComponentProps, Fragment, type ReactNode, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { dateExample, readDate } from '#web/ui/date-input.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Segments, Select, TextInput } from '#web/ui/inputs.tsx'
import type { FormField } from './use-contract-form.ts'
import styles from './forms.module.css'

type TextFieldProps = Omit<ComponentProps<typeof TextInput>, 'name' | 'value' | 'onChange' | 'ref'> & {
  field: FormField
  label?: ReactNode
  hint?: ReactNode
  /** Turns the control's value into the text that is sent. */
  textOf?: (typed: string) => string
}

/** A field of text, with the label and hint of the form's record unless it is given others. */
export const TextField = ({ field, label = field.label, hint = field.hint, textOf, ...input }: TextFieldProps) => (
  <Field label={label} hint={hint} error={field.error}>
    {(aria) => (
      <TextInput autoComplete="off" {...input} {...aria} {...field.register(textOf && { setValueAs: textOf })} />
    )}
  </Field>
)

/** A field for a day, which is typed in any usual way. The text that is sent is YYYY-MM-DD. */
export const DateField = (props: Pick<TextFieldProps, 'field' | 'label'>) => (
  <TextField {...props} placeholder={dateExample} textOf={(typed) => readDate(typed) ?? typed} />
)

type SecretInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'end'> & {
  words: { show: string; hide: string }
  shown: boolean
  onShow: (shown: boolean) => void
}

/** The input of a password or key, which can be shown. */
export const SecretInput = ({ words, shown, onShow, ...input }: SecretInputProps) => (
  <TextInput
    autoCapitalize="none"
    spellCheck={false}
    {...input}
    type={shown ? 'text' : 'password'}
    end={
      <Button
        variant="plain"
        size="s"
        icon="eye"
        iconOnly
        className={styles.reveal}
        aria-pressed={shown}
        onClick={() => onShow(!shown)}
      >
        {shown ? words.hide : words.show}
      </Button>
    }
  />
)

type SecretFieldProps = Omit<SecretInputProps, 'shown' | 'onShow'> & { field: FormField; hint?: ReactNode }

/** A field of a password or key. */
export function SecretField({ field, hint = field.hint, ...input }: SecretFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={field.label} hint={hint} error={field.error}>
      {(aria) => <SecretInput {...input} {...aria} {...field.register()} shown={shown} onShow={setShown} />}
    </Field>
  )
}

type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, 'name' | 'value' | 'onChange' | 'ref'> & {
  field: FormField
  label?: ReactNode
  hint?: ReactNode
  onTyped?: () => void
}

export const TextAreaField = ({
  field,
  label = field.label,
  hint = field.hint,
  onTyped,
  className,
  ...area
}: TextAreaFieldProps) => (
  <Field label={label} hint={hint} error={field.error}>
    {(aria) => (
      <textarea
        spellCheck={false}
        className={classes('control', styles.area, className)}
        {...area}
        {...aria}
        {...field.register(onTyped && { onChange: onTyped })}
      />
    )}
  </Field>
)

type ChoiceProps<Value extends string> = {
  field: FormField<Value>
  label?: string
  options: readonly { value: Value; label: string }[]
}

/** The error of a group of choices, which the group's `aria-describedby` names. */
export const GroupError = ({ id, error }: { id: string; error: string | undefined }) =>
  error && (
    <p id={id} className="row bad toned" role="alert">
      <Icon name="warn" />
      {error}
    </p>
  )

/** A few choices side by side. */
export function SegmentsField<Value extends string>({ field, label = field.label, options }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div className="grid start">
      <Segments
        legend={label}
        name={field.name}
        value={field.value}
        options={options}
        onChange={field.set}
        describedBy={field.error && id}
      />
      <GroupError id={id} error={field.error} />
    </div>
  )
}

export const SelectField = <Value extends string>({ field, label = field.label, options }: ChoiceProps<Value>) => (
  <div className="cluster">
    <Select label={label} value={field.value} options={options} onChange={field.set} />
  </div>
)

export const CheckboxField = ({
  field,
  label = field.label,
  hint = field.hint,
}: {
  field: FormField<boolean>
  label?: ReactNode
  hint?: ReactNode
}) => <Checkbox {...field.register()} label={label} hint={hint} />

type FieldsProps = {
  form: { labelled: FormField[] }
  /** Controls of fields that are not plain text, by name. */
  controls?: Record<string, ReactNode>
}

/** The labelled fields of a form in the order of its record, each as text unless it has a control of its own. */
export const Fields = ({ form, controls = {} }: FieldsProps) =>
  form.labelled.map((field, at) => (
    <Fragment key={field.name}>
      {controls[field.name] ?? <TextField field={field} data-autofocus={at === 0 || undefined} />}
    </Fragment>
  ))
