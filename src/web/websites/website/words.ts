import { counted, grouped } from '#contract/format/numbers.ts'
import { maxStructurePages, type StructureTable } from '#contract/websites/website-structure.ts'

/** The words of the Structure tab. */
export const structureWords = {
  title: {
    redirects: 'Redirects',
    canonicals: 'Canonical URLs',
    hreflang: 'Hreflang',
    pagination: 'Pagination',
  } satisfies Record<StructureTable, string>,
  lead: {
    redirects: 'Link to the target instead. Each redirect costs visitors time.',
    canonicals: 'URLs that other pages name as their canonical URL.',
    hreflang: 'Pages connected by hreflang links. Search engines ignore links without a return link.',
    pagination: 'Paginated lists, recognised by their URLs.',
  } satisfies Record<StructureTable, string>,
  none: {
    redirects: 'No URL redirects.',
    canonicals: 'No page names another canonical URL.',
    hreflang: 'No page has hreflang links.',
    pagination: 'No list has several pages.',
  } satisfies Record<StructureTable, string>,
  columns: {
    url: 'URL',
    status: 'Status',
    target: 'Redirects to',
    inlinks: 'Inlinks',
    canonical: 'Canonical URL',
    pages: 'Pages',
    members: 'Named by',
    set: 'Pages of the set',
    gaps: 'Issues',
    first: 'First page',
    list: 'Pages of the list',
  },
  loading: 'Loading…',
  exportOf: (title: string) => `Export CSV: ${title}`,
  showAll: (count: number) => `Show all ${grouped(count)}`,
  cut: (shown: number, total: number) =>
    `The first ${grouped(shown)} of ${grouped(total)}. The exported file has all of them.`,
  notWhole: `This website is too large to show in full. We read up to ${grouped(maxStructurePages)} pages and a limited number of hreflang links.`,
  notAnalysed: 'Not analysed',
  otherPages: (count: number) => `and ${counted(count, 'other page')}`,
  complete: 'None',
  gap: (from: string, codes: readonly string[], to: string) => `${from} → ${to} (${codes.join(', ')})`,
  number: (number: number) => `Page ${grouped(number)}`,
  canonicalTo: (path: string) => `canonical URL ${path}`,
}
