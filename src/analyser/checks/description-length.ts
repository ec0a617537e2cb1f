import { defineCheck, googleDocs, info, notApplicable, pass, warn } from '../define-check.ts'
import { headMetas } from '../facts/metadata.ts'
import { countWide, graphemes, pixelWidth } from '../facts/text-width.ts'

const narrowText = { least: 120, most: 160 }
/** The limits for Chinese, Japanese and Korean, in characters of double width. */
const wideText = { least: 54, most: 75 }
const widest = 920
const cutAt = 990
/** The width of the shortest good description in average characters. Broad letters need fewer of them. */
const wideEnough = (widest * narrowText.least) / narrowText.most

export const texts = {
  truncated: (width: number) => `The meta description is ${width} px wide and will be truncated`,
  mayBeCut: (width: number) => `The meta description is ${width} px wide and may be truncated`,
  length: (length: number, unit: string) => `The meta description has ${length} ${unit}`,
  tooShort: (title: string, least: number) => `${title}, fewer than ${least}`,
  tooLong: (title: string, most: number) => `${title}, more than ${most}`,
  wideUnit: 'full-width characters',
}

export const descriptionLength = defineCheck({
  id: 'description-length',
  name: 'Meta description length',
  aliases: ['description too long', 'description too short', 'snippet length', 'meta tags'],
  titlePass: 'The meta description is a good length',
  titleFail: 'The meta description is too long',
  why: 'Google truncates long descriptions, so that readers miss their end.',
  how: `Summarise the page in ${narrowText.least}–${narrowText.most} characters, with the most important words first.`,
  action: 'Adjust the length of the description in search results',
  effort: 'minutes',
  thresholds: `Pass: ${narrowText.least}–${narrowText.most} characters and up to ${widest} px. Chinese, Japanese and Korean: ${wideText.least}–${wideText.most} full-width characters. Warning: more characters, or over ${cutAt} px. Info: fewer characters, or up to that width. Width is measured in Arial 13 px, and fewer characters pass from ${wideEnough} px. SEOmator’s limits, and ours for wide scripts; Google sets none, so nothing fails.`,
  reference: googleDocs('Snippets and meta descriptions', 'appearance/snippet'),
  grade: 'heuristic',
  needs: ['metadata'],
  run({ metadata: { description, metas } }) {
    if (description === null) return notApplicable('The page has no meta description')
    const length = graphemes(description)
    const width = pixelWidth(description, 13)
    const wideLetters = countWide(description)
    const at = headMetas(metas.items, 'description').find(({ content }) => content?.trim())?.at
    const evidence = [{ ...(at === undefined ? {} : { at }), note: `${length} characters, ${width} px` }]
    const isWide = wideLetters * 2 > length
    const limit = isWide ? wideText : narrowText
    // In wide scripts, a narrow letter takes half the space.
    const size = isWide ? Math.ceil((length + wideLetters) / 2) : length
    const unit = isWide ? texts.wideUnit : 'characters'
    const title = texts.length(size, unit)
    if (width > cutAt) return warn({ value: length, title: texts.truncated(width), evidence })
    if (size < limit.least && (isWide || width < wideEnough))
      return info(texts.tooShort(title, limit.least), { value: length, evidence })
    if (size > limit.most) return warn({ value: length, title: texts.tooLong(title, limit.most), evidence })
    if (width > widest && !isWide) return info(texts.mayBeCut(width), { value: length, evidence })
    return pass({ value: length, title })
  },
})
