import type { Privacy } from '#contract/website.ts'

export type WebsiteRecord = {
  id: number
  domain: string
  privacy: Privacy
  passwordHash: string | null
  /** 1 when search engines may find it: it is public then. */
  findable: 0 | 1
  reportsCount: number
  /** Exact; null without reports. */
  averageScore: number | null
  good: number
  decent: number
  bad: number
  createdAt: string
  /** When the website's settings changed last; its reports do not move it. */
  updatedAt: string
}

/** A {@link WebsiteRecord} from `websites as w`. */
export const websiteColumns = [
  'w.id',
  'w.domain',
  'w.privacy',
  'w.password_hash as passwordHash',
  'w.findable',
  'w.reports_count as reportsCount',
  'w.average_score as averageScore',
  'w.good',
  'w.decent',
  'w.bad',
  'w.created_at as createdAt',
  'w.updated_at as updatedAt',
] as const
