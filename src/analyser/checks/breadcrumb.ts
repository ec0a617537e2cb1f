import { defineCheck, googleDocs, info, notApplicable, pass } from '../define-check.ts'

export const breadcrumb = defineCheck({
  id: 'breadcrumb',
  name: 'Breadcrumb markup',
  aliases: ['breadcrumbs', 'BreadcrumbList', 'schema'],
  titlePass: 'The page says where it stands in the website',
  titleFail: 'The page does not say where it stands in the website',
  why: 'With a BreadcrumbList, search results on larger screens show the path to the page in words in place of its address.',
  how: 'Describe the path from the home page to this page as a BreadcrumbList, in JSON-LD, microdata or RDFa. Build it from the same data as the breadcrumb that visitors see.',
  thresholds:
    'Any BreadcrumbList passes; on pages other than the home page its absence is noted. What it lacks is judged with the other structured data.',
  reference: googleDocs('Breadcrumb structured data', 'appearance/structured-data/breadcrumb'),
  grade: 'recommended',
  needs: ['entities', 'response'],
  withoutPlaces: true,
  run({ entities, response: { finalUrl } }) {
    if (entities.trail) {
      const trail = entities.trail.join(' › ')
      return pass({
        value: trail,
        ...(trail === '' ? {} : { title: `The page says where it stands: ${trail.slice(0, 150)}` }),
      })
    }
    if (new URL(finalUrl).pathname === '/') return notApplicable('A home page needs no breadcrumb')
    return info('The page has no breadcrumb in its structured data')
  },
})
