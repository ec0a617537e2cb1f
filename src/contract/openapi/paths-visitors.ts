import * as z from 'zod'
import { UnlockForm } from '../forms/access-forms.ts'
import { LinkCheck, PageCheck } from '../reports/check-again.ts'
import { LinkedReport } from '../reports/report.ts'
import { OpenedLink } from '../sharing/opened-link.ts'
import { Count } from '../values.ts'
import type { Operation, Paths } from './operation.ts'
import { ifNoneMatch, neighbourParameters, websiteListParameters, websiteReportParameters } from './parameters.ts'
import { ReportItem, ReportList, WebsiteItem, WebsiteList } from './reports.ts'
import { Done, Health, itemOf, named, namedBody } from './schemas.ts'

const Unlock = namedBody('Unlock', UnlockForm)

const shared = { tag: 'Without a key', extension: 'shared', access: 'none' } as const
const linked = { ...shared, extension: 'links', lockable: true, refusals: [410] } as const satisfies Partial<Operation>

const unlock = (
  id: string,
  summary: string,
  more: Pick<Operation, 'extension'> & { refusals: Operation['refusals'] & {} },
): Operation => ({
  ...shared,
  ...more,
  id,
  summary,
  form: Unlock,
  repeatable: true,
  refusals: [403, ...more.refusals],
  responses: { 200: { description: 'Unlocked for this browser.', schema: Done, headers: ['Set-Cookie'] } },
})

const lockAgain = (
  id: string,
  more: Pick<Operation, 'extension'> & { refusals: Operation['refusals'] & {} },
): Operation => ({
  ...shared,
  ...more,
  id,
  summary: 'Delete the cookie that unlocks the page',
  refusals: [403, ...more.refusals],
  responses: {
    200: { description: 'This browser must enter the password again.', schema: Done, headers: ['Set-Cookie'] },
  },
})

const image = (id: string, what: string): Operation => ({
  id,
  summary: `Get the preview image of ${what}`,
  tag: 'Without a key',
  access: 'none',
  parameters: [ifNoneMatch],
  responses: {
    200: { description: 'An image of 1200 × 630 pixels.', type: 'image/png', headers: ['ETag'] },
    304: { description: 'Not modified.', headers: ['ETag'] },
  },
})

const badge: Operation = {
  ...image('websiteBadge', 'a public website'),
  summary: 'Get the badge of a public website',
  extension: 'badges',
  responses: {
    200: { description: 'An SVG that shows the average score.', type: 'image/svg+xml', headers: ['ETag'] },
    304: { description: 'Not modified.', headers: ['ETag'] },
  },
}

/** The paths that need no key. One that is sent is ignored. */
export const visitorPaths: Paths = {
  '/api/v1/shared/reports/{id}': {
    get: {
      ...shared,
      lockable: true,
      id: 'readSharedReport',
      summary: 'Get a report of a shared website',
      responses: { 200: { description: 'The report.', schema: ReportItem } },
    },
  },
  '/api/v1/shared/websites/{id}': {
    get: {
      ...shared,
      lockable: true,
      id: 'readSharedWebsite',
      summary: 'Get a shared website',
      responses: { 200: { description: 'The website.', schema: WebsiteItem } },
    },
  },
  '/api/v1/shared/websites/{id}/reports': {
    get: {
      ...shared,
      lockable: true,
      id: 'listSharedReports',
      summary: 'List the reports of a shared website',
      parameters: websiteReportParameters,
      responses: { 200: { description: 'A page of the list.', schema: ReportList } },
    },
  },
  '/api/v1/shared/websites/{id}/unlock': {
    post: unlock('unlockWebsite', 'Unlock a website with its password', { extension: 'shared', refusals: [] }),
  },
  '/api/v1/shared/websites/{id}/forget': { post: lockAgain('forgetWebsite', { extension: 'shared', refusals: [] }) },
  '/api/v1/shared/links/{token}': {
    get: {
      ...linked,
      id: 'openLink',
      summary: 'Open a share link',
      responses: {
        200: {
          description: 'The shared report, website or list.',
          schema: itemOf('OpenedLinkItem', OpenedLink, 200),
        },
      },
    },
  },
  '/api/v1/shared/links/{token}/reports': {
    get: {
      ...linked,
      id: 'listLinkedReports',
      summary: 'List the reports of a share link',
      parameters: neighbourParameters,
      responses: { 200: { description: 'A page of the list.', schema: ReportList } },
    },
  },
  '/api/v1/shared/links/{token}/reports/{id}': {
    get: {
      ...linked,
      id: 'readLinkedReport',
      summary: 'Get a report of a share link',
      responses: { 200: { description: 'The report.', schema: itemOf('LinkedReportItem', LinkedReport, 200) } },
    },
  },
  '/api/v1/shared/links/{token}/websites': {
    get: {
      ...linked,
      id: 'listLinkedWebsites',
      summary: 'List the websites of a share link',
      parameters: websiteListParameters,
      responses: { 200: { description: 'A page of the list.', schema: WebsiteList } },
    },
  },
  '/api/v1/shared/links/{token}/check': {
    get: {
      ...linked,
      extension: 'link_checks',
      id: 'readLinkCheck',
      summary: 'Get the last check of a share link',
      responses: {
        200: {
          description: 'The last check, or null. `wait_seconds` is the time until the page can be checked again.',
          schema: LinkCheck,
        },
      },
    },
    post: {
      ...linked,
      extension: 'link_checks',
      id: 'checkLinkAgain',
      summary: 'Analyse the page of a share link again',
      description:
        'Only through a link with `can_check`: once a minute and 20 times a day. The report is the next one of its page.',
      refusals: [403, 410, 422],
      responses: {
        200: {
          description: 'The check.',
          schema: named('PageCheckItem', z.object({ data: PageCheck, wait_seconds: Count, status: z.literal(200) })),
        },
      },
    },
  },
  '/api/v1/shared/links/{token}/unlock': {
    post: unlock('unlockLink', 'Unlock a share link with its password', { extension: 'links', refusals: [410] }),
  },
  '/api/v1/shared/links/{token}/forget': { post: lockAgain('forgetLink', { extension: 'links', refusals: [410] }) },
  '/badges/websites/{file}': { get: badge },
  '/previews/reports/{file}': { get: image('previewReport', 'a public report') },
  '/previews/websites/{file}': { get: image('previewWebsite', 'a public website') },
  '/previews/links/{file}': { get: image('previewLink', 'a share link') },
  '/metrics': {
    get: {
      id: 'readMetrics',
      summary: 'Get the metrics of this process',
      description:
        'For Prometheus: requests, analyses by outcome, waiting jobs of all processes, database, memory and event loop. Send a key, which can be read-only.',
      tag: 'Service',
      access: 'read',
      responses: { 200: { description: 'The metrics.', type: 'text/plain' } },
    },
  },
  '/healthz': {
    get: {
      id: 'isAlive',
      summary: 'Liveness check',
      tag: 'Service',
      access: 'health',
      responses: { 200: { description: 'The process is running.', schema: Health } },
    },
  },
  '/readyz': {
    get: {
      id: 'isReady',
      summary: 'Readiness check',
      tag: 'Service',
      access: 'health',
      refusals: [503],
      responses: {
        200: { description: 'The service is ready, or can only read because the disk is full.', schema: Health },
      },
    },
  },
}
