import type { Website } from '#contract/website.ts'
import type { WebsiteRecord } from '#service/store/websites.ts'

export function presentWebsite(website: WebsiteRecord): Website {
  return {
    id: website.id,
    domain: website.domain,
    privacy: website.privacy,
    has_password: website.passwordHash !== null,
    findable: website.findable === 1,
    reports_count: website.reportsCount,
    reports_avg_score: website.averageScore === null ? null : Math.round(website.averageScore * 100) / 100,
    created_at: website.createdAt,
    updated_at: website.updatedAt,
  }
}
