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
import { documentTitle } from '../facts/metadata.ts'

export const texts = {
  noTitle: 'The page has no title to compare',
}

export const titleUnique = defineCheck({
  id: 'title-unique',
  name: 'Duplicate title',
  aliases: ['duplicate title tags', 'unique title'],
  titlePass: 'The title is unique',
  titleFail: 'Other pages have the same title',
  why: 'People tell pages apart by their titles in search results, tabs and bookmarks.',
  how: 'Put what’s unique about this page in its title. If pages show the same content, choose one as the canonical.',
  action: 'Give each page a title of its own',
  effort: 'hours',
  thresholds: duplicateThresholds,
  reference: googleDocs('Title links', 'appearance/title-link'),
  grade: 'recommended',
  deduction: deductedWithinWebsite,
  needs: ['metadata', 'duplicates'],
  changeable: true,
  run({ metadata, duplicates }) {
    const title = documentTitle(metadata)
    if (title === null) return notApplicable(texts.noTitle)
    if (duplicates === null) return notApplicable(notCompared)
    if (!duplicates.counted) return notApplicable(notCounted)
    if (duplicates.others === 0) return notApplicable(noOtherPages)
    const { items, total } = duplicates.title
    if (total === 0) return pass({ value: 0 })
    const found = { evidenceTotal: total, evidence: duplicateEvidence(items) }
    const text = duplicatesTitle(total, 'the same title')
    return duplicates.ofCrawl
      ? warn({ ...found, extent: 1, title: text, value: title })
      : info(text, { ...found, value: total })
  },
})
