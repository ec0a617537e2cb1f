import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Logger } from 'pino'
import { grouped } from '#contract/format/numbers.ts'
import { BulkDeleteForm, NewReportForm } from '#contract/forms/report-forms.ts'
import { newerThanParams, reportListParams, shownParams } from '#contract/lists/list-query.ts'
import { described, newerThan, paging, prefer, reportFilter, shown } from '#contract/openapi/parameters.ts'
import { reportDeletionExample, ReportItem, ReportList, reportListExample } from '#contract/openapi/reports.ts'
import { deletionOf, itemOf, namedBody } from '#contract/openapi/schemas.ts'
import { Comparison, PageHistory } from '#contract/reports/comparison.ts'
import { Neighbours, Report } from '#contract/reports/report.ts'
import { BulkDeleteResponse, type DeleteOutcome, maxBulkBody, maxBulkIds } from '#contract/responses/envelope.ts'
import { Inlinks } from '#contract/websites/website-pages.ts'
import { canSeeDeletions, type Reader, scopeOf } from '#service/access/policy.ts'
import { readPageUrl } from '#service/fetcher/page-url.ts'
import { presentInlinks } from '#service/present/website.ts'
import type { Store } from '#service/store/database.ts'
import { positionInList } from '#service/store/lists/neighbours.ts'
import { reportsAmong } from '#service/store/lists/report-list.ts'
import { findInlinks } from '#service/store/pages/page-links.ts'
import {
  deleteReport,
  latestReportOfSameUrl,
  setDeletionEntry,
  urlOfDeletedReport,
} from '#service/store/reports/deleted-reports.ts'
import { findReport } from '#service/store/reports/reports.ts'
import { findCrawlPosition } from '#service/store/websites/site-structure.ts'
import { problemOf } from '../errors.ts'
import type { Identify } from '../identify.ts'
import { clientOrRightsGone } from '../long-responses.ts'
import { acceptedJob, renderModeOf, repeatedJob } from '../new-job.ts'
import { createReportLater, createReportNow, locationOfReport, type NewReportDeps } from '../new-report.ts'
import { clientIdOf } from '../permits.ts'
import { notFound } from '../problem.ts'
import { acceptsEvents, prefersAsync } from '../request.ts'
import { analysisEvents, failureOf, sendEvents } from '../responses/events.ts'
import { withDeleted } from '../responses/lists.ts'
import { comparisonResponse, type HistoryDeps, historyResponse } from '../responses/page-history.ts'
import { reportListResponse, reportResponse } from '../responses/reports.ts'
import { keyed, keyedForm, keyedWrite, routeUsing } from '../route.ts'

type Deps = HistoryDeps & NewReportDeps & { identify: Identify; publicUrl: string | null; log: Logger }

const route = routeUsing<Deps>()

export const historyOfReport = {
  summary: 'List the reports of the same page',
  responses: {
    200: { description: 'The reports, and the states of the issues over time.', schema: PageHistory },
  },
} as const

export const comparisonOfReports = {
  summary: 'Compare two reports of the same page',
  description: '`other` is another report of the same URL or, with a key, of the same path of another website.',
  responses: {
    200: {
      description: 'What changed, and the causes of the score difference.',
      schema: itemOf('ComparisonItem', Comparison, 200),
    },
  },
} as const

/** The operations on reports, first those of the specification. */
export const reportRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/reports',
      access: 'list reports',
      id: 'listReports',
      summary: 'List reports',
      tag: 'Reports',
      query: described(
        { ...reportListParams, ...newerThanParams, ...shownParams },
        { ...reportFilter, ...paging, ...newerThan, ...shown },
      ),
      responses: { 200: { description: 'A page of the list.', schema: ReportList, example: reportListExample } },
      errors: [...keyed, 422],
    },
    async (input, deps) => {
      const scope = scopeOf(input.reader)
      const response = await reportListResponse(input, deps, scope)
      return withDeleted(response, input.query.shown, (ids) => reportsAmong(deps.db, ids, scope))
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/reports',
      access: 'create a report',
      id: 'storeReport',
      adds: true,
      summary: 'Analyse a page',
      description:
        'Fetches and analyses the page, and returns the finished report. Each request creates a new report. Beyond the specification, `Prefer: respond-async` returns a job immediately, and `Accept: text/event-stream` returns the stages of the analysis as server-sent events, and a preview while the page is rendered.',
      tag: 'Reports',
      headers: [prefer],
      // The analysis reads the URL, so that all reasons not to analyse a page have the same sentences.
      formOfHandler: namedBody(
        'NewReport',
        NewReportForm,
        'URL of the page to analyse: http or https, without credentials. Beyond the specification, `render` says if the page is rendered in a browser: `auto` if its HTML tells too little, `always` or `never`. By default, it is the setting of the website.',
      ),
      example: { url: 'https://www.example.com/' },
      responses: {
        201: {
          description: 'The finished report.',
          schema: itemOf('NewReportItem', Report, 201),
          headers: ['Location'],
        },
        200: {
          description:
            'With `Accept: text/event-stream`, the events `stage` with its name (`waiting`, `fetching`, `rendering`, `links`, `checks`), `done` and `total`, and `preview` with the report that the HTML alone gives, as a `ReportPreview`, before the page is rendered. Then `report` with the body of the 201, or `error` with the status, body and `retry_after` of the error response.',
          type: 'text/event-stream',
        },
        202: { ...acceptedJob, headers: ['Location', 'Preference-Applied'] },
      },
      errors: [...keyedForm, 409],
      // A repeat gets JSON, even if it accepts events: there are no stages to report.
      async repeat({ id, status }, { db }, { request, reply }) {
        if (status === 202) {
          reply.header('Preference-Applied', 'respond-async')
          return repeatedJob(db, id)
        }
        const response = await reportResponse(db, Number(id), scopeOf(request.reader))
        return response && { ...response, status: 201 }
      },
    },
    async ({ fields, request, reply }, deps) => {
      const url = fields.get('url') ?? ''
      const page = { url, render: renderModeOf(fields.get('render')), clientId: clientIdOf(fields.get('client_id')) }
      if (prefersAsync(request)) return createReportLater(page, request, reply, deps)
      const closed = clientOrRightsGone(request, reply, deps)
      if (!acceptsEvents(request)) {
        const created = await createReportNow(page, request, closed, deps)
        reply.code(201).header('Location', locationOfReport(created.data.id))
        return created
      }
      readPageUrl(url)
      const events = analysisEvents(
        (listeners) => createReportNow(page, request, closed, deps, listeners),
        (error) => failureOf(problemOf(error, request, reply, deps.log), request.id),
      )
      return sendEvents(reply, events)
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/reports/{id}',
      access: 'read a report',
      id: 'showReport',
      turn: 'process',
      summary: 'Get a report',
      tag: 'Reports',
      responses: { 200: { description: 'The report.', schema: ReportItem } },
      errors: [...keyed, 404],
    },
    async ({ params: { id }, reader }, { db }) => {
      const response = await reportResponse(db, id, scopeOf(reader))
      if (!response) throw await missing(db, id, reader)
      return response
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/reports/{id}',
      access: 'delete a report',
      id: 'deleteReport',
      summary: 'Delete a report',
      tag: 'Reports',
      responses: {
        200: {
          description: 'Deleted.',
          schema: deletionOf('ReportDeletion', 'report'),
          headers: ['Restorable-Until'],
          example: reportDeletionExample,
        },
      },
      errors: [...keyedWrite, 404],
    },
    async ({ params: { id }, reader, request, reply }, { db, audit, roomForJobs }) => {
      const deletion = await deleteReport(db, id, { isRestorable: !roomForJobs.isDiskFull() })
      if (!deletion) throw await missing(db, id, reader)
      const entry = await audit.record(request, {
        action: 'report_deleted',
        object: { kind: 'report', id, name: await urlOfDeletedReport(db, id) },
      })
      if (entry !== null) await setDeletionEntry(db, entry, [id])
      if (deletion.restorable_until !== null) reply.header('Restorable-Until', deletion.restorable_until)
      return { id, object: 'report', deleted: true, status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/reports/{id}/neighbours',
      access: 'list reports',
      id: 'showNeighbours',
      summary: "Get a report's neighbours in a list",
      async find({ params: { id }, reader }, { db }) {
        const report = await findReport(db, id, scopeOf(reader))
        if (!report) throw notFound()
        return report
      },
      query: described(reportListParams, { ...reportFilter, ...paging }),
      responses: {
        200: {
          description: 'Its position, and the previous and next reports.',
          schema: itemOf('NeighboursItem', Neighbours, 200),
        },
      },
      errors: [...keyed, 404, 422],
    },
    async ({ found: report, query, reader }, { db }) => {
      const { totalRelation, ...place } = await positionInList(db, report, query, scopeOf(reader))
      return { data: { ...place, total_relation: totalRelation }, status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/reports/{id}/inlinks',
      access: 'list reports',
      id: 'showInlinks',
      turn: 'process',
      summary: "List the links to a report's page",
      responses: { 200: { description: 'The links.', schema: itemOf('InlinksItem', Inlinks, 200) } },
      errors: [...keyed, 404],
    },
    async ({ params: { id }, reader }, { db }) => {
      const report = await findReport(db, id, scopeOf(reader))
      if (!report) throw notFound()
      const position = await findCrawlPosition(db, report.page_id)
      return { data: presentInlinks(position, await findInlinks(db, report)), status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/reports/{id}/history',
      access: 'read a report',
      id: 'showHistory',
      turn: 'threads',
      ...historyOfReport,
      errors: [...keyed, 404],
    },
    async ({ params: { id }, reader }, deps) => {
      const history = await historyResponse(deps, id, scopeOf(reader))
      if (!history) throw notFound()
      return history
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/reports/{id}/compare/{other}',
      access: 'read a report',
      id: 'compareReports',
      turn: 'threads',
      ...comparisonOfReports,
      errors: [...keyed, 404, 422],
    },
    async ({ params, reader }, deps) => {
      const comparison = await comparisonResponse(deps, params, scopeOf(reader), { acrossWebsites: true })
      if (!comparison) throw notFound()
      return comparison
    },
  ),

  // Each report is deleted in its own transaction, so that other requests do not wait for all of them. All are deleted
  // even if the client disconnects.
  route(
    {
      method: 'POST',
      path: '/api/v1/bulk/reports/delete',
      access: 'delete a report',
      id: 'deleteReports',
      summary: `Delete up to ${grouped(maxBulkIds)} reports`,
      description: 'The body can be up to 64 KiB.',
      form: namedBody('BulkDelete', BulkDeleteForm, 'IDs, repeated or separated by commas.'),
      repeatable: { lists: ['ids'] },
      maxBodyBytes: maxBulkBody,
      example: { ids: '1,2' },
      responses: { 200: { description: 'One outcome per ID, in the same order.', schema: BulkDeleteResponse } },
      errors: keyedForm,
    },
    async ({ form: { ids }, reader, request }, { db, audit, roomForJobs }) => {
      const editable = new Set(await reportsAmong(db, ids, scopeOf(reader, 'edit')))
      const data: DeleteOutcome[] = []
      const ends: (string | null)[] = []
      const deletedIds = () => data.filter(({ deleted }) => deleted).map(({ id }) => id)
      try {
        for (const id of ids) {
          const deletion = editable.has(id)
            ? await deleteReport(db, id, { isRestorable: !roomForJobs.isDiskFull() })
            : undefined
          data.push(deletion ? { id, deleted: true } : { id, deleted: false, error: 'not_found' })
          if (deletion) ends.push(deletion.restorable_until)
          await yieldToEventLoop()
        }
      } finally {
        const deleted = deletedIds()
        if (deleted.length > 0) {
          const entry = await audit.record(request, {
            action: 'reports_deleted',
            object: { kind: 'reports', id: deleted.length },
            detail: deleted.join(', '),
          })
          if (entry !== null) await setDeletionEntry(db, entry, deleted)
        }
      }
      const restorable_until = ends.includes(null) ? null : (ends[0] ?? null)
      return { data, deleted: ends.length, restorable_until, status: 200 }
    },
  ),
]

/** Returns a 404 that names the latest report of the URL, if the report was deleted. */
async function missing(db: Store['db'], id: number, reader: Reader) {
  const latest = canSeeDeletions(reader) ? await latestReportOfSameUrl(db, id) : undefined
  return notFound(latest === undefined ? undefined : { same_url_report_id: latest })
}
