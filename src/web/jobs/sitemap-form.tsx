import { SitemapDraft } from '#contract/forms/job-form.ts'
import { isSitemapUrl } from '#contract/jobs/url-list.ts'
import { TextField } from '#web/forms/fields.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { SourceForm, type SourceFormProps } from './source-form.tsx'
import { startJob } from './start-job.ts'
import { addWords as words } from './words.ts'

/** Asks for the URL of a sitemap. */
export function SitemapForm({ given, onClose }: SourceFormProps) {
  const form = useContractForm({
    schema: SitemapDraft,
    values: { sitemap: isSitemapUrl(given) ? given.trim() : '' },
    async submit({ sitemap }, signal) {
      await startJob({ form: { sitemap: sitemap.href }, host: null, guesses: [], count: null }, signal)
      onClose()
    },
  })
  return (
    <SourceForm form={form} submit={words.analyseSitemap} onClose={onClose}>
      <TextField field={form.field('sitemap')} icon="globe" inputMode="url" autoCapitalize="none" spellCheck={false} />
    </SourceForm>
  )
}
