import { defineCheck, googleDocs, info, notApplicable, pass } from '../define-check.ts'
import { duplicateEvidence, duplicatesTitle, duplicateThresholds } from '../duplicate-evidence.ts'

export const descriptionUnique = defineCheck({
  id: 'description-unique',
  name: 'Duplicate meta description',
  aliases: ['duplicate description', 'unique description', 'meta tags'],
  titlePass: 'No other page has this meta description',
  titleFail: 'Other pages have this meta description',
  why: 'A description that stands under several results tells readers nothing about which of them to choose.',
  how: 'Describe in one or two sentences what this page alone offers. Leave the description out rather than repeat a general one.',
  thresholds: duplicateThresholds,
  reference: googleDocs('Snippets and meta descriptions', 'appearance/snippet'),
  grade: 'recommended',
  needs: ['metadata', 'site'],
  run({ metadata: { description }, site }) {
    if (description === null) return notApplicable('There is no meta description to compare')
    if (site === null) return notApplicable('Other pages weren’t compared')
    if (site.others === 0) return notApplicable('No other page of the website has a report yet')
    const { items, total } = site.description
    if (total === 0) return pass({ value: 0 })
    return info(duplicatesTitle(total, 'this meta description'), { value: total, evidence: duplicateEvidence(items) })
  },
})
