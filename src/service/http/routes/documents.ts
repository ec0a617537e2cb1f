import { domainToUnicode } from 'node:url'
import type { FastifyRequest } from 'fastify'
import { IntroductionForm } from '#contract/forms/brand-form.ts'
import { reportListParams, websiteListParams } from '#contract/lists/list-query.ts'
import { writeQuery } from '#contract/lists/query-params.ts'
import { described, type DescribedQuery, paging, reportFilter, websiteFilter } from '#contract/openapi/parameters.ts'
import { itemOf, namedBody } from '#contract/openapi/schemas.ts'
import {
  ClientDocument,
  documentParams,
  fileNameOf,
  Introduction,
  type NamedDocument,
} from '#contract/sharing/client-document.ts'
import { type Reader, scopeOf } from '#service/access/policy.ts'
import { changeIntroduction, type Introduced } from '#service/store/introductions.ts'
import { findReport } from '#service/store/reports/reports.ts'
import { findWebsite } from '#service/store/websites/websites.ts'
import type { AuditRecorder } from '../audit-recorder.ts'
import { type Identify, writeWithKey } from '../identify.ts'
import { clientOrRightsGone } from '../long-responses.ts'
import { notFound } from '../problem.ts'
import { senderOf } from '../request.ts'
import {
  type DocumentDeps,
  documentOfReport,
  documentOfReports,
  documentOfWebsite,
  documentOfWebsites,
} from '../responses/client-documents.ts'
import { type Input, keyed, keyedForm, keyedWrite, type Params, routeUsing } from '../route.ts'
import type { TakeTurn } from '../turns.ts'

/** Makes a PDF file of a client report. Throws a `Problem` if it can't. */
export type Print = (document: ClientDocument, requester: { key: string; signal: AbortSignal }) => Promise<Buffer>

type Deps = DocumentDeps & {
  audit: AuditRecorder
  identify: Identify
  takeTurn: TakeTurn
  print: Print
}

const route = routeUsing<Deps>()

export const documentItem = {
  200: { description: 'The client report.', schema: itemOf('ClientDocumentItem', ClientDocument, 200) },
} as const

const introductionItem = itemOf('IntroductionItem', Introduction, 200)

export const comparedWith = described(documentParams, {
  compare: 'An earlier report of the same URL. By default, the one before.',
})

type Document<Path extends string, Query extends object> = {
  path: Path
  id: string
  /** The name of the operation that returns the PDF file. */
  printId: string
  /** Its subject: "Get the client report of …". */
  of: string
  /** Throws a 404, before the query is read. */
  find?(given: { params: Params<Path>; reader: Reader }, deps: Deps): Promise<void>
  query?: DescribedQuery<Query>
  load(input: Input<Path, Query, undefined>, deps: Deps): Promise<ClientDocument | undefined>
}

/** Returns the two routes of a client report: as JSON, and as a PDF file. */
const documentAndPdf = <const Path extends string, Query extends object = object>({
  path,
  id,
  printId,
  of,
  find,
  query,
  load,
}: Document<Path, Query>) => [
  route(
    {
      method: 'GET',
      path,
      access: 'read a report',
      id,
      summary: `Get the client report of ${of}`,
      ...(find && { find }),
      ...(query && { query }),
      responses: documentItem,
      errors: [...keyed, 404, 422],
    },
    async (input, deps) => {
      const data = await deps.takeTurn('threads', input.request, input.reply, () => load(input, deps))
      if (!data) throw notFound()
      return { data, status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: `${path}.pdf`,
      access: 'read a report',
      id: printId,
      summary: `Get the client report of ${of} as a PDF file`,
      find: async ({ params, reader }, deps) => find?.({ params: params as Params<Path>, reader }, deps),
      ...(query && { query }),
      responses: { 200: { description: 'A PDF file.', type: 'application/pdf', headers: ['Content-Disposition'] } },
      errors: [...keyed, 404, 422, 501],
    },
    async (input, deps) => {
      const { request, reply } = input
      const document = await deps.takeTurn('threads', request, reply, () =>
        load(input as Input<Path, Query, undefined>, deps),
      )
      if (!document) throw notFound()
      const file = await deps.print(document, {
        key: senderOf(request).author_id,
        signal: clientOrRightsGone(request, reply, deps),
      })
      reply.header('Cache-Control', 'private, no-cache').header('Content-Disposition', attachmentNamed(document))
      return reply.type('application/pdf').send(file)
    },
  ),
]

type IntroductionRoute<Path extends string> = {
  path: Path
  table: Introduced['table']
  /** The names of the operations that set it and remove it. */
  ids: readonly [set: string, remove: string]
  of: string
  /** Returns the subject and its name for the activity log. Throws a 404. */
  find(given: { params: Params<Path>; reader: Reader }, deps: Deps): Promise<Named>
}
type Named = { id: number; name: string }

/** Returns the two routes of the introduction of a client report. */
function introductionOf<const Path extends string>({
  path,
  table,
  ids: [set, remove],
  of,
  find,
}: IntroductionRoute<Path>) {
  const common = {
    path,
    access: 'change introductions',
    find: async ({ params, reader }: { params: object; reader: Reader }, deps: Deps) =>
      find({ params: params as Params<Path>, reader }, deps),
    responses: { 200: { description: 'The introduction.', schema: introductionItem } },
  } as const

  async function change(request: FastifyRequest, { id, name }: Named, introduction: string | null, deps: Deps) {
    await writeWithKey(deps.db, request, (tx) => changeIntroduction(tx, { table, id }, introduction))
    const object = { kind: table === 'reports' ? 'report' : 'website', id, name } as const
    await deps.audit.record(request, { action: 'introduction_changed', object })
    return { data: { introduction }, status: 200 as const }
  }

  return [
    route(
      {
        ...common,
        method: 'PUT',
        id: set,
        adds: true,
        summary: `Set the introduction of the client report of ${of}`,
        form: namedBody('IntroductionForm', IntroductionForm, 'A blank one is none.'),
        example: { introduction: 'Dear client' },
        errors: [...keyedForm, 404],
      },
      ({ found, form, request }, deps) => change(request, found, form.introduction, deps),
    ),

    route(
      {
        ...common,
        method: 'DELETE',
        id: remove,
        summary: `Give the client report of ${of} the introduction of the brand again`,
        errors: [...keyedWrite, 404],
      },
      ({ found, request }, deps) => change(request, found, null, deps),
    ),
  ]
}

/** Client reports, as holders of a key read them. */
export const documentRoutes = [
  ...documentAndPdf({
    path: '/api/v1/reports/{id}/document',
    id: 'showReportDocument',
    printId: 'printReport',
    of: 'a report',
    async find({ params: { id }, reader }, { db }) {
      if (!(await findReport(db, id, scopeOf(reader)))) throw notFound()
    },
    query: comparedWith,
    load: ({ params: { id }, query, reader }, deps) =>
      documentOfReport(deps, { id, compare_id: query.compare }, scopeOf(reader)),
  }),
  ...documentAndPdf({
    path: '/api/v1/websites/{id}/document',
    id: 'showWebsiteDocument',
    printId: 'printWebsite',
    of: 'a website',
    load: async ({ params: { id }, reader }, deps) => {
      const website = await findWebsite(deps.db, id)
      return website && documentOfWebsite(deps, website, scopeOf(reader))
    },
  }),
  ...introductionOf({
    path: '/api/v1/reports/{id}/introduction',
    table: 'reports',
    ids: ['changeReportIntroduction', 'deleteReportIntroduction'],
    of: 'a report',
    async find({ params: { id }, reader }, { db }) {
      const report = await findReport(db, id, scopeOf(reader))
      if (!report) throw notFound()
      return { id, name: report.url }
    },
  }),
  ...introductionOf({
    path: '/api/v1/websites/{id}/introduction',
    table: 'websites',
    ids: ['changeWebsiteIntroduction', 'deleteWebsiteIntroduction'],
    of: 'a website',
    async find({ params: { id } }, { db }) {
      const website = await findWebsite(db, id)
      if (!website) throw notFound()
      return { id, name: website.domain }
    },
  }),
  ...documentAndPdf({
    path: '/api/v1/documents/reports',
    id: 'showReportListDocument',
    printId: 'printReportList',
    of: 'a list of reports',
    query: described(reportListParams, { ...reportFilter, ...paging }),
    load: async ({ query: list, reader }, deps) =>
      documentOfReports(deps, { list, query: String(writeQuery(reportListParams, list)) }, scopeOf(reader)),
  }),
  ...documentAndPdf({
    path: '/api/v1/documents/websites',
    id: 'showWebsiteListDocument',
    printId: 'printWebsiteList',
    of: 'a list of websites',
    query: described(websiteListParams, { ...websiteFilter, ...paging }),
    load: async ({ query: list, reader }, deps) =>
      documentOfWebsites(deps, { list, query: String(writeQuery(websiteListParams, list)) }, scopeOf(reader)),
  }),
]

/** Names the file also for clients that read ASCII only, as the standard asks (RFC 6266, appendix D). */
export function attachmentNamed(document: NamedDocument): string {
  const inAscii = `${fileNameOf(document, (host) => host)}.pdf`
  const readable = (domain: string) => domain.replace(/^[^:]+/, (host) => domainToUnicode(host) || host)
  return `attachment; filename="${inAscii}"; filename*=UTF-8''${encodeURIComponent(`${fileNameOf(document, readable)}.pdf`)}`
}
