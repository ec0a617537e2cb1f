import type { PageOfPath, PathComparison, WebsiteComparison } from '#contract/websites/website-comparison.ts'
import type { PageRecord } from '#service/store/lists/page-list.ts'
import type { ComparedPath, ComparedSide, Sides, WebsitesCompared } from '#service/store/websites/compare-websites.ts'
import { nameOfCheck } from './check-names.ts'
import { presentPage } from './website-page.ts'

export function presentWebsiteComparison(
  { here, there }: Sides,
  { pages, counts, settings }: Pick<WebsitesCompared, 'pages' | 'counts' | 'settings'>,
): WebsiteComparison {
  const website = ({ website: { id, domain } }: ComparedSide, count: number) => ({ id, domain, pages: count })
  return {
    here: website(here, pages.here),
    there: website(there, pages.there),
    counts,
    settings: { new: presentSettings(settings.new), fixed: presentSettings(settings.fixed) },
    is_judged_as_production: here.isJudgedAsProduction || there.isJudgedAsProduction,
  }
}

const presentSettings = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .map(([check, pages]) => ({ ...presentCheck(check), pages }))
    .toSorted((a, b) => b.pages - a.pages || (a.check < b.check ? -1 : 1))

export const presentComparedPath = ({
  path,
  kind,
  here,
  there,
  unread,
  differences,
  newIssues,
  fixedIssues,
}: ComparedPath): PathComparison => ({
  path,
  kind,
  here: here && presentPageOfPath(here),
  there: there && presentPageOfPath(there),
  unread,
  differences,
  new_issues: newIssues.map(presentCheck),
  fixed_issues: fixedIssues.map(presentCheck),
})

const presentCheck = (check: string) => ({ check, name: nameOfCheck(check) })

function presentPageOfPath(page: PageRecord): PageOfPath {
  const { url, status, redirects_to, indexability, reason, canonical, title, description, score, result } = presentPage(
    page,
    false,
  )
  const { h1, words, issues, analysed_at } = page
  return {
    report_id: page.report_id ?? 0,
    url,
    status,
    redirects_to,
    indexability,
    reason,
    canonical,
    title,
    description,
    h1,
    words,
    issues,
    score,
    result,
    analysed_at,
  }
}
