import { defineCheck, googleDocs, notApplicable, pass, warn } from '../define-check.ts'
import { documentTitle } from '../facts/metadata.ts'
import { duplicateEvidence, duplicatesTitle, uniqueTitle } from '../duplicate-evidence.ts'

export const titleUnique = defineCheck({
  id: 'title-unique',
  name: 'Duplicate title',
  aliases: ['duplicate title tags', 'unique title'],
  titlePass: 'No other page of the website has this title',
  titleFail: 'Other pages of the website have the same title',
  why: 'Readers of search results, tabs and bookmarks tell the pages of a website apart by their titles.',
  how: 'Say in each title what this page alone offers. Where pages show the same thing, name one of them as canonical.',
  thresholds:
    'The same title, in whatever case, on another reported page of the website warns, as Google advises distinct titles. Only pages with a report are compared, each by its newest.',
  reference: googleDocs('Title links', 'appearance/title-link'),
  grade: 'recommended',
  needs: ['metadata', 'site'],
  run({ metadata, site }) {
    const title = documentTitle(metadata)
    if (title === null) return notApplicable('There is no title to compare')
    if (site === null) return notApplicable('Other pages of the website were not looked at')
    if (site.others === 0) return notApplicable('No other page of the website has a report yet')
    const { items, total } = site.title
    if (total === 0) return pass({ value: 0, title: uniqueTitle('The title', site) })
    return warn({ value: total, title: duplicatesTitle(total, 'the same title'), evidence: duplicateEvidence(items) })
  },
})
