import { type ComponentProps, useState } from 'react'
import { defaultCrawlPages } from '#contract/jobs/job.ts'
import { hasSeveralUrls, withScheme } from '#contract/jobs/url-list.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { SourceForm, type SourceFormProps } from './source-form.tsx'
import { startJob } from './start-job.ts'
import { addWords as words } from './words.ts'
import styles from './add.module.css'

const names = ['crawl', 'max_pages', 'max_depth', 'include', 'exclude'] as const
type Name = (typeof names)[number]

/** Asks where a crawl starts, and for its limits. */
export function CrawlForm({ given, onClose }: SourceFormProps) {
  const [typed, setTyped] = useState<Record<Name, string>>({
    crawl: /\s/.test(given.trim()) || hasSeveralUrls(given) ? '' : given.trim(),
    max_pages: `${defaultCrawlPages}`,
    max_depth: '',
    include: '',
    exclude: '',
  })
  const { busy, error, form, submit, refuse, fieldError, clear } = useSubmit(async (url: string, signal) => {
    const filled = Object.entries({ ...typed, crawl: url }).filter(([, text]) => text.trim() !== '')
    await startJob({ form: Object.fromEntries(filled), host: null, guesses: [], count: null }, signal)
    onClose()
  })
  const isShown = names.some((name) => fieldError(name))
  const input = (name: Name): ComponentProps<'input'> => ({
    autoComplete: 'off',
    value: typed[name],
    onChange: (event) => change(name, event.target.value),
  })
  function change(name: Name, text: string) {
    setTyped({ ...typed, [name]: text })
    clear()
  }
  const pattern = (name: 'include' | 'exclude') => (
    <Field label={words[name]} hint={words[`${name}Hint`]} error={fieldError(name)}>
      {(aria) => (
        <textarea
          {...aria}
          className={styles.area}
          rows={2}
          spellCheck={false}
          value={typed[name]}
          onChange={(event) => change(name, event.target.value)}
        />
      )}
    </Field>
  )
  return (
    <SourceForm
      {...{ form, busy, onClose }}
      error={isShown ? null : error}
      submit={words.startCrawl}
      onSubmit={() => (typed.crawl.trim() ? submit(withScheme(typed.crawl)) : refuse('crawl', words.crawlMissing))}
    >
      <Field label={words.crawl} hint={words.crawlHint} error={fieldError('crawl')}>
        {(aria) => (
          <TextInput
            {...aria}
            {...input('crawl')}
            icon="globe"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <div className={styles.numbers}>
        <Field label={words.maxPages} hint={words.maxPagesHint} error={fieldError('max_pages')}>
          {(aria) => <TextInput {...aria} {...input('max_pages')} inputMode="numeric" />}
        </Field>
        <Field label={words.maxDepth} hint={words.maxDepthHint} error={fieldError('max_depth')}>
          {(aria) => <TextInput {...aria} {...input('max_depth')} inputMode="numeric" />}
        </Field>
      </div>
      <details open={isShown || undefined}>
        <summary>{words.patterns}</summary>
        <div className={styles.numbers}>
          {pattern('include')}
          {pattern('exclude')}
        </div>
      </details>
    </SourceForm>
  )
}
