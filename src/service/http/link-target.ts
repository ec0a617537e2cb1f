import type { Kysely } from 'kysely'
import type { LinkTarget } from '#contract/forms/link-form.ts'
import type { LinkMode } from '#contract/links.ts'
import { reportListParams, websiteListParams } from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'
import type { ViewList } from '#contract/views.ts'
import { titleOfView } from '#service/present/link.ts'
import { presentReport } from '#service/present/report.ts'
import type { NewLink } from '#service/store/links.ts'
import { findReport, findWholeReport, previousScoreOf } from '#service/store/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { findWebsite } from '#service/store/websites.ts'
import { unprocessable } from './problem.ts'

type Content = Pick<NewLink, 'reportId' | 'websiteId' | 'list' | 'query' | 'title' | 'frozen'>

const all = { kind: 'all' } as const
const none = { reportId: null, websiteId: null, list: null, query: null, frozen: null }

/** Returns what a new share link shows, for a frozen one with its content. Throws a 422 when the target does not exist. */
export async function contentOf(db: Kysely<Schema>, target: LinkTarget, mode: LinkMode): Promise<Content> {
  if (target.kind === 'view') return contentOfView(db, target.list, target.query)
  if (target.kind === 'website') {
    const website = await findWebsite(db, target.website_id)
    if (!website) throw missing('website_id', `There is no website ${target.website_id}.`)
    return { ...none, websiteId: website.id, title: website.domain }
  }
  const { report_id: id } = target
  if (mode === 'frozen') return contentOfFrozen(db, id)
  const report = await findReport(db, id, all)
  if (!report) throw missing('report_id', `There is no report ${id}.`)
  return { ...none, reportId: report.id, websiteId: report.websiteId, title: report.url }
}

async function contentOfFrozen(db: Kysely<Schema>, id: number): Promise<Content> {
  const report = await findWholeReport(db, id, all)
  if (!report) throw missing('report_id', `There is no report ${id}.`)
  const { record, payload } = report
  const frozen = presentReport({ ...record, previousScore: await previousScoreOf(db, record) }, payload)
  return { ...none, reportId: record.id, websiteId: record.websiteId, title: record.url, frozen }
}

async function contentOfView(db: Kysely<Schema>, list: ViewList, query: string): Promise<Content> {
  const search = new URLSearchParams(query)
  if (list === 'websites')
    return { ...none, list, query, title: titleOfView(list, readQuery(websiteListParams, search).query) }
  const filters = readQuery(reportListParams, search).query
  const { website_id: websiteId } = filters
  const website = websiteId === null ? undefined : await findWebsite(db, websiteId)
  if (websiteId !== null && !website) throw missing('query', `There is no website ${websiteId}.`)
  return { ...none, list, query, websiteId, title: titleOfView(list, { ...filters, domain: website?.domain }) }
}

const missing = (field: string, sentence: string) => unprocessable([{ field, code: 'not_found', sentence }])
