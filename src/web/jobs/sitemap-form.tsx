import { useState } from 'react'
import { isSitemapUrl, withScheme } from '#contract/jobs/url-list.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { SourceForm, type SourceFormProps } from './source-form.tsx'
import { startJob } from './start-job.ts'
import { addWords as words } from './words.ts'

/** Asks for the URL of a sitemap. */
export function SitemapForm({ given, onClose }: SourceFormProps) {
  const [sitemap, setSitemap] = useState(isSitemapUrl(given) ? given.trim() : '')
  const { busy, error, form, submit, refuse, fieldError, clear } = useSubmit(async (url: string, signal) => {
    await startJob({ form: { sitemap: url }, host: null, guesses: [], count: null }, signal)
    onClose()
  })
  const wrong = fieldError('sitemap')
  return (
    <SourceForm
      {...{ form, busy, onClose }}
      error={wrong ? null : error}
      submit={words.analyseSitemap}
      onSubmit={() => (sitemap.trim() ? submit(withScheme(sitemap)) : refuse('sitemap', words.sitemapMissing))}
    >
      <Field label={words.sitemap} hint={words.sitemapHint} error={wrong}>
        {(aria) => (
          <TextInput
            {...aria}
            icon="globe"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={sitemap}
            onChange={(event) => {
              setSitemap(event.target.value)
              clear()
            }}
          />
        )}
      </Field>
    </SourceForm>
  )
}
