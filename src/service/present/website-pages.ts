import { checkCatalogue } from '#analyser/describe-checks.ts'
import type { SiteStructure } from '#contract/websites/site-structure.ts'
import type {
  DuplicateGroup,
  HistoryDay,
  Inlinks,
  MovedWebsite,
  Overview,
  PageGroup,
  WebsiteIssue,
} from '#contract/websites/website-pages.ts'
import type { BrokenLink } from '#service/store/pages/page-links.ts'
import type { Moved, OverviewRecord } from '#service/store/websites/overview.ts'
import type { StructureOfWebsite } from '#service/store/websites/site-structure.ts'
import type { DayOfWebsite, Duplicates, GroupOfPages, IssueOfWebsite } from '#service/store/websites/website-issues.ts'
import { nameOfCheck } from './check-names.ts'
import { withTwoDecimals } from './website.ts'

const checks = new Map(checkCatalogue().map((check) => [check.id, check]))

export function presentIssue(
  { check, pages, waived_pages, points, sample, causes }: IssueOfWebsite,
  links: readonly BrokenLink[] = [],
): WebsiteIssue {
  const info = checks.get(check)
  return {
    check,
    name: info?.name ?? null,
    importance: info?.importance ?? 'low',
    category: info?.category ?? null,
    pages,
    waived_pages,
    points: points / 10,
    sample: sample && presentSample(sample),
    causes: causes.map(({ key, label, pages }) => ({ key, label, pages })),
    links: links.map(({ url, pages, samples }) => ({ url, pages, samples: samples.map(presentSample) })),
  }
}

const presentSample = ({ report_id, url, title }: NonNullable<IssueOfWebsite['sample']>) => ({
  report_id,
  url,
  title,
})

export const presentDuplicates = ({ kind, pages, samples }: Duplicates): DuplicateGroup => ({
  kind,
  pages,
  samples: samples.map(presentSample),
})

export const presentStructure = ({ crawled_at, orphan_pages, deep_pages }: StructureOfWebsite): SiteStructure => ({
  crawled_at,
  orphan_pages,
  deep_pages,
})

export const presentInlinks = (
  place: { depth: number | null; orphan: 0 | 1 | null } | undefined,
  { pages, samples }: Pick<BrokenLink, 'pages' | 'samples'>,
): Inlinks => ({
  click_depth: place?.depth ?? null,
  orphan: place?.orphan === undefined || place.orphan === null ? null : place.orphan === 1,
  pages,
  samples: samples.map(presentSample),
})

export const presentGroup = ({ group, kind, pages, average, worst_check }: GroupOfPages): PageGroup => ({
  group,
  kind,
  pages,
  average: withTwoDecimals(average),
  worst_check,
  worst_check_name: nameOfCheck(worst_check),
})

export const presentDay = ({ day, pages, average, good, decent, bad }: DayOfWebsite): HistoryDay => ({
  date: day,
  pages,
  average: withTwoDecimals(average),
  good,
  decent,
  bad,
})

export function presentOverview(
  since: string,
  { changed, websites, pages, scores, rose, fell }: OverviewRecord,
): Overview {
  const { better, worse, not_indexable } = changed
  const presentCount = ({ total, totalRelation }: typeof better) => ({ count: total, relation: totalRelation })
  return {
    since,
    changed: {
      better: presentCount(better),
      worse: presentCount(worse),
      new: presentCount(changed.new),
      not_indexable: presentCount(not_indexable),
    },
    websites,
    pages: pages.all,
    good: pages.good,
    decent: pages.decent,
    bad: pages.bad,
    scores,
    rose: rose.map(presentMoved),
    fell: fell.map(presentMoved),
  }
}

const presentMoved = ({ website_id, domain, pages, average, change }: Moved): MovedWebsite => ({
  website_id,
  domain,
  pages,
  average: withTwoDecimals(average),
  change: withTwoDecimals(change),
})
