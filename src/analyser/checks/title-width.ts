import { defineCheck, fail, googleDocs, notApplicable, pass, warn } from '../define-check.ts'
import { countWide, graphemes, pixelWidth } from '../text-width.ts'

const widest = 580
const cutAt = 620
const shortest = 10

export const titleWidth = defineCheck({
  id: 'title-width',
  titlePass: 'The title fits a search result',
  titleFail: 'The title does not fit a search result',
  why: 'A title that is too wide is cut in search results, and a very short one says little.',
  how: 'Name the subject of the page first and the website last. Leave out what the rest of the result says anyway.',
  thresholds: `At most ${widest} px pass, up to ${cutAt} px warn, wider fails; fewer than ${shortest} characters warn. These are figures of the trade (SEOmator 580 and 620 px, several tools 10 characters); Google states no limit. Width is in Arial at 20 px, characters as readers count them, and those of double width count twice (own value).`,
  reference: googleDocs('Title links', 'appearance/title-link'),
  grade: 'heuristic',
  needs: ['metadata'],
  run({ metadata: { title, titles } }) {
    if (title === null) return notApplicable('There is no title to measure')
    const length = graphemes(title)
    const width = pixelWidth(title, 20)
    const at = titles.items.find(({ inHead, text }) => inHead && text === title)?.at
    const evidence = [
      {
        ...(at === undefined ? {} : { at }),
        note: `${length} ${length === 1 ? 'character' : 'characters'}, ${width} px`,
      },
    ]
    if (width > cutAt) return fail({ value: width, title: `The title is ${width} px wide and will be cut`, evidence })
    if (width > widest) return warn({ value: width, title: `The title is ${width} px wide and may be cut`, evidence })
    if (length + countWide(title) < shortest)
      return warn({
        value: width,
        title: `The title is very short, at ${length} ${length === 1 ? 'character' : 'characters'}`,
        evidence,
      })
    return pass({ value: width, title: `The title is ${width} px wide and fits a search result` })
  },
})
