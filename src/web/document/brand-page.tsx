import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { BrandForm, LogoForm } from '#contract/forms/brand-form.ts'
import { messageOf } from '#contract/forms/form.ts'
import { readItem } from '#contract/responses/envelope.ts'
import {
  Brand,
  type DocumentSection,
  documentSections,
  maxLogoBytes,
  paperSizes,
} from '#contract/sharing/client-document.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { Segments, TextInput } from '#web/ui/inputs.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, PageHeader } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { contrastOf, isReadable, textOn } from './brand-color.ts'
import { brandStyle, Cover } from './client-report.tsx'
import { brandQuery } from './queries.ts'
import { brandWords as words, documentWords } from './words.ts'
import styles from './brand-page.module.css'

type Fields = Pick<Brand, 'name' | 'intro' | 'footer' | 'sections' | 'paper' | 'logo'> & { color: string }

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
    <div className={styles.page}>
      <PageHeader title={words.title} lead={words.lead} crumbs={<Link to={paths.settings()}>{words.settings}</Link>} />
      {error && !data && <Failure error={asApiError(error)} onRetry={() => void refetch()} busy={isFetching} />}
      {data && <BrandEditor brand={data} onSaved={onSaved} />}
    </div>
  )
}

const write = (path: string, form?: Record<string, string>): Promise<Brand> =>
  currentClient().write(form ? 'PUT' : 'DELETE', path, (body) => readItem(Brand, body), { form })

/** Saves the logo first, so that a rejected one changes nothing. */
async function save({ logo, sections, ...fields }: Fields, saved: Brand): Promise<Brand> {
  if (logo !== saved.logo) await (logo === null ? write('/brand/logo') : write('/brand/logo', { image: logo }))
  return write('/brand', { ...fields, sections: sections.join(',') })
}

/** The fields of the brand beside a preview of the cover, which follows every change. */
function BrandEditor({ brand, onSaved }: { brand: Brand; onSaved: (brand: Brand) => void }) {
  const canWrite = useCanWrite()
  const [fields, setFields] = useState<Fields>({ ...brand, color: brand.color ?? '' })
  const { form, busy, fieldError, failure, refuse, clear, submit } = useSubmit(async (given: Fields) => {
    onSaved(await save(given, brand))
    showToast({ text: words.saved, tone: 'good' })
  })
  const problem = failure('image', 'name', 'color', 'intro', 'footer')
  const set = (change: Partial<Fields>) => {
    clear()
    setFields({ ...fields, ...change })
  }
  const color = isColor(fields.color) ? fields.color.toLowerCase() : null
  const readLogo = async (file: File | undefined) => {
    if (!file) return
    if (file.size > maxLogoBytes) return refuse('image', messageOf(LogoForm, { field: 'image', code: 'too_long' }))
    if (!/^image\/(png|jpeg|svg\+xml)$/.test(file.type))
      return refuse('image', messageOf(LogoForm, { field: 'image', code: 'invalid_image' }))
    set({ logo: await dataUrlOf(file) })
  }
  return (
    <div className={styles.columns}>
      <Card>
        <form
          ref={form}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (fields.color !== '' && !color)
              return refuse('color', messageOf(BrandForm, { field: 'color', code: 'invalid_color' }))
            submit(fields)
          }}
        >
          {!canWrite && <Notice tone="info">{words.readOnly}</Notice>}
          <LogoField
            logo={fields.logo}
            error={fieldError('image')}
            onChoose={(file) => void readLogo(file)}
            onRemove={() => set({ logo: null })}
          />
          <Field label={words.name} hint={words.nameHint} error={fieldError('name')}>
            {(aria) => (
              <TextInput
                {...aria}
                autoComplete="organization"
                value={fields.name}
                onChange={({ target }) => set({ name: target.value })}
              />
            )}
          </Field>
          <ColorField
            text={fields.color}
            color={color}
            error={fieldError('color')}
            onChange={(text) => set({ color: text })}
          />
          {(['intro', 'footer'] as const).map((name) => (
            <Field key={name} label={words[name]} hint={words[`${name}Hint`]} error={fieldError(name)}>
              {(aria) => (
                <TextInput {...aria} value={fields[name]} onChange={({ target }) => set({ [name]: target.value })} />
              )}
            </Field>
          ))}
          <SectionChoice sections={fields.sections} onChange={(sections) => set({ sections })} />
          <PaperChoice paper={fields.paper} onChange={(paper) => set({ paper })} />
          {problem && (
            <Notice role="alert" tone="bad">
              {problem}
            </Notice>
          )}
          {canWrite && (
            <Button type="submit" variant="main" busy={busy}>
              {words.save}
            </Button>
          )}
        </form>
      </Card>
      <Preview fields={fields} color={color} date={brand.updated_at} />
    </div>
  )
}

type LogoFieldProps = {
  logo: Fields['logo']
  error: string | undefined
  onChoose: (file: File | undefined) => void
  onRemove: () => void
}

const LogoField = ({ logo, error, onChoose, onRemove }: LogoFieldProps) => (
  <Field label={words.logo} hint={words.logoHint} error={error}>
    {(aria) => (
      <div className={styles.logo}>
        {logo && <img src={logo} alt="" />}
        <input
          {...aria}
          type="file"
          accept="image/png,image/jpeg,image/svg+xml"
          onChange={({ target }) => onChoose(target.files?.[0])}
        />
        {logo && (
          <Button size="s" onClick={onRemove}>
            {words.removeLogo}
          </Button>
        )}
      </div>
    )}
  </Field>
)

type ColorFieldProps = {
  text: string
  /** The colour that `text` names; null if it names none. */
  color: string | null
  error: string | undefined
  onChange: (text: string) => void
}

/** A colour to type or pick, and how readable text on it and in it is. */
const ColorField = ({ text, color, error, onChange }: ColorFieldProps) => (
  <>
    <Field label={words.color} hint={words.colorHint} error={error}>
      {(aria) => (
        <div className={styles.color}>
          <TextInput {...aria} value={text} onChange={({ target }) => onChange(target.value)} />
          <input
            type="color"
            aria-label={words.pick}
            value={color ?? '#16181d'}
            onChange={({ target }) => onChange(target.value)}
          />
        </div>
      )}
    </Field>
    {color && (
      <p className={styles.hint} role="status">
        {words.contrast(textOn(color), contrastOf(color, textOn(color)))}{' '}
        {isReadable(color) ? words.asText : words.fillsOnly(contrastOf(color, '#ffffff'))}
      </p>
    )}
  </>
)

type SectionChoiceProps = { sections: Fields['sections']; onChange: (sections: DocumentSection[]) => void }

const SectionChoice = ({ sections, onChange }: SectionChoiceProps) => (
  <fieldset className={styles.choices}>
    <legend>{words.sections}</legend>
    {documentSections.map((section) => (
      <Checkbox
        key={section}
        label={words.sectionNames[section]}
        checked={sections.includes(section)}
        onChange={({ target }) =>
          onChange(documentSections.filter((one) => (one === section ? target.checked : sections.includes(one))))
        }
      />
    ))}
  </fieldset>
)

type PaperChoiceProps = { paper: Fields['paper']; onChange: (paper: Fields['paper']) => void }

const PaperChoice = ({ paper, onChange }: PaperChoiceProps) => (
  <div className={styles.paperSize}>
    <span aria-hidden="true">{words.paper}</span>
    <Segments
      legend={words.paper}
      name={useId()}
      value={paper}
      options={paperSizes.map((value) => ({ value, label: words.papers[value] }))}
      onChange={onChange}
    />
  </div>
)

type PreviewProps = { fields: Fields; color: string | null; date: Brand['updated_at'] }

/** The cover of a sample report with the brand as it is in the form. */
function Preview({ fields, color, date }: PreviewProps) {
  const id = useId()
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <h2 id={id}>{words.preview}</h2>
      <div className={styles.paper} style={brandStyle({ color })}>
        <Cover
          heading="h2"
          brand={fields}
          title={documentWords.titles.report}
          subject={words.sample}
          date={date ?? new Date().toISOString()}
        >
          {fields.intro && <p>{fields.intro}</p>}
        </Cover>
      </div>
    </section>
  )
}
