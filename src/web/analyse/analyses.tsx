import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isSitemapUrl } from '#contract/jobs/url-list.ts'
import { type AnalyseRequests, AnalyseRequestsContext } from '#web/data/analyse-request.ts'
import { ApiError } from '#web/data/api-error.ts'
import { useOwnService } from '#web/data/service.ts'
import { watchPerson } from '#web/data/session.ts'
import { type Analyses, analyseInTurn, change, editUrl, openDialog, restoreAnalyses, submit } from './run-analyses.ts'

/** Loads what starts jobs, as the tray does after the page. */
async function startJobOf(analyses: Analyses, urls: readonly string[]) {
  const file = await import('#web/jobs/start-job.ts').catch(() => null)
  if (file) file.runJobOf(urls)
  else change(analyses, { problem: new ApiError('network') })
}

/** A file that is dropped on the form of a redirect map is one. */
function sourceOf(analyses: Analyses, text: string) {
  if (analyses.state.get().dialog?.source === 'redirects') return 'redirects'
  return isSitemapUrl(text) ? 'sitemap' : 'list'
}

const AnalysesContext = createContext<Analyses | null>(null)

/** The analyses of this tab, for the parts that show them. */
export function useAnalyses(): Analyses {
  const analyses = use(AnalysesContext)
  if (!analyses) throw new Error('The page is outside of AnalysesProvider.')
  return analyses
}

/** Keeps the analyses of this tab while its pages change. */
export function AnalysesProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const [analyses] = useState(() => restoreAnalyses((path, options) => void navigate(path, options)))
  // No typed text must remain for another person.
  useEffect(
    () => watchPerson((before) => before && change(analyses, { draft: '', queue: [], problem: null, dialog: null })),
    [analyses],
  )
  const hasJobs = useOwnService() === true
  const requests = useMemo(
    (): AnalyseRequests => ({
      editUrl: (url) => editUrl(analyses, url),
      analyse: (url) => submit(analyses, url),
      analyseInTurn: (urls) => analyseInTurn(analyses, urls),
      openAddDialog: (text) => openDialog(analyses, sourceOf(analyses, text), text),
      openCrawlDialog: (url) => openDialog(analyses, 'crawl', url),
      startJobOf: hasJobs ? (urls) => void startJobOf(analyses, urls) : null,
    }),
    [analyses, hasJobs],
  )
  return (
    <AnalysesContext value={analyses}>
      <AnalyseRequestsContext value={requests}>{children}</AnalyseRequestsContext>
    </AnalysesContext>
  )
}
