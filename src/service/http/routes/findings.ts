import type { Kysely } from 'kysely'
import { todayInUtc } from '#contract/format/dates.ts'
import { counted } from '#contract/format/numbers.ts'
import { type FindingChange, FindingForm, PageFindingsForm } from '#contract/forms/waiver-forms.ts'
import { itemOf, namedBody, wholeListOf } from '#contract/openapi/schemas.ts'
import { FindingChanges, maxFindingPages, PageFinding } from '#contract/reports/findings.ts'
import { type Reader, scopeOf } from '#service/access/policy.ts'
import { isCheck } from '#service/present/check-names.ts'
import { presentFinding } from '#service/present/waivers.ts'
import type { Store } from '#service/store/database.ts'
import { type FindingPage, findPageOfReport, withIssue } from '#service/store/pages/finding-states.ts'
import { findReport } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { auditedWebsite, type AuditRecorder } from '../audit-recorder.ts'
import { notFound, Problem } from '../problem.ts'
import { keyNameOf } from '../request.ts'
import { changeFindings, pagesWithIssue } from '../responses/change-findings.ts'
import { findingsOfPage } from '../responses/findings.ts'
import { keyed, keyedForm, routeUsing } from '../route.ts'
import { visibleWebsite } from './website-pages.ts'

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
      const issue = { website_id: page.website_id, check }
      await db.transaction().execute(async (tx) => {
        if (!(await withIssue(tx, [page.id], check)).has(page.id))
          throw new Problem('conflict', `The latest report of this page has no issue with ${check}.`)
        await changeFindings(tx, issue, [page], form, keyNameOf(request))
      })
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

  route(
    {
      method: 'PUT',
      path: '/api/v1/websites/{id}/findings/{check}',
      access: 'change findings',
      id: 'changeFindings',
      summary: `Change the status or owner of an issue on up to ${maxFindingPages} pages of a website`,
      description:
        'All pages or none. `ids` are IDs of pages with the issue. `ignored` creates a waiver of each page; any other status removes it.',
      async find({ params: { id, check }, reader }, { db }) {
        const website = await visibleWebsite(db, id, reader)
        if (!isCheck(check)) throw notFound()
        return website
      },
      form: namedBody('PageFindingsForm', PageFindingsForm, 'A status, an owner, or both. `ignored` needs a `reason`.'),
      repeatable: { lists: ['ids'] },
      example: { ids: '1', status: 'in_progress' },
      responses: { 200: { description: 'The number of pages, and how they were.', schema: FindingChanges } },
      errors: [...keyedForm, 404, 409],
    },
    async ({ params: { check }, found: website, form, request }, { db, audit }) => {
      const issue = { website_id: website.id, check }
      const { ids, ...change } = form
      const before = await db.transaction().execute(async (tx) => {
        const pages = await pagesWithIssue(tx, issue, ids)
        return changeFindings(tx, issue, pages, change, keyNameOf(request))
      })
      await audit.record(request, {
        action: 'finding_changed',
        object: auditedWebsite(website),
        detail: `${check} on ${counted(ids.length, 'page')}: ${describe(change)}`,
      })
      return { pages: ids.length, before, status: 200 }
    },
  ),
]

async function pageOf(db: Kysely<Schema>, id: number, reader: Reader): Promise<FindingPage | undefined> {
  const report = await findReport(db, id, scopeOf(reader))
  if (!report) throw notFound()
  return findPageOfReport(db, report.id)
}

function describe({ status, owner, reason }: FindingChange): string {
  const parts = [
    status?.replace('_', ' '),
    reason,
    owner === undefined ? undefined : owner === '' ? 'no owner' : `owner ${owner}`,
  ]
  return parts.filter(Boolean).join(', ')
}
