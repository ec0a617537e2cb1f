import { defineCheck, googleDocs, info, notApplicable, pass, warn } from '../define-check.ts'
import { duplicateEvidence, duplicatesTitle, pastDuplicatesTitle, uniqueTitle } from '../duplicate-evidence.ts'

export const duplicateBody = defineCheck({
  id: 'duplicate-body',
  name: 'Duplicate content',
  aliases: ['duplicate pages', 'thin content', 'copied text', 'near duplicates'],
  titlePass: 'No other page of the website has this text',
  titleFail: 'Other pages of the website have the same text',
  why: 'Of pages with the same text a search engine shows one, and it may not be the one that you would choose.',
  how: 'Keep one address for the text and redirect the others to it. Where they are needed, name the one as canonical on all of them.',
  thresholds:
    'The same visible text on another reported page of the website warns; a similarity of 85 % or more is only told (SimHash over pairs of words; LibreCrawl 0.85). Only pages with a report are compared, each by its newest.',
  reference: googleDocs('Canonicalization', 'crawling-indexing/canonicalization'),
  grade: 'recommended',
  needs: ['document', 'canonicals', 'site'],
  run({ document, canonicals, site }) {
    if (document.textLength === 0) return notApplicable('There is no text to compare')
    if (site === null) return notApplicable('Other pages of the website were not looked at')
    if (site.others === 0) return notApplicable('No other page of the website has a report yet')
    const { body, similar } = site
    if (body.total > 0) {
      const named = new Set(canonicals.items.map(({ url }) => url))
      const settled = named.size === 1 && body.items.some(({ url }) => named.has(url))
      const details = { value: body.total, evidence: duplicateEvidence(body.items) }
      const title = duplicatesTitle(body.total, 'the same text')
      return settled ? info(`${title}, and this page names the canonical one`, details) : warn({ ...details, title })
    }
    if (similar.total > 0) {
      return info(pastDuplicatesTitle(similar.total, 'nearly the same text'), {
        value: similar.total,
        evidence: duplicateEvidence(similar.items),
      })
    }
    return pass({ value: 0, title: uniqueTitle('The text', site) })
  },
})
