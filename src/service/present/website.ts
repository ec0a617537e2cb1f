import type { Website } from '#contract/websites/website.ts'
import type { WebsiteRecord } from '#service/store/websites/websites.ts'

export function presentWebsite(website: WebsiteRecord): Website {
  return {
    id: website.id,
    domain: website.domain,
    privacy: website.privacy,
    has_password: website.password_hash !== null,
    findable: website.findable === 1,
    reports_count: website.reports_count,
    reports_avg_score: withTwoDecimals(website.average_score),
    pages_count: website.pages_count,
    pages_avg_score: withTwoDecimals(website.pages_average),
    pages_good: website.pages_good,
    pages_decent: website.pages_decent,
    pages_bad: website.pages_bad,
    pages_blocked: website.pages_blocked,
    created_at: website.created_at,
    updated_at: website.updated_at,
  }
}

export function withTwoDecimals(average: number): number
export function withTwoDecimals(average: number | null): number | null
export function withTwoDecimals(average: number | null) {
  return average === null ? null : Math.round(average * 100) / 100
}
