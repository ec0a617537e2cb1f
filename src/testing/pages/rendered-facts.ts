import type { BeyondFacts, PageInBrief, RenderedFacts } from '#analyser/page-facts.ts'

const brief: PageInBrief = {
  title: 'A page',
  description: null,
  h1: [],
  canonical: null,
  robots: null,
  isNoindex: false,
  words: 300,
  links: 0,
  structured: [],
}
const none = { items: [], total: 0 }

/** Returns the facts of a page that was rendered, which changed nothing by default. */
export const renderedFacts = (given: Partial<RenderedFacts> = {}): BeyondFacts => ({
  field: null,
  renderCode: 'asked',
  rendered: {
    html: brief,
    rendered: brief,
    mainWords: 300,
    isRefresh: false,
    redirectedTo: null,
    refusedRedirect: null,
    isIdle: true,
    isOverLimit: false,
    consoleErrors: none,
    failedRequests: none,
    blockedByRobots: none,
    scriptLinks: none,
    largestElement: null,
    layoutShift: null,
    hasScreenshot: false,
    ...given,
  },
})

/** Lists links that only scripts add. */
export const scriptLinks = (...urls: string[]) => ({ items: urls.map((url) => ({ url })), total: urls.length })
