import { BrandForm, LogoForm } from '../forms/brand-form.ts'
import { Brand, logoTypes, maxLogoBytes } from '../sharing/brand.ts'
import { ClientDocument, documentParams } from '../sharing/client-document.ts'
import type { Operation, Paths } from './operation.ts'
import { neighbourParameters, parametersOf, websiteListParameters } from './parameters.ts'
import { itemOf, namedBody } from './schemas.ts'

const tag = 'Extensions'
const brand = { tag, extension: 'brand' } as const
const documents = { tag, extension: 'documents', access: 'read' } as const
const visitors = { tag: 'Without a key', extension: 'documents', access: 'none', lockable: true } as const

const BrandItem = itemOf('BrandItem', Brand, 200)

const responses = {
  200: { description: 'The client report.', schema: itemOf('ClientDocumentItem', ClientDocument, 200) },
}
const ofReport = parametersOf(documentParams, {
  compare: 'An earlier report of the same URL. By default, the one before.',
})

const get = (id: string, what: string, more: Pick<Operation, 'access' | 'tag'> & Partial<Operation>) => ({
  get: { id, summary: `Get the client report of ${what}`, responses, ...more },
})

const pdf = (id: string, what: string, parameters: Operation['parameters'] = []): Paths[string] => ({
  get: {
    ...documents,
    id,
    extension: 'document_pdf',
    summary: `Get the client report of ${what} as a PDF file`,
    parameters,
    refusals: [501],
    responses: { 200: { description: 'A PDF file.', type: 'application/pdf', headers: ['Content-Disposition'] } },
  },
})

/** The brand, and client reports. */
export const documentPaths: Paths = {
  '/api/v1/brand': {
    get: {
      ...brand,
      id: 'showBrand',
      summary: 'Get the brand of client reports',
      access: 'read',
      responses: { 200: { description: 'The brand. Empty until it is set.', schema: BrandItem } },
    },
    put: {
      ...brand,
      id: 'changeBrand',
      summary: 'Set the brand of client reports',
      access: 'write',
      form: namedBody('BrandForm', BrandForm, 'Missing fields are cleared. The logo is kept.'),
      responses: { 200: { description: 'The changed brand.', schema: BrandItem } },
    },
  },
  '/api/v1/brand/logo': {
    get: {
      ...brand,
      id: 'showLogo',
      summary: 'Get the logo as a file',
      access: 'read',
      refusals: [404],
      responses: { 200: { description: 'A PNG, JPEG or SVG.', type: logoTypes } },
    },
    put: {
      ...brand,
      id: 'changeLogo',
      summary: 'Set the logo',
      description: `The body can be up to 528 KiB, the logo up to ${maxLogoBytes / 1024} KiB.`,
      access: 'write',
      form: namedBody('LogoForm', LogoForm, 'A PNG, JPEG or SVG as a data URL in base64.'),
      responses: { 200: { description: 'The changed brand.', schema: BrandItem } },
    },
    delete: {
      ...brand,
      id: 'deleteLogo',
      summary: 'Remove the logo',
      access: 'write',
      responses: { 200: { description: 'The brand without a logo.', schema: BrandItem } },
    },
  },
  '/api/v1/reports/{id}/document': get('showReportDocument', 'a report', { ...documents, parameters: ofReport }),
  '/api/v1/websites/{id}/document': get('showWebsiteDocument', 'a website', documents),
  '/api/v1/documents/reports': get('showReportListDocument', 'a list of reports', {
    ...documents,
    parameters: neighbourParameters,
  }),
  '/api/v1/documents/websites': get('showWebsiteListDocument', 'a list of websites', {
    ...documents,
    parameters: websiteListParameters,
  }),
  '/api/v1/reports/{id}/document.pdf': pdf('printReport', 'a report', ofReport),
  '/api/v1/websites/{id}/document.pdf': pdf('printWebsite', 'a website'),
  '/api/v1/documents/reports.pdf': pdf('printReportList', 'a list of reports', neighbourParameters),
  '/api/v1/documents/websites.pdf': pdf('printWebsiteList', 'a list of websites', websiteListParameters),
  '/api/v1/shared/reports/{id}/document': get('readSharedReportDocument', 'a report of a shared website', {
    ...visitors,
    parameters: ofReport,
  }),
  '/api/v1/shared/websites/{id}/document': get('readSharedWebsiteDocument', 'a shared website', visitors),
  '/api/v1/shared/links/{token}/document': get('readLinkedDocument', 'a share link', { ...visitors, refusals: [410] }),
}
