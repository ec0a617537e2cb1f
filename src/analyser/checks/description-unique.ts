import { defineCheck, googleDocs, notApplicable, pass, warn } from '../define-check.ts'
import { duplicateEvidence, duplicatesTitle, uniqueTitle } from '../duplicate-evidence.ts'

export const descriptionUnique = defineCheck({
  id: 'description-unique',
  name: 'Duplicate meta description',
  aliases: ['duplicate description', 'unique description', 'meta tags'],
  titlePass: 'No other page of the website has this meta description',
  titleFail: 'Other pages of the website have the same meta description',
  why: 'A description that stands under several results tells readers nothing about which of them to choose.',
  how: 'Describe in one or two sentences what this page alone offers. Leave the description out rather than repeat a general one.',
  thresholds:
    'The same meta description, in whatever case, on another reported page of the website warns, as Google advises different ones. Only pages with a report are compared, each by its newest.',
  reference: googleDocs('Snippets and meta descriptions', 'appearance/snippet'),
  grade: 'recommended',
  needs: ['metadata', 'site'],
  run({ metadata: { description }, site }) {
    if (description === null) return notApplicable('There is no meta description to compare')
    if (site === null) return notApplicable('Other pages of the website were not looked at')
    if (site.others === 0) return notApplicable('No other page of the website has a report yet')
    const { items, total } = site.description
    if (total === 0) return pass({ value: 0, title: uniqueTitle('The meta description', site) })
    return warn({
      value: total,
      title: duplicatesTitle(total, 'the same meta description'),
      evidence: duplicateEvidence(items),
    })
  },
})
