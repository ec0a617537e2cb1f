import { defineCheck, googleDocs, info, notApplicable, pass } from '../define-check.ts'
import { documentTitle } from '../facts/metadata.ts'
import { duplicateEvidence, duplicatesTitle, duplicateThresholds } from '../duplicate-evidence.ts'

export const titleUnique = defineCheck({
  id: 'title-unique',
  name: 'Duplicate title',
  aliases: ['duplicate title tags', 'unique title'],
  titlePass: 'No other page has this title',
  titleFail: 'Other pages have this title',
  why: 'Readers of search results, tabs and bookmarks tell the pages of a website apart by their titles.',
  how: 'Say in each title what this page alone offers. Where pages show the same thing, name one of them as canonical.',
  thresholds: duplicateThresholds,
  reference: googleDocs('Title links', 'appearance/title-link'),
  grade: 'recommended',
  needs: ['metadata', 'site'],
  run({ metadata, site }) {
    const title = documentTitle(metadata)
    if (title === null) return notApplicable('There is no title to compare')
    if (site === null) return notApplicable('Other pages weren’t compared')
    if (site.others === 0) return notApplicable('No other page of the website has a report yet')
    const { items, total } = site.title
    if (total === 0) return pass({ value: 0 })
    return info(duplicatesTitle(total, 'this title'), { value: total, evidence: duplicateEvidence(items) })
  },
})
