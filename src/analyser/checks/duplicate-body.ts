import { count, defineCheck, googleDocs, info, notApplicable, pass, warn } from '../define-check.ts'
import { twinEvidence } from '../twin-evidence.ts'

export const duplicateBody = defineCheck({
  id: 'duplicate-body',
  titlePass: 'No other page of the website has this text',
  titleFail: 'Other pages of the website have the same text',
  why: 'Of pages with the same text a search engine shows one, and it may not be the one that you would choose.',
  how: 'Keep one address for the text and redirect the others to it. Where they are needed, name the one as canonical on all of them.',
  thresholds: 'The same visible text on another reported page of the website warns; a similarity of 85 % or more is only told (SimHash over pairs of words; LibreCrawl 0.85). Only pages with a report are compared, each by its newest.',
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
      const details = { value: body.total, evidence: twinEvidence(body.items) }
      const title = `${count(body.total, 'other page')} of the website ${body.total === 1 ? 'has' : 'have'} the same text`
      return settled ? info(`${title}, and this page names the canonical one`, details) : warn({ ...details, title })
    }
    if (similar.total > 0) {
      const title = `${count(similar.total, 'other page')} of the website ${similar.total === 1 ? 'has' : 'have'} nearly the same text`
      return info(title, { value: similar.total, evidence: twinEvidence(similar.items) })
    }
    return pass({ value: 0, title: `The text differs from ${site.others === 1 ? 'that of the one other page' : `those of the ${site.others} other pages`} with a report` })
  },
})
