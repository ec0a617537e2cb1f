import { defineCheck, fail, googleDocs, notApplicable, pass, warn } from '../define-check.ts'
import { headMetas } from '../facts/metadata.ts'
import { graphemes, pixelWidth } from '../text-width.ts'

const shortest = 120
const longest = 160
const widest = 920
const cutAt = 990
/**
 * The width of the shortest good description in average characters. Scripts with wide characters need fewer of them.
 */
const wideEnough = (widest * shortest) / longest

export const descriptionLength = defineCheck({
  id: 'description-length',
  name: 'Meta description length',
  aliases: ['description too long', 'description too short', 'snippet length', 'meta tags'],
  titlePass: 'The meta description fits a search result',
  titleFail: 'The meta description does not fit a search result',
  why: 'A description that is too long is cut off, and a very short one wastes the room.',
  how: `Say what the page offers in ${shortest} to ${longest} characters, the most important words first.`,
  thresholds: `${shortest} to ${longest} characters and at most ${widest} px wide pass; other lengths, and up to ${cutAt} px, warn; wider fails. These are figures of the trade (SEOmator); Google states no limit. Width is in Arial at 13 px, characters as readers count them, and fewer of them pass from ${wideEnough} px on (own values).`,
  reference: googleDocs('Snippets and meta descriptions', 'appearance/snippet'),
  grade: 'heuristic',
  needs: ['metadata'],
  run({ metadata: { description, metas } }) {
    if (description === null) return notApplicable('There is no meta description to measure')
    const length = graphemes(description)
    const width = pixelWidth(description, 13)
    const at = headMetas(metas.items, 'description').find(({ content }) => content?.trim())?.at
    const evidence = [{ ...(at === undefined ? {} : { at }), note: `${length} characters, ${width} px` }]
    if (width > cutAt)
      return fail({ value: length, title: `The meta description is ${width} px wide and will be cut`, evidence })
    if (length < shortest && width < wideEnough)
      return warn({
        value: length,
        title: `The meta description has ${length} characters, fewer than ${shortest}`,
        evidence,
      })
    if (length > longest)
      return warn({
        value: length,
        title: `The meta description has ${length} characters, more than ${longest}`,
        evidence,
      })
    if (width > widest)
      return warn({ value: length, title: `The meta description is ${width} px wide and may be cut`, evidence })
    return pass({ value: length, title: `The meta description has ${length} characters and fits a search result` })
  },
})
