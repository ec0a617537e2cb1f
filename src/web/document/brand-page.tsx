import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { type BrandFields, BrandForm } from '#contract/forms/brand-form.ts'
import { fieldsOf } from '#contract/forms/form.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { Brand, type DocumentSection, documentSections, paperSizes } from '#contract/sharing/client-document.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { useTeamRole } from '#web/data/service.ts'
import { Fields, SegmentsField, TextAreaField } from '#web/forms/fields.tsx'
import { RecordForm } from '#web/forms/form.tsx'
import type { FormField } from '#web/forms/use-contract-form.ts'
import { useRecordForm } from '#web/forms/use-record-form.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, PageHeader } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { ColorField, colorOf, LogoField } from './brand-fields.tsx'
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
    survives: true,
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
  const role = useTeamRole()
  const canWrite = useCanWrite() && (role === null || role === 'owner')
  const color = form.field('color')
  const shownColor = colorOf(color)
  return (
    <div className={styles.columns}>
      <Card>
        <RecordForm form={form} className={`stack ${styles.form}`} saveLabel={words.save} canSave={canWrite}>
          {!canWrite && <Notice tone="info">{words.readOnly}</Notice>}
          <LogoField field={form.field('image')} onRefuse={(sentence) => form.refuse('image', sentence)} />
          <Fields
            form={form}
            controls={{
              color: <ColorField field={color} />,
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
