import { count, defineCheck, googleDocs, notApplicable, pass, warn } from '../define-check.ts'
import { limits } from '../facts/text.ts'
import { graphemes } from '../text-width.ts'

const longest = 100

export const altLength = defineCheck({
  id: 'alt-length',
  titlePass: 'Alternative texts are short',
  titleFail: 'Alternative texts are long',
  why: 'Alternative text is read aloud in one go, without a way to skip or to go back.',
  how: 'Say in a phrase what the image shows. Put what needs more words into the text beside it.',
  thresholds: `More than ${longest} characters, as readers count them, warn (SEOnaut and Screaming Frog; SEOmator 125). Google states no limit.`,
  reference: googleDocs('Images', 'appearance/google-images'),
  grade: 'heuristic',
  needs: ['images'],
  run({ images }) {
    const texts = images.items.flatMap(({ alt, ignored, at }) => (ignored || !alt?.trim() ? [] : [{ alt: alt.trim(), length: graphemes(alt.trim()), at }]))
    if (texts.length === 0) return notApplicable('There are no alternative texts on the page')
    const most = Math.max(...texts.map(({ length }) => length))
    const long = texts.filter(({ length }) => length > longest)
    if (long.length === 0) {
      const seen = images.total > images.items.length ? `, of the first ${images.items.length} of ${images.total} images` : ''
      return pass({ value: most, title: `The longest alternative text has ${count(most, 'character')}${seen}` })
    }
    const title = long.length === 1 ? `1 alternative text has more than ${longest} characters` : `${long.length} alternative texts have more than ${longest} characters`
    const noteOf = ({ alt, length }: { alt: string; length: number }) => (alt.length >= limits.text ? 'More characters than are kept' : `${length} characters`)
    return warn({ value: most, title, evidence: long.map((text) => ({ at: text.at, note: noteOf(text) })) })
  },
})
