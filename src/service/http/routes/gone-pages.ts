import { counted, grouped } from '#contract/format/numbers.ts'
import { GonePagesForm } from '#contract/forms/report-forms.ts'
import { namedBody } from '#contract/openapi/schemas.ts'
import { maxBulkBody, maxBulkIds } from '#contract/responses/envelope.ts'
import { GonePagesResponse } from '#contract/websites/page-row.ts'
import type { Store } from '#service/store/database.ts'
import { separatingTransaction } from '#service/store/pages/link-targets.ts'
import { restoreGone, setGone } from '#service/store/pages/page-states.ts'
import { lockWebsite } from '#service/store/websites/website-counters.ts'
import type { WebsiteRecord } from '#service/store/websites/websites.ts'
import { auditedWebsite, type AuditRecorder } from '../audit-recorder.ts'
import { keyedForm, routeUsing } from '../route.ts'
import { websiteIn } from './website-pages.ts'

type Deps = { db: Store['db']; audit: AuditRecorder }

const route = routeUsing<Deps>()

const ofIds = {
  access: 'delete a report',
  description: 'The body can be up to 64 KiB. The IDs are those of pages. Others are left out.',
  form: namedBody('GonePages', GonePagesForm, 'IDs, repeated or separated by commas.'),
  repeatable: { lists: ['ids'] },
  maxBodyBytes: maxBulkBody,
  example: { ids: '1' },
  errors: [...keyedForm, 404],
} as const

/** Pages that are gone: crawls no longer find them, or people removed them. They keep their reports. */
export const gonePageRoutes = [
  route(
    {
      method: 'POST',
      path: '/api/v1/websites/{id}/gone',
      id: 'removePages',
      summary: `Set up to ${grouped(maxBulkIds)} pages of a website apart as gone`,
      ...ofIds,
      find: ({ params: { id } }, { db }) => websiteIn(db, id),
      responses: { 200: { description: 'The number of pages that were set apart.', schema: GonePagesResponse } },
    },
    async ({ found, form: { ids }, request }, { db, audit }) => {
      const pages = await change(db, found.id, ids, setGone)
      if (pages > 0) await audit.record(request, { action: 'pages_removed', ...eventOf(found, pages) })
      return { pages, status: 200 }
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/websites/{id}/gone',
      id: 'restorePages',
      summary: `Put up to ${grouped(maxBulkIds)} pages of a website that are gone back`,
      ...ofIds,
      find: ({ params: { id } }, { db }) => websiteIn(db, id),
      responses: { 200: { description: 'The number of pages that are back.', schema: GonePagesResponse } },
    },
    async ({ found, form: { ids }, request }, { db, audit }) => {
      const pages = await change(db, found.id, ids, restoreGone)
      if (pages > 0) await audit.record(request, { action: 'pages_restored', ...eventOf(found, pages) })
      return { pages, status: 200 }
    },
  ),
]

const change = (db: Store['db'], websiteId: number, ids: readonly number[], work: typeof setGone) =>
  separatingTransaction(db, async (tx) => ((await lockWebsite(tx, websiteId)) ? work(tx, websiteId, ids) : 0))

const eventOf = (website: WebsiteRecord, pages: number) => ({
  object: auditedWebsite(website),
  detail: counted(pages, 'page'),
})
