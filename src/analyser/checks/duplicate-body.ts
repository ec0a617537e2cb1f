import { defineCheck, googleDocs, info, notApplicable, pass } from '../define-check.ts'
import { duplicateEvidence, duplicatesTitle, duplicateThresholds } from '../duplicate-evidence.ts'

export const duplicateBody = defineCheck({
  id: 'duplicate-body',
  name: 'Duplicate content',
  aliases: ['duplicate pages', 'thin content', 'copied text', 'near duplicates'],
  titlePass: 'No other page has this text',
  titleFail: 'Other pages have this text',
  why: 'Of pages with the same text a search engine shows one, and it may not be the one that you would choose.',
  how: 'Keep one address for the text and redirect the others to it. Where they are needed, name the one as canonical on all of them.',
  thresholds: `${duplicateThresholds} Texts with a similarity of 85% or more are shown too (SimHash over pairs of words; LibreCrawl 0.85).`,
  reference: googleDocs('Canonicalization', 'crawling-indexing/canonicalization'),
  grade: 'recommended',
  needs: ['document', 'canonicals', 'site'],
  run({ document, canonicals, site }) {
    if (document.textLength === 0) return notApplicable('There is no text to compare')
    if (site === null) return notApplicable('Other pages weren’t compared')
    if (site.others === 0) return notApplicable('No other page of the website has a report yet')
    const { body, similar } = site
    if (body.total > 0) {
      const named = new Set(canonicals.items.map(({ url }) => url))
      const isSettled = named.size === 1 && body.items.some(({ url }) => named.has(url))
      const title = duplicatesTitle(body.total, 'this text')
      return info(isSettled ? `${title}, and this page names the canonical one` : title, {
        value: body.total,
        evidence: duplicateEvidence(body.items),
      })
    }
    if (similar.total === 0) return pass({ value: 0 })
    return info(duplicatesTitle(similar.total, 'nearly this text'), {
      value: similar.total,
      evidence: duplicateEvidence(similar.items),
    })
  },
})
