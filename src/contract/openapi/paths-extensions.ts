import * as z from 'zod'
import { auditDays, AuditRow } from '../access/audit.ts'
import { SignInResponse } from '../access/keys.ts'
import { grouped } from '../format/numbers.ts'
import { SignInForm } from '../forms/access-forms.ts'
import { BulkDeleteForm } from '../forms/id-forms.ts'
import { Neighbours } from '../lists/neighbours.ts'
import { CheckCatalogue } from '../reports/analysis.ts'
import { maxBulkIds, BulkDeleteResponse } from '../reports/bulk.ts'
import { ReportRow } from '../reports/report-row.ts'
import { RulesetChanges } from '../reports/ruleset-changes.ts'
import { ServiceInfo } from '../service-info.ts'
import { Website } from '../websites/website.ts'
import type { HeaderName, Operation, Paths } from './operation.ts'
import {
  auditExportParameters,
  auditParameters,
  ifNoneMatch,
  neighbourParameters,
  type Parameter,
  reportExportParameters,
  websiteExportParameters,
} from './parameters.ts'
import { itemOf, listOf, named, namedBody } from './schemas.ts'

const tag = 'Extensions'
const fileHeaders: HeaderName[] = ['X-Total-Count', 'Content-Disposition']
type Export = { id: string; what: string; parameters: readonly Parameter[]; rows?: z.ZodType } & Pick<
  Operation,
  'access' | 'extension'
>

function exportOf({ id, what, parameters, rows, ...more }: Export): { get: Operation } {
  const file = rows ? { schema: rows } : { type: 'text/csv' }
  return {
    get: {
      id,
      summary: `Export ${what} as a file`,
      tag,
      parameters,
      ...more,
      responses: { 200: { description: 'All rows of the list, in its order.', headers: fileHeaders, ...file } },
    },
  }
}

/** Paths beyond the specification that need a key. */
export const extensionPaths: Paths = {
  '/api/v1': {
    get: {
      id: 'showService',
      summary: 'List the extensions',
      tag,
      access: 'either',
      responses: {
        200: { description: 'Names of the extensions, and the key of this request.', schema: ServiceInfo },
      },
    },
  },
  '/api/v1/openapi.json': {
    get: {
      id: 'showDocument',
      summary: 'Get this document',
      tag,
      extension: 'openapi',
      access: 'either',
      parameters: [ifNoneMatch],
      responses: {
        200: { description: 'An OpenAPI document.', schema: z.looseObject({ openapi: z.string() }), headers: ['ETag'] },
        304: { description: 'Not modified.', headers: ['ETag'] },
      },
    },
  },
  '/api/v1/checks': {
    get: {
      id: 'listChecks',
      summary: 'List the checks',
      tag,
      extension: 'checks',
      access: 'either',
      parameters: [ifNoneMatch],
      responses: {
        200: {
          description: 'All checks, in the order of a report.',
          schema: CheckCatalogue,
          headers: ['ETag'],
        },
        304: { description: 'Not modified.', headers: ['ETag'] },
      },
    },
  },
  '/api/v1/rulesets/{id}/changes': {
    get: {
      id: 'showRulesetChanges',
      summary: 'Get what a ruleset changed in stored reports',
      tag,
      extension: 'ruleset_changes',
      access: 'read',
      responses: {
        200: {
          description: 'Changed ratings, and changed results by check.',
          schema: itemOf('RulesetChangesItem', RulesetChanges, 200),
        },
      },
    },
  },
  '/api/v1/sign-in': {
    post: {
      id: 'signIn',
      repeatable: true,
      summary: 'Exchange a one-time sign-in token for a key',
      tag,
      extension: 'sign-in',
      access: 'none',
      form: namedBody('SignIn', SignInForm, 'A one-time sign-in token.'),
      responses: { 201: { description: 'The new key. Its secret is only returned here.', schema: SignInResponse } },
    },
  },
  '/api/v1/reports/{id}/neighbours': {
    get: {
      id: 'showNeighbours',
      summary: "Get a report's neighbours in a list",
      tag,
      extension: 'neighbours',
      access: 'read',
      parameters: neighbourParameters,
      responses: {
        200: {
          description: 'Its position, and the previous and next reports.',
          schema: itemOf('NeighboursItem', Neighbours, 200),
        },
      },
    },
  },
  '/api/v1/bulk/reports/delete': {
    post: {
      id: 'deleteReports',
      summary: `Delete up to ${grouped(maxBulkIds)} reports`,
      description: 'The body can be up to 64 KiB.',
      tag,
      extension: 'bulk',
      access: 'write',
      form: namedBody('BulkDelete', BulkDeleteForm, 'IDs, repeated or separated by commas.'),
      responses: { 200: { description: 'One outcome per ID, in the same order.', schema: BulkDeleteResponse } },
    },
  },
  '/api/v1/exports/reports.csv': exportOf({
    id: 'exportReportsAsCsv',
    what: 'reports',
    access: 'read',
    extension: 'exports',
    parameters: reportExportParameters,
  }),
  '/api/v1/exports/reports.json': exportOf({
    id: 'exportReportsAsJson',
    what: 'reports',
    access: 'read',
    extension: 'exports',
    parameters: reportExportParameters,
    rows: named('ReportFile', z.array(ReportRow)),
  }),
  '/api/v1/exports/websites.csv': exportOf({
    id: 'exportWebsitesAsCsv',
    what: 'websites',
    access: 'read',
    extension: 'exports',
    parameters: websiteExportParameters,
  }),
  '/api/v1/exports/websites.json': exportOf({
    id: 'exportWebsitesAsJson',
    what: 'websites',
    access: 'read',
    extension: 'exports',
    parameters: websiteExportParameters,
    rows: named('WebsiteFile', z.array(Website)),
  }),
  '/api/v1/exports/audit.csv': exportOf({
    id: 'exportAudit',
    what: 'the activity',
    access: 'full',
    extension: 'audit',
    parameters: auditExportParameters,
  }),
  '/api/v1/audit': {
    get: {
      id: 'listAudit',
      summary: 'List the activity',
      tag,
      extension: 'audit',
      access: 'full',
      parameters: auditParameters,
      responses: {
        200: {
          description: `A page of entries, newest first. Kept for ${auditDays} days.`,
          schema: listOf('AuditList', AuditRow),
        },
      },
    },
  },
}
