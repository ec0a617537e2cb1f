import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { todayInUtc } from '#contract/format/days.ts'
import { type FindingChange, FindingForm } from '#contract/forms/waiver-forms.ts'
import type { PageFinding } from '#contract/reports/page-findings.ts'
import type { ItemEnvelope } from '#contract/responses/envelope.ts'
import { scopeOf } from '#service/access/policy.ts'
import { isCheck } from '#service/present/check-names.ts'
import { presentFinding } from '#service/present/waivers.ts'
import { type FindingPage, findPageOfReport, hasIssue, setFindingState } from '#service/store/pages/finding-states.ts'
import { createWaiver, removeWaiver, waiversOfPage } from '#service/store/pages/waivers.ts'
import { findReport } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { lockWebsite } from '#service/store/websites/website-counters.ts'
import { readBody } from '../body.ts'
import type { HttpDeps } from '../deps.ts'
import { findingSentences } from '../form-sentences.ts'
import { notFound, Problem, waiverProblem } from '../problem.ts'
import { idIn, keyNameOf } from '../request.ts'
import { findingsOfPage } from '../responses/findings.ts'

/** Declares the status and owner of findings. They belong to the page, so all of its reports show them. */
export function findingRoutes(app: FastifyInstance, { store: { db }, identify, audit }: HttpDeps) {
  async function pageOf(request: FastifyRequest): Promise<FindingPage | undefined> {
    const report = await findReport(db, idIn(request), scopeOf(request.reader))
    if (!report) throw notFound()
    return findPageOfReport(db, report.id)
  }

  app.get(
    '/api/v1/reports/:id/findings',
    identify.to('read a report'),
    async (request): Promise<{ data: PageFinding[]; status: 200 }> => {
      const page = await pageOf(request)
      return { data: page ? await findingsOfPage(db, page) : [], status: 200 }
    },
  )

  app.put(
    '/api/v1/reports/:id/findings/:check',
    identify.to('change findings'),
    async (request): Promise<ItemEnvelope<PageFinding>> => {
      const { check } = request.params as { check: string }
      const page = await pageOf(request)
      if (!page || !isCheck(check)) throw notFound()
      const change = readBody(request, FindingForm, findingSentences)
      const by = keyNameOf(request)
      await db.transaction().execute((tx) => changeFinding(tx, page, check, change, by))
      await audit.record(request, {
        action: 'finding_changed',
        object: { kind: 'report', id: idIn(request), name: page.url },
        detail: `${check}: ${describe(change)}`,
      })
      const findings = await findingsOfPage(db, page)
      const data = findings.find((one) => one.check === check) ?? presentFinding(check, undefined, [], todayInUtc())
      return { data, status: 200 }
    },
  )
}

/** `where` is the rest of the website that the waiver also covers. */
export const waivedElsewhere = (where: string) =>
  new Problem('conflict', `This issue is waived for ${where}. Remove that waiver first.`)

async function changeFinding(
  tx: Transaction<Schema>,
  page: FindingPage,
  check: string,
  change: FindingChange,
  by: string,
): Promise<void> {
  const { status, owner, reason = '', expires_on = null } = change
  if (!(await lockWebsite(tx, page.website_id))) throw notFound()
  if (!(await hasIssue(tx, page.id, check)))
    throw new Problem('conflict', `The latest report of this page has no issue with ${check}.`)
  const at = new Date().toISOString()
  const day = at.slice(0, 10)
  if (status !== undefined) {
    for (const waiver of await waiversOfPage(tx, page, day)) {
      if (waiver.check_id !== check) continue
      if (waiver.scope === 'page') await removeWaiver(tx, waiver.id)
      else if (status !== 'ignored')
        throw waivedElsewhere(waiver.scope === 'website' ? 'the whole website' : `the page group ${waiver.target}`)
    }
  }
  if (status === 'ignored') {
    const scope = { website_id: page.website_id, check_id: check, scope: 'page', target: page.url } as const
    const result = await createWaiver(tx, { ...scope, reason, author: by, created_at: at, expires_on }, day)
    if ('refused' in result) throw waiverProblem(result.refused)
  }
  const stored = status === 'ignored' ? 'open' : status
  await setFindingState(tx, page, check, { status: stored, owner: owner === '' ? null : owner, at, by })
}

function describe({ status, owner, reason }: FindingChange): string {
  const parts = [
    status?.replace('_', ' '),
    reason,
    owner === undefined ? undefined : owner === '' ? 'no owner' : `owner ${owner}`,
  ]
  return parts.filter(Boolean).join(', ')
}
