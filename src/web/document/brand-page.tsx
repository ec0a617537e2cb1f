import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { type BrandFields, BrandForm, LogoForm } from '#contract/forms/brand-form.ts'
import { fieldsOf, messageOf } from '#contract/forms/form.ts'
import { readItem } from '#contract/responses/envelope.ts'
import type { FieldCode } from '#contract/responses/error-codes.ts'
import {
  Brand,
  type DocumentSection,
  documentSections,
  maxLogoBytes,
  paperSizes,
} from '#contract/sharing/client-document.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { Fields, SegmentsField, TextAreaField } from '#web/forms/fields.tsx'
import { RecordForm } from '#web/forms/form.tsx'
import type { FormField } from '#web/forms/use-contract-form.ts'
import { useRecordForm } from '#web/forms/use-record-form.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, PageHeader } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { contrastOf, isReadable, textOn } from './brand-color.ts'
import { brandStyle, Cover } from './cover.tsx'
import { brandQuery } from './queries.ts'
import { brandWords as words, documentWords } from './words.ts'
import styles from './brand-page.module.css'

type BrandValues = Omit<Brand, 'color' | 'logo' | 'updated_at'> & {
  color: string
  /** The logo as a data URL, or empty. */
  image: string
}

const valuesOf = ({ color, logo, updated_at: _, ...fields }: Brand): BrandValues => ({
  ...fields,
  color: color ?? '',
  image: logo ?? '',
})

const isColor = (text: string) => /^#[\da-f]{6}$/i.test(text)

const dataUrlOf = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(file)
  })

/** Edits the brand of client reports. */
export function Component() {
  const queries = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(brandQuery())
  const onSaved = (brand: Brand) => {
    queries.setQueryData(brandQuery().queryKey, brand)
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'document' })
  }
  return (
    <div className={`stack ${styles.page}`}>
      <PageHeader title={words.title} lead={words.lead} />
      {error && !data && <Failure error={asApiError(error)} onRetry={() => void refetch()} busy={isFetching} />}
      {data && <BrandEditor brand={data} onSaved={onSaved} />}
    </div>
  )
}

const write = (path: string, form?: Record<string, string>): Promise<Brand> =>
  currentClient().write(form ? 'PUT' : 'DELETE', path, (body) => readItem(Brand, body), { form })

/** Saves the logo first, so that a rejected one changes nothing. */
async function save(image: string, fields: BrandFields, saved: Brand): Promise<Brand> {
  if (image !== (saved.logo ?? '')) await (image === '' ? write('/brand/logo') : write('/brand/logo', { image }))
  return write('/brand', fieldsOf(fields))
}

/** The fields of the brand beside a preview of the cover, which follows every change. */
function BrandEditor({ brand, onSaved }: { brand: Brand; onSaved: (brand: Brand) => void }) {
  const queries = useQueryClient()
  const form = useRecordForm({
    name: 'brand',
    stored: brand,
    valuesOf,
    schemaOf: () => BrandForm,
    reload: () => queries.fetchQuery({ ...brandQuery(), staleTime: 0 }),
    async save(fields, base) {
      const saved = await save(form.values.image, fields, base)
      onSaved(saved)
      showToast({ text: words.saved, tone: 'good' })
      return saved
    },
  })
  const canWrite = useCanWrite()
  const color = form.field('color')
  const shownColor = isColor(color.value) ? color.value.toLowerCase() : null
  return (
    <div className={styles.columns}>
      <Card>
        <RecordForm form={form} className={`stack ${styles.form}`} saveLabel={words.save} canSave={canWrite}>
          {!canWrite && <Notice tone="info">{words.readOnly}</Notice>}
          <LogoField field={form.field('image')} onRefuse={(sentence) => form.refuse('image', sentence)} />
          <Fields
            form={form}
            controls={{
              color: <ColorField field={color} color={shownColor} />,
              intro: <TextAreaField field={form.field('intro')} rows={4} spellCheck />,
            }}
          />
          <SectionChoice field={form.field('sections')} />
          <div className={styles.paperSize}>
            <span aria-hidden="true">{words.paper}</span>
            <SegmentsField field={form.field('paper')} label={words.paper} options={paperOptions} />
          </div>
        </RecordForm>
      </Card>
      <Preview fields={form.values} color={shownColor} date={brand.updated_at} />
    </div>
  )
}

const paperOptions = paperSizes.map((value) => ({ value, label: words.papers[value] }))

function LogoField({ field, onRefuse }: { field: FormField; onRefuse: (sentence: string) => void }) {
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

/** A colour to type or pick, and the contrast of text on it and in it. `color` is null while none is typed. */
const ColorField = ({ field, color }: { field: FormField; color: string | null }) => (
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

const SectionChoice = ({ field }: { field: FormField<DocumentSection[]> }) => (
  <fieldset className={styles.choices}>
    <legend>{words.sections}</legend>
    {documentSections.map((section) => (
      <Checkbox key={section} {...field.register()} value={section} label={words.sectionNames[section]} />
    ))}
  </fieldset>
)

type PreviewProps = { fields: BrandValues; color: string | null; date: Brand['updated_at'] }

/** The cover of a sample report with the brand as it is in the form. */
function Preview({ fields, color, date }: PreviewProps) {
  const id = useId()
  return (
    <section className={`stack tight ${styles.preview}`} aria-labelledby={id}>
      <h2 id={id}>{words.preview}</h2>
      <div className={styles.paper} style={brandStyle({ color })}>
        <Cover
          heading="h2"
          brand={{ name: fields.name, logo: fields.image || null }}
          title={documentWords.titles.report}
          subject={words.sample}
          date={date ?? new Date().toISOString()}
          introduction={fields.intro}
        />
      </div>
    </section>
  )
}
