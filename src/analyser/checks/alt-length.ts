import { count, defineCheck, googleDocs, notApplicable, pass, warn, shareOf } from '../define-check.ts'
import { longAlt } from '../facts/images.ts'

export const altLength = defineCheck({
  id: 'alt-length',
  name: 'Alt text length',
  aliases: ['alt tag length', 'alternative text', 'long alt'],
  titlePass: 'Alternative texts are short',
  titleFail: 'Alternative texts are long',
  why: 'Alternative text is read aloud in one go, without a way to skip or to go back.',
  how: 'Say in a phrase what the image shows. Put what needs more words into the text beside it.',
  thresholds: `More than ${longAlt} characters, as readers count them, warn (SEOnaut and Screaming Frog; SEOmator 125). Google states no limit.`,
  reference: googleDocs('Images', 'appearance/google-images'),
  grade: 'heuristic',
  deduction: 'The share of alt texts that are too long, at least 25%.',
  needs: ['words'],
  run({ words: { alts } }) {
    if (alts.given === 0) return notApplicable('There are no alternative texts on the page')
    const { items, total } = alts.long
    if (total === 0)
      return pass({
        value: alts.longest,
        title: `The longest alternative text has ${count(alts.longest, 'character')}`,
      })
    const title = `${count(total, 'alternative text')} ${total === 1 ? 'has' : 'have'} more than ${longAlt} characters`
    return warn({
      extent: shareOf(total, alts.given, 0.25),
      value: alts.longest,
      title,
      evidence: items.map(({ at, length }) => ({ at, note: `${length} characters` })),
    })
  },
})
