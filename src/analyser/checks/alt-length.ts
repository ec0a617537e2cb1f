import { count, defineCheck, googleDocs, notApplicable, pass, warn, shareOf } from '../define-check.ts'
import { longAlt } from '../facts/images.ts'

export const texts = {
  long: (total: number) =>
    `${count(total, 'alt text')} ${total === 1 ? 'is' : 'are'} longer than ${longAlt} characters`,
}

export const altLength = defineCheck({
  id: 'alt-length',
  name: 'Alt text length',
  aliases: ['alt tag length', 'alternative text', 'long alt'],
  titlePass: 'Alt text is concise',
  titleFail: 'Alt text is too long',
  why: 'Screen readers read alt text in one go. People can’t skip or go back.',
  how: 'Describe the image in a short phrase: alt="Oak desk lamp, switched on". Put longer explanations in the text next to it.',
  action: 'Shorten the descriptions of images',
  effort: 'minutes',
  thresholds: `Pass: every alt text has up to ${longAlt} characters. Warning: longer. Google sets no limit; ${longAlt} is what Screaming Frog and SEOnaut use (SEOmator: 125).`,
  reference: googleDocs('Images', 'appearance/google-images'),
  grade: 'heuristic',
  deduction: 'The share of alt texts that are too long, at least 25%.',
  needs: ['words'],
  run({ words: { alts } }) {
    if (alts.given === 0) return notApplicable('The page has no alt text')
    const { items, total } = alts.long
    if (total === 0)
      return pass({
        value: alts.longest,
        title: `The longest alt text has ${count(alts.longest, 'character')}`,
      })
    const title = texts.long(total)
    return warn({
      extent: shareOf(total, alts.given, 0.25),
      value: alts.longest,
      evidenceTotal: total,
      title,
      evidence: items.map(({ at, length }) => ({ at, note: `${length} characters` })),
    })
  },
})
