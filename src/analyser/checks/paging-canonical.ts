import { judgeCanonical } from '../check-helpers/canonical-target.ts'
import { defineCheck, googleDocs, grouped, notApplicable, pass, warn } from '../define-check.ts'
import { countedCanonicals } from '../facts/link-elements.ts'

export const texts = {
  noCanonical: 'The page has no canonical URL, or several',
  paging: (page: number) => `Page ${grouped(page)} of a list names its first page as canonical`,
}

export const pagingCanonical = defineCheck({
  id: 'paging-canonical',
  name: 'Canonical of list pages',
  aliases: ['pagination', 'paginated series', 'page 2 canonical', 'rel canonical'],
  titlePass: 'The canonical tag isn’t a list’s first page',
  titleFail: 'The canonical tag names the list’s first page',
  why: 'Page 2 shows other entries than page 1. Search engines may ignore the tag, or leave the page out and not find what only it links to.',
  how: 'Give each page of a list its own URL as canonical.',
  action: 'Let search engines see all pages of the list',
  effort: 'minutes',
  thresholds:
    'Warning: the URL has a page number above 1, and its canonical URL is the first page of the same list. Not applicable: no canonical URL, or several.',
  reference: googleDocs('Pagination', 'specialty/ecommerce/pagination-and-incremental-page-loading'),
  grade: 'recommended',
  needs: ['canonicals', 'response', 'probes', 'canonicalAccess'],
  run(facts) {
    const verdict = judgeCanonical(facts)
    if (verdict === null) return notApplicable(texts.noCanonical)
    if (verdict.kind !== 'paging') return pass({ value: verdict.target.url })
    return warn({
      extent: 1,
      value: verdict.target.url,
      title: texts.paging(verdict.page),
      evidence: countedCanonicals(facts.canonicals).map(({ at }) => ({
        url: verdict.target.url,
        ...(at !== null && { at }),
      })),
    })
  },
})
