import { CrawlDraft } from '#contract/forms/job-form.ts'
import { defaultCrawlPages } from '#contract/jobs/job.ts'
import { hasSeveralUrls } from '#contract/jobs/url-list.ts'
import { TextAreaField, TextField } from '#web/forms/fields.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { SourceForm, type SourceFormProps } from './source-form.tsx'
import { startJob } from './start-job.ts'
import { addWords as words } from './words.ts'
import styles from './add.module.css'

/** Asks for a crawl's start and limits. */
export function CrawlForm({ given, onClose }: SourceFormProps) {
  const form = useContractForm({
    schema: CrawlDraft,
    values: {
      crawl: /\s/.test(given.trim()) || hasSeveralUrls(given) ? '' : given.trim(),
      max_pages: `${defaultCrawlPages}`,
      max_depth: '',
      include: '',
      exclude: '',
    },
    async submit({ crawl }, signal) {
      const filled = Object.entries({ ...form.values, crawl: crawl.href }).filter(([, text]) => text.trim() !== '')
      await startJob({ form: Object.fromEntries(filled), host: null, guesses: [], count: null }, signal)
      onClose()
    },
  })
  const [include, exclude] = [form.field('include'), form.field('exclude')]
  return (
    <SourceForm form={form} submit={words.startCrawl} onClose={onClose}>
      <TextField field={form.field('crawl')} icon="globe" inputMode="url" autoCapitalize="none" spellCheck={false} />
      <div className={`grid roomy ${styles.numbers}`}>
        <TextField field={form.field('max_pages')} inputMode="numeric" />
        <TextField field={form.field('max_depth')} inputMode="numeric" />
      </div>
      <details open={Boolean(include.error ?? exclude.error) || undefined}>
        <summary>{words.patterns}</summary>
        <div className={`grid roomy ${styles.numbers}`}>
          <TextAreaField field={include} className={styles.area} rows={2} />
          <TextAreaField field={exclude} className={styles.area} rows={2} />
        </div>
      </details>
    </SourceForm>
  )
}
