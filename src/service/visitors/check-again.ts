import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageCheck } from '#contract/sharing/opened-link.ts'
import { contentDeleted, linkEnd, scopeOfLink } from '#service/access/share-links.ts'
import { auditedLink, type AuditRecorder } from '#service/http/audit-recorder.ts'
import { notFound, Problem, tooManyRequests } from '#service/http/problem.ts'
import { clientClosed } from '#service/http/request.ts'
import { sharedFindingsResponse } from '#service/http/responses/findings.ts'
import type { AnalysisQueue } from '#service/jobs/analysis-queue.ts'
import { QueueFull } from '#service/jobs/bounded-queue.ts'
import { presentPageCheck } from '#service/present/comparison.ts'
import type { Store } from '#service/store/database.ts'
import { findWholeReport, type WholeReport } from '#service/store/reports/reports.ts'
import { findChecked, returnCheck, storeCheck, takeCheck } from '#service/store/share-links/check-again.ts'
import { findLink, type LinkRecord } from '#service/store/share-links/share-links.ts'
import { hasIdentity } from '#service/store/websites/identities.ts'

type Db = Pick<Store, 'db'>
export type CheckDeps = Db & { queue: AnalysisQueue; audit: AuditRecorder }

/**
 * Analyses the page of a share link again, that URL only. The report is the next one of its page, for key holders too.
 */
export async function checkAgain(
  request: FastifyRequest,
  reply: FastifyReply,
  link: LinkRecord,
  { db, queue, audit }: CheckDeps,
): Promise<PageCheck> {
  const before = await sharedReport({ db }, link)
  // Nobody gave the URL, so the identity isn't sent over http, and without it the page can be another one.
  if (new URL(before.record.url).protocol === 'http:' && (await hasIdentity(db, before.record.website_id)))
    throw new Problem(
      'needs_https',
      'This page can’t be checked through a share link, because its URL starts with http://. Ask the sender to check it.',
    )
  const taken = await takeCheck(db, link.id)
  if ('seconds' in taken)
    throw tooManyRequests('rate_limited', 'This page was checked too often through this link.', taken.seconds)
  const analysis = queue.analyseNow(before.record.url, {
    requester: 'visitors',
    signal: clientClosed(reply),
    beforeStoring: async () => async (tx, report) => {
      const isSameWebsite = report.website_id === link.website_id
      if (isSameWebsite && (await storeCheck(tx, link.id, report.id))) return
      // The report is not stored if the link ended meanwhile.
      const now = await findLink(tx, { id: link.id })
      const end = (now && linkEnd(now)) ?? contentDeleted
      throw new Problem(end.code, end.sentence)
    },
  })
  const { record, evaluation } = await analysis.catch(async (error: unknown) => {
    if (error instanceof QueueFull) await returnCheck(db, link.id, taken.takenAt)
    throw error
  })
  await audit.record(request, {
    action: 'link_checked',
    object: auditedLink(link),
    detail: record.url,
  })
  return presentPageCheck(before, { record, payload: { evaluation } }, await waivedOf({ db }, before))
}

/** Returns the last check of a share link's page; null without one, or if its report was deleted. */
export async function lastCheck(link: LinkRecord, { db }: Db): Promise<PageCheck | null> {
  const before = await sharedReport({ db }, link)
  const id = await findChecked(db, link.id)
  const after =
    id === null ? undefined : await findWholeReport(db, id, { kind: 'website', website_id: before.record.website_id })
  return after ? presentPageCheck(before, after, await waivedOf({ db }, before)) : null
}

async function sharedReport({ db }: Db, link: LinkRecord): Promise<WholeReport> {
  const { can_check, report_id } = link
  const report = can_check && report_id !== null ? await findWholeReport(db, report_id, scopeOfLink(link)) : undefined
  if (!report) throw notFound()
  return report
}

const waivedOf = async ({ db }: Db, { record }: WholeReport) =>
  new Set((await sharedFindingsResponse(db, record.id)).data.map(({ check }) => check))
