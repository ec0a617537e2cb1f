import { isSameUrl } from '#contract/url-key.ts'
import {
  duplicateEvidence,
  duplicatesTitle,
  duplicateThresholds,
  notCompared,
  notCounted,
  noOtherPages,
} from '../check-helpers/evidence.ts'
import { defineCheck, googleDocs, info, notApplicable, pass } from '../define-check.ts'
import { distinctCanonicals } from '../facts/link-elements.ts'

export const texts = {
  noText: 'The page has no text to compare',
  canonical: (title: string, pages: number) =>
    `${title}, and the canonical tag points to ${pages === 1 ? 'it' : 'one of them'}`,
}

export const duplicateBody = defineCheck({
  id: 'duplicate-body',
  name: 'Duplicate content',
  aliases: ['duplicate pages', 'thin content', 'copied text', 'near duplicates'],
  titlePass: 'No duplicate content found',
  titleFail: 'Other pages have the same content',
  why: 'If several pages have the same content, search engines show only one. It may not be the one you want.',
  how: 'Keep one URL and redirect the others to it. If you need them all, set the same canonical URL on each: <link rel="canonical" href="https://example.com/page">.',
  thresholds: `${duplicateThresholds} Content that is at least 85% similar counts too (SimHash on word pairs; same threshold as LibreCrawl).`,
  reference: googleDocs('Canonicalization', 'crawling-indexing/canonicalization'),
  grade: 'recommended',
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
      return info(isSettled ? texts.canonical(title, body.total) : title, {
        value: body.total,
        evidenceTotal: body.total,
        evidence: duplicateEvidence(body.items),
      })
    }
    if (similar.total === 0) return pass({ value: 0 })
    return info(duplicatesTitle(similar.total, 'nearly the same content'), {
      value: similar.total,
      evidenceTotal: similar.total,
      evidence: duplicateEvidence(similar.items),
    })
  },
})
