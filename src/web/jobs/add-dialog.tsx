import { type ReactNode, useId, useState } from 'react'
import { fieldsOf } from '#contract/forms/form.ts'
import { SitemapDraft } from '#contract/forms/job-form.ts'
import { isSitemapUrl } from '#contract/jobs/url-list.ts'
import type { AnalyseSource } from '#web/data/analyse-request.ts'
import { TextField } from '#web/forms/fields.tsx'
import { type RenderChoice, RenderOptions } from '#web/forms/render-field.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { clientField, useNewWebsiteClient } from '#web/resources/new-website-client.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segments } from '#web/ui/inputs.tsx'
import { CrawlForm } from './crawl-form.tsx'
import { ListForm } from './list-form.tsx'
import { RedirectsForm } from './redirects-form.tsx'
import { SourceForm, type SourceFormProps } from './source-form.tsx'
import { startJob } from './start-job.ts'
import { addWords as words } from './words.ts'

const sources: AnalyseSource[] = ['page', 'list', 'sitemap', 'crawl', 'redirects']
const withoutJobs: AnalyseSource[] = ['page', 'list']

type AddDialogProps = {
  wanted: AnalyseSource
  onSource: (source: AnalyseSource) => void
  /** Text or one URL, with which each form starts. */
  given: string
  /** The form of one page. */
  page: ReactNode
  hasJobs: boolean
  onClose: () => void
}

/** Asks for what to analyse: a page, a list of URLs, a sitemap, the start of a crawl, or a redirect map. */
export function AddDialog({ wanted, onSource, given, page, hasJobs, onClose }: AddDialogProps) {
  const id = useId()
  const offered = hasJobs ? sources : withoutJobs
  // The server can describe itself after the dialog has opened.
  const source = offered.includes(wanted) ? wanted : 'list'
  // Those that were opened stay, so that nothing typed is lost by a look at another one.
  const [opened, setOpened] = useState<readonly AnalyseSource[]>([source])
  if (!opened.includes(source)) setOpened([...opened, source])
  const isUnread = !hasJobs && isSitemapUrl(given)
  const form: SourceFormProps = { given: isUnread ? '' : given, hasJobs, onClose }
  const forms: Record<AnalyseSource, ReactNode> = {
    page,
    list: <ListForm {...form} />,
    sitemap: <SitemapForm {...form} />,
    crawl: <CrawlForm {...form} />,
    redirects: <RedirectsForm {...form} />,
  }
  return (
    <Dialog open size="tabbed" title={words.title} onClose={onClose}>
      <Segments
        legend={words.source}
        name={id}
        value={source}
        options={offered.map((value) => ({ value, label: words.sources[value] }))}
        onChange={onSource}
      />
      {isUnread && source === 'list' && <p className="muted small">{words.needsJobs}</p>}
      {opened.map((one) => (
        <div key={one} hidden={one !== source}>
          {forms[one]}
        </div>
      ))}
    </Dialog>
  )
}

/** Asks for the URL of a sitemap. */
function SitemapForm({ given, onClose }: SourceFormProps) {
  const form = useContractForm({
    schema: SitemapDraft,
    draft: 'analyse-sitemap',
    values: { sitemap: isSitemapUrl(given) ? given.trim() : '', render: '' as RenderChoice },
    async submit({ sitemap, render }, signal) {
      if (!client.check()) return
      const fields = fieldsOf({ sitemap: sitemap.href, render, ...clientField(client.clientId) })
      await startJob({ form: fields, guesses: [], count: null }, signal)
      onClose()
    },
  })
  const client = useNewWebsiteClient(form.values.sitemap)
  return (
    <SourceForm form={form} submit={words.analyseSitemap} onClose={onClose}>
      <TextField
        field={form.field('sitemap')}
        data-autofocus
        icon="globe"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
      {client.field}
      <RenderOptions field={form.field('render')} />
    </SourceForm>
  )
}
