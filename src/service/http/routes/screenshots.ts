import { ifNoneMatch } from '#contract/openapi/parameters.ts'
import { scopeOf } from '#service/access/policy.ts'
import type { Store } from '#service/store/database.ts'
import { findScreenshot } from '#service/store/reports/screenshots.ts'
import { sendScreenshot } from '../responses/reports.ts'
import { keyed, routeUsing } from '../route.ts'

type Deps = { db: Store['db'] }

const route = routeUsing<Deps>()

export const screenshotOfReport = {
  summary: 'Get the screenshot of a rendered page',
  headers: [ifNoneMatch],
  responses: {
    200: { description: 'The first screen of a phone, 412 × 823 pixels.', type: 'image/webp', headers: ['ETag'] },
    304: { description: 'Not modified.', headers: ['ETag'] },
  },
} as const

/** The screenshots of reports, for holders of keys. */
export const screenshotRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/reports/{id}/screenshot.webp',
      access: 'read a report',
      id: 'showScreenshot',
      ...screenshotOfReport,
      errors: [...keyed, 404],
    },
    async (input, { db }) => {
      const image = await findScreenshot(db, input.params.id, scopeOf(input.reader))
      // It never changes, so a browser reads it once for each key and session.
      return sendScreenshot(input, image, {
        'Cache-Control': 'private, max-age=31536000, immutable',
        Vary: 'Authorization, Cookie',
      })
    },
  ),
]
