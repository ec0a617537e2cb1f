import { createContext, use } from 'react'

/** What can be analysed. Servers without jobs have only pages and lists. */
export type AnalyseSource = 'page' | 'list' | 'sitemap' | 'crawl' | 'redirects'

/** What every page can request of the dialog that starts analyses, and of the tray of jobs. */
export type AnalyseRequests = {
  /** Opens the dialog with the URL of a page, so that it can be edited or submitted. */
  editUrl: (url: string) => void
  /** Analyses `url` at once. */
  analyse: (url: string) => void
  /** Analyses `urls` one after the other, while this tab is open. */
  analyseInTurn: (urls: readonly string[]) => void
  /** Opens the dialog with a list of URLs, or with the URL of a sitemap. */
  openAddDialog: (text: string) => void
  /** Opens the dialog at a crawl that starts at `url`. */
  openCrawlDialog: (url: string) => void
  /**
   * Analyses pages as one job, each once. The tray shows its progress, also after a reload. Null on servers without
   * jobs: they have neither crawls nor sitemaps.
   */
  startJobOf: ((urls: readonly string[]) => void) | null
}

/** `src/web/analyse/analyses.tsx` provides it to every page. */
export const AnalyseRequestsContext = createContext<AnalyseRequests | null>(null)

export function useAnalyseRequests(): AnalyseRequests {
  const requests = use(AnalyseRequestsContext)
  if (!requests) throw new Error('The page is outside of AnalysesProvider.')
  return requests
}
