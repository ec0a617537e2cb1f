import { defineCheck, googleDocs, info, notApplicable, pass } from '../define-check.ts'

export const breadcrumb = defineCheck({
  id: 'breadcrumb',
  name: 'Breadcrumb markup',
  aliases: ['breadcrumbs', 'BreadcrumbList', 'schema'],
  titlePass: 'The page has breadcrumb structured data',
  titleFail: 'The page has no breadcrumb structured data',
  why: 'With BreadcrumbList markup, desktop search results can show a readable path instead of the URL.',
  how: 'Add a BreadcrumbList that describes the path from the home page, in JSON-LD, microdata or RDFa. Generate it from the breadcrumb your visitors see.',
  action: 'Show search engines where the page belongs',
  effort: 'hours',
  thresholds:
    'Pass: any BreadcrumbList. Info: none, except on the home page, which doesn’t need one. Missing properties are reported by “Rich result properties”. Based on Google’s documentation.',
  reference: googleDocs('Breadcrumb structured data', 'appearance/structured-data/breadcrumb'),
  grade: 'recommended',
  needs: ['entities', 'structured', 'response'],
  withoutLocations: true,
  run({ entities, structured: { broken }, response: { finalUrl } }) {
    if (entities.trail) {
      const breadcrumb = entities.trail.join(' › ')
      return pass({
        value: breadcrumb,
        ...(breadcrumb === '' ? {} : { title: `Breadcrumb: ${breadcrumb.slice(0, 150)}` }),
      })
    }
    if (new URL(finalUrl).pathname === '/') return notApplicable('Home pages don’t need a breadcrumb')
    if (entities.total === 0 && broken.total > 0) return notApplicable('The page’s structured data can’t be read')
    return info('The page has no breadcrumb structured data')
  },
})
