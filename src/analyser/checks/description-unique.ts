import {
  deductedWithinWebsite,
  duplicateEvidence,
  duplicatesTitle,
  duplicateThresholds,
  notCompared,
  notCounted,
  noOtherPages,
} from '../check-helpers/evidence.ts'
import { defineCheck, googleDocs, info, notApplicable, pass, warn } from '../define-check.ts'

export const descriptionUnique = defineCheck({
  id: 'description-unique',
  name: 'Duplicate meta description',
  aliases: ['duplicate description', 'unique description', 'meta tags'],
  titlePass: 'The meta description is unique',
  titleFail: 'Other pages have the same meta description',
  why: 'If several results share a description, people can’t tell which one to choose.',
  how: 'Describe what’s unique about this page in one or two sentences. No description is better than a generic one.',
  action: 'Give each page a description of its own, or none',
  effort: 'hours',
  thresholds: duplicateThresholds,
  reference: googleDocs('Snippets and meta descriptions', 'appearance/snippet'),
  grade: 'recommended',
  deduction: deductedWithinWebsite,
  needs: ['metadata', 'duplicates'],
  changeable: true,
  run({ metadata: { description }, duplicates }) {
    if (description === null) return notApplicable('The page has no meta description')
    if (duplicates === null) return notApplicable(notCompared)
    if (!duplicates.counted) return notApplicable(notCounted)
    if (duplicates.others === 0) return notApplicable(noOtherPages)
    const { items, total } = duplicates.description
    if (total === 0) return pass({ value: 0 })
    const found = { evidenceTotal: total, evidence: duplicateEvidence(items) }
    const title = duplicatesTitle(total, 'the same meta description')
    return duplicates.ofCrawl
      ? warn({ ...found, extent: 1, title, value: description })
      : info(title, { ...found, value: total })
  },
})
