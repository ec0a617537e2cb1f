import { defineCheck, fail, googleDocs, info, notApplicable, pass, warn } from '../define-check.ts'
import { documentTitle } from '../facts/metadata.ts'
import { countWide, graphemes, pixelWidth } from '../facts/text-width.ts'

const widest = 580
const cutAt = 620
const shortest = 10

export const texts = {
  truncated: (width: number) => `The title is ${width} px wide and will be truncated`,
  mayBeCut: (width: number) => `The title is ${width} px wide and may be truncated`,
  short: (length: number) => `The title is only ${length} ${length === 1 ? 'character' : 'characters'} long`,
}

export const titleWidth = defineCheck({
  id: 'title-width',
  name: 'Title length',
  aliases: ['title too long', 'title too short', 'title width', 'pixel width'],
  titlePass: 'The title fits in search results',
  titleFail: 'The title is too long or too short',
  faults: {
    long: 'The title is too long',
    short: 'The title is too short',
  },
  why: 'Google truncates long titles in search results, and very short ones say too little.',
  how: 'Put the page’s topic first and the site name last. Cut anything the rest of the result already says.',
  action: 'Adjust the length of the title in search results',
  effort: 'minutes',
  thresholds: `Pass: up to ${widest} px. Warning: under ${shortest} characters. Fail: over ${cutAt} px. Info: up to that. Limits from SEOmator and others; Google sets none. Measured in Arial 20 px. Double-width characters count twice.`,
  reference: googleDocs('Title links', 'appearance/title-link'),
  grade: 'heuristic',
  needs: ['metadata'],
  run({ metadata }) {
    const title = documentTitle(metadata)
    if (title === null) return notApplicable('The page has no title to measure')
    const length = graphemes(title)
    const width = pixelWidth(title, 20)
    const at = metadata.titles.items.find(({ text }) => text === title)?.at
    const evidence = [
      {
        ...(at === undefined ? {} : { at }),
        note: `${length} ${length === 1 ? 'character' : 'characters'}, ${width} px`,
      },
    ]
    if (width > cutAt) return fail({ value: width, fault: 'long', title: texts.truncated(width), evidence })
    if (width > widest) return info(texts.mayBeCut(width), { value: width, evidence })
    if (length + countWide(title) < shortest)
      return warn({
        value: width,
        fault: 'short',
        title: texts.short(length),
        evidence,
      })
    return pass({ value: width, title: `The title is ${width} px wide and fits in search results` })
  },
})
