import type { Website } from '#contract/websites/website.ts'
import type { WebsiteRecord } from '#service/store/websites/websites.ts'

export function presentWebsite(website: WebsiteRecord): Website {
  return {
    id: website.id,
    domain: website.domain,
    privacy: website.privacy,
    has_password: website.passwordHash !== null,
    findable: website.findable === 1,
    reports_count: website.reportsCount,
    reports_avg_score: withTwoDecimals(website.averageScore),
    pages_count: website.pagesCount,
    pages_avg_score: withTwoDecimals(website.pagesAverage),
    pages_good: website.pagesGood,
    pages_decent: website.pagesDecent,
    pages_bad: website.pagesBad,
    pages_blocked: website.pagesBlocked,
    created_at: website.createdAt,
    updated_at: website.updatedAt,
  }
}

export function withTwoDecimals(average: number): number
export function withTwoDecimals(average: number | null): number | null
export function withTwoDecimals(average: number | null) {
  return average === null ? null : Math.round(average * 100) / 100
}
