import { scopeOfWebsite } from '#service/access/policy.ts'
import { scopeOfLink } from '#service/access/share-links.ts'
import { sendScreenshot } from '#service/http/responses/reports.ts'
import { keyed, routeUsing } from '#service/http/route.ts'
import { screenshotOfReport } from '#service/http/routes/screenshots.ts'
import { findScreenshot } from '#service/store/reports/screenshots.ts'
import { type LinkDeps, pagesThroughLink } from './open-link.ts'
import { websiteOfReport } from './open-website.ts'

const route = routeUsing<LinkDeps>()

const shared = { ...screenshotOfReport, tag: 'Without a key' } as const

/** The screenshots of the reports that visitors can open, unless they were made with an identity. */
export const visitorScreenshotRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/shared/reports/{id}/screenshot.webp',
      access: websiteOfReport,
      ...shared,
      id: 'readSharedScreenshot',
      errors: [...keyed, 404],
    },
    async (input, { db }) =>
      sendScreenshot(input, await findScreenshot(db, input.params.id, scopeOfWebsite(input.website))),
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/shared/links/{token}/reports/{id}/screenshot.webp',
      access: pagesThroughLink,
      ...shared,
      id: 'readLinkedScreenshot',
      errors: [...keyed, 404, 410],
    },
    async (input, { db }) => sendScreenshot(input, await findScreenshot(db, input.params.id, scopeOfLink(input.link))),
  ),
]
