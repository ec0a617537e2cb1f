import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CrawlDraft } from '#contract/forms/job-form.ts'
import { defaultCrawlPages } from '#contract/jobs/job.ts'
import { hasSeveralUrls, withScheme } from '#contract/jobs/url-list.ts'
import { domainOf } from '#contract/websites/website.ts'
import { TextAreaField, TextField } from '#web/forms/fields.tsx'
import { type RenderChoice, RenderField } from '#web/forms/render-field.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { clientField, useNewWebsiteClient } from '#web/resources/new-website-client.tsx'
import { Button } from '#web/ui/button.tsx'
import { ignorableParametersQuery } from './queries.ts'
import { SourceForm, type SourceFormProps } from './source-form.tsx'
import { startJob } from './start-job.ts'
import { addWords as words } from './words.ts'
import styles from './add.module.css'

const namesIn = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/** Asks for a crawl's start and limits. */
export function CrawlForm({ given, onClose }: SourceFormProps) {
  const start = /\s/.test(given.trim()) || hasSeveralUrls(given) ? '' : given.trim()
  const form = useContractForm({
    schema: CrawlDraft,
    draft: 'analyse-crawl',
    values: {
      crawl: start,
      max_pages: `${defaultCrawlPages}`,
      max_depth: '',
      speed: '',
      max_per_folder: '',
      ignore_parameters: '',
      include: '',
      exclude: '',
      render: '' as RenderChoice,
    },
    async submit({ crawl }, signal) {
      if (!client.check()) return
      const filled = Object.entries({ ...form.values, crawl: crawl.href }).filter(([, text]) => text.trim() !== '')
      const fields = { ...Object.fromEntries(filled), ...clientField(client.clientId) }
      await startJob({ form: fields, guesses: [], count: null }, signal)
      onClose()
    },
  })
  const client = useNewWebsiteClient(form.values.crawl)
  const [typed, setTyped] = useState(form.values.crawl)
  const url = URL.parse(withScheme(typed))
  const { data: suggested = [] } = useQuery(ignorableParametersQuery(url && domainOf(url)))
  const ignored = form.field('ignore_parameters')
  const isIgnored = (name: string) => namesIn(ignored.value).includes(name)
  const suggestions = suggested.filter((name) => !isIgnored(name))
  const [include, exclude] = [form.field('include'), form.field('exclude')]
  const [speed, perFolder] = [form.field('speed'), form.field('max_per_folder')]
  const hasLimits = [include, exclude, speed, perFolder, ignored].some(({ error, value }) => error || value !== '')
  return (
    <SourceForm form={form} submit={words.startCrawl} onClose={onClose}>
      <TextField
        field={form.field('crawl')}
        data-autofocus
        icon="globe"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        onFocus={(event) => {
          const input = event.currentTarget
          input.addEventListener('blur', () => setTyped(input.value), { once: true })
        }}
      />
      {client.field}
      <div className="grid roomy fitted">
        <TextField field={form.field('max_pages')} inputMode="numeric" />
        <TextField field={form.field('max_depth')} inputMode="numeric" />
      </div>
      {suggestions.length > 0 && (
        <div role="group" className="cluster" aria-label={words.suggestions}>
          <p className="muted small">{words.suggestions}</p>
          {suggestions.map((name) => (
            <Button
              key={name}
              size="s"
              icon="plus"
              onClick={() => ignored.set([...namesIn(ignored.value), name].join('\n'))}
            >
              {words.ignore(name)}
            </Button>
          ))}
        </div>
      )}
      <details className="reveal" open={hasLimits || undefined}>
        <summary className="medium small">{words.limits}</summary>
        <div className="grid roomy fitted">
          <TextField field={speed} inputMode="decimal" />
          <TextField field={perFolder} inputMode="numeric" />
          <TextAreaField field={include} className={styles.area} rows={2} />
          <TextAreaField field={exclude} className={styles.area} rows={2} />
        </div>
        <TextAreaField field={ignored} className={styles.area} rows={2} />
        <RenderField field={form.field('render')} />
      </details>
    </SourceForm>
  )
}
