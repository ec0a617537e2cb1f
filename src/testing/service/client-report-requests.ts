import { changeLogo } from '#service/store/brand.ts'
import { type Resource, shared, through } from './api-writes.ts'

/** Every request that reads a client report or the brand. */
export const clientReportReads: Resource[] = [
  {
    name: 'The client report of the report',
    requests: (t) => [`GET /api/v1/reports/${t.report}/document`, `GET ${shared}/reports/${t.report}/document`],
  },
  {
    name: 'The client report of the website',
    requests: (t) => [
      `GET /api/v1/websites/${t.website}/document`,
      `GET ${shared}/websites/${t.website}/document`,
      `GET ${through(t)}/document`,
    ],
  },
  {
    name: 'The client report of another, private website',
    requests: (t) => [
      `GET /api/v1/reports/${t.otherReport}/document`,
      `GET ${shared}/reports/${t.otherReport}/document`,
      `GET /api/v1/websites/${t.other}/document`,
      `GET ${shared}/websites/${t.other}/document`,
    ],
  },
  ...['reports', 'websites'].map((name): Resource => ({
    name: `The client report of the list of ${name}`,
    isOfMany: true,
    requests: (t) => [
      `GET /api/v1/documents/${name}`,
      `GET ${shared}/documents/${name}`,
      `GET ${through(t)}/documents/${name}`,
    ],
  })),
  {
    name: 'A client report as a PDF file',
    requests: (t) => [
      `GET /api/v1/reports/${t.report}/document.pdf`,
      `GET /api/v1/websites/${t.website}/document.pdf`,
      'GET /api/v1/documents/reports.pdf',
      'GET /api/v1/documents/websites.pdf',
      `GET ${shared}/reports/${t.report}/document.pdf`,
      `GET ${through(t)}/document.pdf`,
    ],
  },
  { name: 'The brand of client reports', requests: () => ['GET /api/v1/brand', `GET ${shared}/brand`] },
  {
    name: 'The file of the logo',
    requests: () => ['GET /api/v1/brand/logo', `GET ${shared}/brand/logo`],
    fresh: async ({ store }) => {
      await changeLogo(store.db, { bytes: Buffer.from('<svg/>'), type: 'image/svg+xml' })
      return {}
    },
  },
]

/** Every request that changes the brand. */
export const brandWrites: Resource[] = [
  { name: 'Change the brand of client reports', requests: () => ['PUT /api/v1/brand'], form: () => ({ name: 'New' }) },
  {
    name: 'Change the logo',
    requests: () => ['PUT /api/v1/brand/logo', 'DELETE /api/v1/brand/logo'],
    form: () => ({ image: '' }),
  },
]
