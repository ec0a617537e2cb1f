import { createContext, use } from 'react'

/** What every page can request of the field in the top bar, of the dialog for many pages and of the tray of jobs. */
export type AnalyseRequests = {
  /**
   * Puts `url` into the field of the top bar and focuses it, so that it can be edited or submitted; '' only focuses it.
   */
  editUrl: (url: string) => void
  /** Analyses `url` at once, through the field of the top bar. */
  analyse: (url: string) => void
  /** Analyses `urls` one after the other, through the field of the top bar, while this tab is open. */
  analyseInTurn: (urls: readonly string[]) => void
  /** Opens the dialog for many pages with a text or a URL. */
  openAddDialog: (text: string) => void
  /** Opens the dialog for many pages at a crawl that starts at `url`. */
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
