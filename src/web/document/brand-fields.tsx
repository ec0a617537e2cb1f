import { LogoForm } from '#contract/forms/brand-form.ts'
import { messageOf } from '#contract/forms/form.ts'
import type { FieldCode } from '#contract/responses/error-codes.ts'
import { maxLogoBytes } from '#contract/sharing/client-document.ts'
import type { FormField } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { contrastOf, isReadable, textOn } from './brand-color.ts'
import { brandWords as words } from './words.ts'
import styles from './brand-page.module.css'

const isColor = (text: string) => /^#[\da-f]{6}$/i.test(text)

const dataUrlOf = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(file)
  })

/** A file for the logo, which is kept as a data URL. */
export function LogoField({ field, onRefuse }: { field: FormField; onRefuse: (sentence: string) => void }) {
  const read = async (file: File | undefined) => {
    if (!file) return
    const refuse = (code: FieldCode) => onRefuse(messageOf(LogoForm, { field: 'image', code }))
    if (file.size > maxLogoBytes) return refuse('too_long')
    if (!/^image\/(png|jpeg|svg\+xml)$/.test(file.type)) return refuse('invalid_image')
    field.set(await dataUrlOf(file))
  }
  return (
    <Field label={words.logo} hint={words.logoHint} error={field.error}>
      {(aria) => (
        <div className={`cluster snug ${styles.logo}`}>
          {field.value && <img src={field.value} alt="" />}
          <input
            {...aria}
            type="file"
            name={field.name}
            accept="image/png,image/jpeg,image/svg+xml"
            onChange={({ target }) => void read(target.files?.[0])}
          />
          {field.value && (
            <Button size="s" onClick={() => field.set('')}>
              {words.removeLogo}
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}

/** Returns a field's colour, or null while none is typed. */
export const colorOf = ({ value }: FormField) => (isColor(value) ? value.toLowerCase() : null)

/** A colour to type or pick, and the contrast of text on it and in it. */
export function ColorField({ field }: { field: FormField }) {
  const color = colorOf(field)
  return (
    <>
      <Field label={field.label} hint={field.hint} error={field.error}>
        {(aria) => (
          <div className={`row ${styles.color}`}>
            <TextInput {...aria} {...field.register()} />
            <input
              type="color"
              aria-label={words.pick}
              value={color ?? '#16181d'}
              onChange={({ target }) => field.set(target.value)}
            />
          </div>
        )}
      </Field>
      {color && (
        <p className="muted small" role="status">
          {words.contrast(textOn(color), contrastOf(color, textOn(color)))}{' '}
          {isReadable(color) ? words.asText : words.fillsOnly(contrastOf(color, '#ffffff'))}
        </p>
      )}
    </>
  )
}
