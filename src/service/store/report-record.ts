import type { Kysely } from 'kysely'
import type { Rating } from '#contract/rating.ts'
import type { Schema } from './schema.ts'

export type ReportRecord = {
  id: number
  websiteId: number
  domain: string
  url: string
  title: string | null
  score: number
  result: Rating
  engine: string
  ruleset: number
  /** ISO 8601, UTC. */
  createdAt: string
}

/** As a list has it. */
export type ListedReport = ReportRecord & { previousScore: number | null }

/** A {@link ReportRecord} from `reports as r` and `websites as w`. */
export const reportColumns = [
  'r.id',
  'r.website_id as websiteId',
  'w.domain',
  'r.url',
  'r.title',
  'r.score',
  'r.result',
  'r.engine',
  'r.ruleset',
  'r.created_at as createdAt',
] as const

export const reportsWithDomain = (db: Kysely<Schema>) =>
  db.selectFrom('reports as r').innerJoin('websites as w', 'w.id', 'r.website_id').select(reportColumns)
