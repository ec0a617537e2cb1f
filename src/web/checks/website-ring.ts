import { categories, type CheckInfo } from '#contract/reports/analysis.ts'
import type { WebsiteIssue } from '#contract/websites/website-pages.ts'
import type { RingSegment } from '#web/ui/score-ring.tsx'
import { websiteRingWords as words } from './words.ts'

type WebsiteRing = {
  issues: readonly Pick<WebsiteIssue, 'check' | 'pages'>[]
  catalogue: readonly Pick<CheckInfo, 'id' | 'name' | 'category' | 'scored'>[]
  /** The number of the website's pages. */
  pages: number
  /** Returns the target of a check's segment. */
  hrefOf: (check: string) => string
}

/** Returns one segment per scored check: it passes, or is an issue of some pages or of at least half of them. */
export function websiteSegments({ issues, catalogue, pages, hrefOf }: WebsiteRing): RingSegment[] {
  const pagesOf = new Map(issues.map((issue) => [issue.check, issue.pages]))
  return categories.flatMap((category) =>
    catalogue
      .filter((check) => check.category === category && check.scored)
      .map(({ id, name }): RingSegment => {
        const count = pagesOf.get(id) ?? 0
        const tone = count === 0 ? 'pass' : count * 2 < pages ? 'warn' : 'fail'
        return { id, tone, group: category, label: words.segment(name ?? id, count, pages), href: hrefOf(id) }
      }),
  )
}
