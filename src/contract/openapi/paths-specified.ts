import { NewReportForm } from '../forms/report-forms.ts'
import { WebsiteForm } from '../forms/website-form.ts'
import { Report } from '../reports/report.ts'
import type { Paths } from './operation.ts'
import { ifMatch, prefer, reportListParameters, websiteListParameters } from './parameters.ts'
import { acceptedJob } from './paths-jobs.ts'
import {
  reportDeletionSample,
  ReportItem,
  ReportList,
  reportListSample,
  WebsiteItem,
  WebsiteList,
  websiteListSample,
  websiteSample,
} from './reports.ts'
import { deletionOf, itemOf, namedBody } from './schemas.ts'

/** The eight operations of the specification. */
export const specifiedPaths: Paths = {
  '/api/v1/reports': {
    get: {
      id: 'listReports',
      summary: 'List reports',
      tag: 'Reports',
      access: 'read',
      parameters: reportListParameters,
      responses: { 200: { description: 'A page of the list.', schema: ReportList, example: reportListSample } },
    },
    post: {
      id: 'storeReport',
      repeatable: true,
      summary: 'Analyse a page',
      description:
        'Fetches and analyses the page, and returns the finished report. Each request creates a new report. Beyond the specification, `Prefer: respond-async` returns a job immediately, and `Accept: text/event-stream` returns the stages of the analysis as server-sent events.',
      tag: 'Reports',
      access: 'write',
      parameters: [prefer],
      form: namedBody('NewReport', NewReportForm, 'URL of the page to analyse: http or https, without credentials.'),
      responses: {
        201: {
          description: 'The finished report.',
          schema: itemOf('NewReportItem', Report, 201),
          headers: ['Location'],
        },
        200: {
          description:
            'With `Accept: text/event-stream`, the events `stage` with its name (`waiting`, `fetching`, `links`, `checks`), `done` and `total`, then `report` with the body of the 201, or `error` with the status, body and `retry_after` of the error response.',
          type: 'text/event-stream',
        },
        202: { ...acceptedJob, headers: ['Location', 'Preference-Applied'] },
      },
    },
  },
  '/api/v1/reports/{id}': {
    get: {
      id: 'showReport',
      summary: 'Get a report',
      tag: 'Reports',
      access: 'read',
      responses: { 200: { description: 'The report.', schema: ReportItem } },
    },
    delete: {
      id: 'deleteReport',
      summary: 'Delete a report',
      tag: 'Reports',
      access: 'write',
      responses: {
        200: {
          description: 'Deleted.',
          schema: deletionOf('ReportDeletion', 'report'),
          example: reportDeletionSample,
        },
      },
    },
  },
  '/api/v1/websites': {
    get: {
      id: 'listWebsites',
      summary: 'List websites',
      description: 'When sorted by average score, websites without a report come last in both directions.',
      tag: 'Websites',
      access: 'read',
      parameters: websiteListParameters,
      responses: { 200: { description: 'A page of the list.', schema: WebsiteList, example: websiteListSample } },
    },
  },
  '/api/v1/websites/{id}': {
    get: {
      id: 'showWebsite',
      summary: 'Get a website',
      tag: 'Websites',
      access: 'read',
      responses: {
        200: {
          description: 'The website.',
          schema: WebsiteItem,
          headers: ['ETag'],
          example: { data: websiteSample, status: 200 },
        },
      },
    },
    put: {
      id: 'updateWebsite',
      repeatable: true,
      summary: "Change a website's privacy and password",
      description:
        'Leaving privacy 2 deletes the password. `findable`, beyond the specification, lets search engines list a public website.',
      tag: 'Websites',
      access: 'write',
      parameters: [ifMatch],
      form: namedBody(
        'WebsiteChange',
        WebsiteForm,
        'At least one field. A password is allowed with privacy 2 only, and required there unless one is set.',
      ),
      responses: { 200: { description: 'The changed website.', schema: WebsiteItem, headers: ['ETag'] } },
      refusals: [412],
    },
    delete: {
      id: 'deleteWebsite',
      summary: 'Delete a website and its reports',
      tag: 'Websites',
      access: 'write',
      responses: { 200: { description: 'Deleted.', schema: deletionOf('WebsiteDeletion', 'website') } },
    },
  },
}
