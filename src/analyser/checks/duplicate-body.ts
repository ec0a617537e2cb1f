import { isSameUrl } from '#contract/url-key.ts'
import {
  deductedWithinWebsite,
  duplicateEvidence,
  duplicatesTitle,
  duplicateThresholds,
  notCompared,
  notCounted,
  noOtherPages,
} from '../check-helpers/evidence.ts'
import { type CheckOutput, defineCheck, googleDocs, info, notApplicable, pass, warn } from '../define-check.ts'
import { distinctCanonicals } from '../facts/link-elements.ts'
import type { Duplicate, DuplicateFacts } from '../page-facts.ts'

export const texts = {
  noText: 'The page has no text to compare',
  canonical: (title: string, pages: number) =>
    `${title}, and the canonical tag points to ${pages === 1 ? 'it' : 'one of them'}`,
}

export const duplicateBody = defineCheck({
  id: 'duplicate-body',
  name: 'Duplicate content',
  aliases: ['duplicate pages', 'copied text', 'near duplicates'],
  titlePass: 'No duplicate content found',
  titleFail: 'Other pages have the same content',
  titleAny: 'Other pages have the same or nearly the same content',
  faults: {
    similar: 'Other pages have nearly the same content',
  },
  why: 'If several pages have the same content, search engines show only one. It may not be the one you want.',
  how: 'Keep one URL and redirect the others to it. If you need them all, set the same canonical URL on each: <link rel="canonical" href="https://example.com/page">.',
  action: 'Keep one of the pages with the same content',
  effort: 'hours',
  thresholds: `${duplicateThresholds} Text outside menus, page headers and footers counts too if it shares at least 80% of its word pairs (MinHash; our threshold). In a crawl, that leaves out pages of lists, URLs that differ only in their parameters, and legal pages.`,
  reference: googleDocs('Canonicalization', 'crawling-indexing/canonicalization'),
  grade: 'recommended',
  deduction: deductedWithinWebsite,
  supersedes: ['title-unique', 'description-unique', 'thin-template'],
  needs: ['document', 'canonicals', 'duplicates'],
  changeable: true,
  run({ document, canonicals, duplicates }) {
    if (document.textLength === 0) return notApplicable(texts.noText)
    if (duplicates === null) return notApplicable(notCompared)
    if (!duplicates.counted) return notApplicable(notCounted)
    if (duplicates.others === 0) return notApplicable(noOtherPages)
    const { body, similar } = duplicates
    if (body.total > 0) {
      const [named = null, ...others] = distinctCanonicals(canonicals.items)
      const isSettled = named !== null && others.length === 0 && body.items.some(({ url }) => isSameUrl(url, named))
      const title = duplicatesTitle(body.total, 'the same content')
      return isSettled
        ? info(texts.canonical(title, body.total), { ...found(body), value: body.total })
        : judged(title, body, duplicates)
    }
    if (similar.total === 0) return pass({ value: 0 })
    const title = duplicatesTitle(similar.total, 'nearly the same content')
    return { ...judged(title, similar, duplicates), fault: 'similar' }
  },
})

type Pages = { items: (Duplicate & { similarity?: number })[]; total: number }

const found = ({ items, total }: Pages) => ({ evidenceTotal: total, evidence: duplicateEvidence(items) })

const judged = (title: string, pages: Pages, { ofCrawl }: DuplicateFacts): CheckOutput =>
  ofCrawl
    ? warn({ ...found(pages), extent: 1, title, value: ofCrawl.first })
    : info(title, { ...found(pages), value: pages.total })
