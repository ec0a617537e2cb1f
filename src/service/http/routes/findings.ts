import type { Kysely, Transaction } from 'kysely'
import { todayInUtc } from '#contract/format/dates.ts'
import { type FindingChange, FindingForm } from '#contract/forms/waiver-forms.ts'
import { itemOf, namedBody, wholeListOf } from '#contract/openapi/schemas.ts'
import { PageFinding } from '#contract/reports/findings.ts'
import { type Reader, scopeOf } from '#service/access/policy.ts'
import { isCheck } from '#service/present/check-names.ts'
import { presentFinding } from '#service/present/waivers.ts'
import type { Store } from '#service/store/database.ts'
import { type FindingPage, findPageOfReport, hasIssue, setFindingState } from '#service/store/pages/finding-states.ts'
import { createWaiver, removeWaiver, waiversOfPage } from '#service/store/pages/waivers.ts'
import { findReport } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { lockWebsite } from '#service/store/websites/website-counters.ts'
import type { AuditRecorder } from '../audit-recorder.ts'
import { notFound, Problem, waiverProblem } from '../problem.ts'
import { keyNameOf } from '../request.ts'
import { findingsOfPage } from '../responses/findings.ts'
import { keyed, keyedForm, routeUsing } from '../route.ts'

type Deps = { db: Store['db']; audit: AuditRecorder }

const route = routeUsing<Deps>()

/** The status and owner of findings. They belong to the page, so all of its reports show them. */
export const findingRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/reports/{id}/findings',
      access: 'read a report',
      id: 'listFindings',
      summary: 'List the statuses of the findings of a report’s page',
      responses: {
        200: {
          description: 'Findings with a decision, as of now.',
          schema: wholeListOf('PageFindingList', PageFinding),
        },
      },
      errors: [...keyed, 404],
    },
    async ({ params: { id }, reader }, { db }) => {
      const page = await pageOf(db, id, reader)
      return { data: page ? await findingsOfPage(db, page) : [], status: 200 }
    },
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/reports/{id}/findings/{check}',
      access: 'change findings',
      id: 'changeFinding',
      summary: 'Change the status or owner of a finding',
      description:
        'For issues of the latest report of the page. `ignored` creates a waiver of the page; any other status removes it.',
      async find({ params: { id, check }, reader }, { db }) {
        const page = await pageOf(db, id, reader)
        if (!page || !isCheck(check)) throw notFound()
        return page
      },
      form: namedBody('FindingForm', FindingForm, 'A status, an owner, or both. `ignored` needs a `reason`.'),
      example: { status: 'in_progress' },
      responses: { 200: { description: 'The finding.', schema: itemOf('PageFindingItem', PageFinding, 200) } },
      errors: [...keyedForm, 404, 409],
    },
    async ({ params: { id, check }, found: page, form, request }, { db, audit }) => {
      await db.transaction().execute((tx) => changeFinding(tx, page, check, form, keyNameOf(request)))
      await audit.record(request, {
        action: 'finding_changed',
        object: { kind: 'report', id, name: page.url },
        detail: `${check}: ${describe(form)}`,
      })
      const findings = await findingsOfPage(db, page)
      const data =
        findings.find((finding) => finding.check === check) ?? presentFinding(check, undefined, [], todayInUtc())
      return { data, status: 200 }
    },
  ),
]

async function pageOf(db: Kysely<Schema>, id: number, reader: Reader): Promise<FindingPage | undefined> {
  const report = await findReport(db, id, scopeOf(reader))
  if (!report) throw notFound()
  return findPageOfReport(db, report.id)
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
