import type { Kysely } from 'kysely'
import { todayInUtc } from '#contract/format/dates.ts'
import { counted } from '#contract/format/numbers.ts'
import { type FindingChange, FindingForm, PageFindingsForm } from '#contract/forms/waiver-forms.ts'
import { itemOf, namedBody, wholeListOf } from '#contract/openapi/schemas.ts'
import { FindingChanges, maxFindingPages, PageFinding } from '#contract/reports/findings.ts'
import { isGuest, type Reader, scopeOf } from '#service/access/policy.ts'
import { isCheck } from '#service/present/check-names.ts'
import { presentFinding } from '#service/present/waivers.ts'
import type { PersonRecord } from '#service/store/access/people.ts'
import type { Store } from '#service/store/database.ts'
import { type FindingPage, findPageOfReport, withIssue } from '#service/store/pages/finding-states.ts'
import { findReport } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { auditedWebsite, type AuditRecorder } from '../audit-recorder.ts'
import type { SendMessage } from '../messages.ts'
import { notFound, Problem } from '../problem.ts'
import { senderOf } from '../request.ts'
import { findAssignee, tellAssignee } from '../responses/assignees.ts'
import { assignWholeIssue, changeFindings, pagesWithIssue } from '../responses/change-findings.ts'
import { findingsOfPage } from '../responses/findings.ts'
import { keyed, keyedForm, routeUsing } from '../route.ts'
import { websiteIn } from './website-pages.ts'

type Deps = {
  db: Store['db']
  audit: AuditRecorder
  publicUrl: string | null
  sendMessage: SendMessage
  canMail: boolean
}

const route = routeUsing<Deps>()

const assignment = 'A status, an assignee, or both. `ignored` needs a `reason`.'

/** The status and assignee of findings. They belong to the page, so all of its reports show them. */
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
      const findings = page ? await findingsOfPage(db, page) : []
      return { data: isGuest(reader) ? findings.map(withoutTeam) : findings, status: 200 }
    },
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/reports/{id}/findings/{check}',
      access: 'change findings',
      id: 'changeFinding',
      summary: 'Change the status or assignee of a finding',
      description:
        'For issues of the latest report of the page. `ignored` creates a waiver of the page; any other status removes it.',
      async find({ params: { id, check }, reader }, { db }) {
        const page = await pageOf(db, id, reader)
        if (!page || !isCheck(check)) throw notFound()
        return page
      },
      form: namedBody('FindingForm', FindingForm, assignment),
      example: { status: 'in_progress' },
      responses: { 200: { description: 'The finding.', schema: itemOf('PageFindingItem', PageFinding, 200) } },
      errors: [...keyedForm, 404, 409],
    },
    async ({ params: { id, check }, found: page, form, request }, deps) => {
      const { db, audit } = deps
      const issue = { website_id: page.website_id, check }
      const assignee = await db.transaction().execute(async (tx) => {
        const person = await findAssignee(tx, form.assignee_id, page.website_id)
        if (!(await withIssue(tx, [page.id], check)).has(page.id))
          throw new Problem('conflict', `The latest report of this page has no issue with ${check}.`)
        await changeFindings(tx, issue, [page], form, senderOf(request).author_name)
        return person
      })
      tellAssignee(request, deps, { person: assignee, check, where: page.url, path: `/reports/${id}` })
      await audit.record(request, {
        action: 'finding_changed',
        object: { kind: 'report', id, name: page.url },
        detail: `${check}: ${describe(form, assignee)}`,
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
      summary: `Change the status or assignee of an issue on up to ${maxFindingPages} pages of a website, or assign it on all`,
      description:
        'All pages or none. `ids` are IDs of pages with the issue. Without them, `assignee_id` is set for all of its open findings. `ignored` creates a waiver of each page; any other status removes it.',
      async find({ params: { id, check } }, { db }) {
        const website = await websiteIn(db, id)
        if (!isCheck(check)) throw notFound()
        return website
      },
      form: namedBody('PageFindingsForm', PageFindingsForm, assignment),
      repeatable: { lists: ['ids'] },
      example: { ids: '1', status: 'in_progress' },
      responses: { 200: { description: 'The number of pages, and how they were.', schema: FindingChanges } },
      errors: [...keyedForm, 404, 409],
    },
    async ({ params: { check }, found: website, form, request }, deps) => {
      const { db, audit } = deps
      const issue = { website_id: website.id, check }
      const { ids, ...change } = form
      const by = senderOf(request).author_name
      const { assignee, pages, before } = await db.transaction().execute(async (tx) => {
        const assignee = await findAssignee(tx, form.assignee_id, website.id)
        if (ids === undefined)
          return { assignee, pages: await assignWholeIssue(tx, issue, form.assignee_id ?? null, by), before: [] }
        const found = await pagesWithIssue(tx, issue, ids)
        return { assignee, pages: ids.length, before: await changeFindings(tx, issue, found, change, by) }
      })
      const list = new URLSearchParams({ website_id: `${website.id}`, check, assignee: 'me' })
      const where = `${counted(pages, 'page')} of ${website.domain}`
      tellAssignee(request, deps, { person: assignee, check, where, path: `/reports?${list}` })
      await audit.record(request, {
        action: 'finding_changed',
        object: auditedWebsite(website),
        detail: `${check} on ${counted(pages, 'page')}: ${describe(change, assignee)}`,
      })
      return { pages, before, status: 200 }
    },
  ),
]

/** Guests see what is decided, and not by whom. */
const withoutTeam = ({ waiver, ...finding }: PageFinding): PageFinding => ({
  ...finding,
  owner: null,
  assignee_id: null,
  assignee_name: null,
  updated_by: null,
  waiver: waiver && { ...waiver, author: '', reason: '' },
})

async function pageOf(db: Kysely<Schema>, id: number, reader: Reader): Promise<FindingPage | undefined> {
  const report = await findReport(db, id, scopeOf(reader))
  if (!report) throw notFound()
  return findPageOfReport(db, report.id)
}

function describe({ status, owner, assignee_id, reason }: FindingChange, assignee: PersonRecord | undefined): string {
  const parts = [
    status?.replace('_', ' '),
    reason,
    owner === undefined ? undefined : owner === '' ? 'no owner' : `owner ${owner}`,
    assignee_id === undefined ? undefined : assignee ? `assigned to ${assignee.name}` : 'assigned to no one',
  ]
  return parts.filter(Boolean).join(', ')
}
