import { useId, useState } from 'react'
import { fieldsOf } from '#contract/forms/form.ts'
import { SitemapDraft } from '#contract/forms/job-form.ts'
import { isSitemapUrl } from '#contract/jobs/url-list.ts'
import { TextField } from '#web/forms/fields.tsx'
import { type RenderChoice, RenderOptions } from '#web/forms/render-field.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segments } from '#web/ui/inputs.tsx'
import { CrawlForm } from './crawl-form.tsx'
import { ListForm } from './list-form.tsx'
import { SourceForm, type SourceFormProps } from './source-form.tsx'
import { startJob } from './start-job.ts'
import { addWords as words } from './words.ts'

type Source = keyof typeof words.sources
const sources: Source[] = ['list', 'sitemap', 'crawl']
const forms = { list: ListForm, sitemap: SitemapForm, crawl: CrawlForm }

type AddDialogProps = { given: string; first?: Source | undefined; hasJobs: boolean; onClose: () => void }

/** Asks for many pages to analyse: a list of URLs, a sitemap, or the start of a crawl. `given` is text or one URL. */
export function AddDialog({ given, first, hasJobs, onClose }: AddDialogProps) {
  const id = useId()
  const isSitemap = isSitemapUrl(given)
  const [chosen, setChosen] = useState<Source>()
  // The server can describe itself after the dialog has opened.
  const source = chosen ?? first ?? (hasJobs && isSitemap ? 'sitemap' : 'list')
  // Those that were opened stay, so that nothing typed is lost by a look at another one.
  const [opened, setOpened] = useState<readonly Source[]>([source])
  if (!opened.includes(source)) setOpened([...opened, source])
  return (
    <Dialog open size="wide" title={words.title} onClose={onClose}>
      {hasJobs && (
        <Segments
          legend={words.source}
          name={id}
          value={source}
          options={sources.map((value) => ({ value, label: words.sources[value] }))}
          onChange={setChosen}
        />
      )}
      {!hasJobs && isSitemap && <p className="muted small">{words.needsJobs}</p>}
      {opened.map((one) => {
        const Form = forms[one]
        return (
          <div key={one} hidden={one !== source}>
            <Form given={!hasJobs && isSitemap ? '' : given} hasJobs={hasJobs} onClose={onClose} />
          </div>
        )
      })}
    </Dialog>
  )
}

/** Asks for the URL of a sitemap. */
function SitemapForm({ given, onClose }: SourceFormProps) {
  const form = useContractForm({
    schema: SitemapDraft,
    values: { sitemap: isSitemapUrl(given) ? given.trim() : '', render: '' as RenderChoice },
    async submit({ sitemap, render }, signal) {
      const fields = fieldsOf({ sitemap: sitemap.href, render })
      await startJob({ form: fields, guesses: [], count: null }, signal)
      onClose()
    },
  })
  return (
    <SourceForm form={form} submit={words.analyseSitemap} onClose={onClose}>
      <TextField field={form.field('sitemap')} icon="globe" inputMode="url" autoCapitalize="none" spellCheck={false} />
      <RenderOptions field={form.field('render')} />
    </SourceForm>
  )
}
