import {
  type CheckOutput,
  count,
  defineCheck,
  fail,
  googleDocs,
  notApplicable,
  pass,
  unknown,
  warn,
  shareOf,
} from '../define-check.ts'
import type { EmptyAltFacts } from '../facts/images.ts'
import type { Ordinal } from '../facts/walk.ts'
import { heroOf } from './lazy-lcp.ts'

export const texts = {
  olderReport: 'This report doesn’t say which images have an empty alt text. Run it again.',
  all: (images: number) => `All ${images} images have an alt attribute`,
  blank: 'The alt text is only white space, so the image is named by its file.',
  decoration: 'alt="" says that the image is decoration.',
  emptyMain: 'The main image has an empty alt text',
  someEmpty: (title: string, empty: number, images: number) =>
    `${title}${images === 1 ? ', which is empty' : `, ${empty} of them empty`}`,
  empty: (empty: number, images: number) =>
    `${empty} of ${count(images, 'image')} ${empty === 1 ? 'has' : 'have'} an empty alt text`,
  blanks: (blank: number, images: number) =>
    `${blank} of ${count(images, 'image')} ${blank === 1 ? 'has' : 'have'} a blank alt text`,
  fileName: (alt: string) => `“${alt}” is a file name, not a description.`,
  missing: (missing: number, images: number) =>
    `${missing} of ${count(images, 'image')} ${missing === 1 ? 'has' : 'have'} no alt text`,
  fileNames: (named: number, images: number) =>
    `${named} of ${count(images, 'image')} ${named === 1 ? 'has' : 'have'} a file name as alt text`,
}

export const imageAlt = defineCheck({
  id: 'image-alt',
  name: 'Image alt text',
  aliases: ['alt tag', 'alt attribute', 'missing alt', 'image SEO', 'accessibility'],
  titlePass: 'Every image has alt text',
  titleFail: 'Some images have no alt text',
  titleAny: 'Some images have no useful alt text',
  faults: {
    blank: 'Some images have a blank alt text',
    fileNames: 'Some images have a file name as alt text',
    empty: 'Some images have an empty alt text',
  },
  why: 'Search engines and people who can’t see an image rely on its alt text.',
  how: 'Describe the image in its alt attribute. For decorative images, use alt="".',
  action: 'Describe images in words',
  effort: 'hours',
  thresholds:
    'Pass: every image has an alt attribute; an empty one is right for decoration. Warning: an image has no alt attribute, only white space or a file name in it (our rule); or the main image of an article, recipe or product, or most of at least three large images, have an empty one (our rule). Fail: more than half have none or a blank one (our threshold). Hidden and decorative images are ignored.',
  reference: googleDocs('Images', 'appearance/google-images'),
  grade: 'required',
  deduction:
    'The share of images without alt text, at least 10%, and at least 50% for the main image; half the share for empty alt texts.',
  needs: ['images', 'altFaults', 'hero', 'entities'],
  uses: ['emptyAlts'],
  run({ images: { judged: total, withoutAlt }, altFaults, hero: pictures, entities, emptyAlts }) {
    if (total === 0) return notApplicable('There are no images that need alt text')
    const blank = emptyAlts?.blank ?? { items: [], total: 0 }
    const missing = withoutAlt.total + blank.total
    const named = altFaults.fileNames
    const hero = heroOf(pictures.images)?.at
    const isMain = (at: Ordinal) => at === hero
    const found = [...withoutAlt.items.map(({ at }) => at), ...blank.items]
      .map((at) => ({ at, isBlank: blank.items.includes(at) }))
      .toSorted((a, b) => Number(isMain(b.at)) - Number(isMain(a.at)) || a.at - b.at)
    const evidence = [
      ...found.map(({ at, isBlank }) => ({ at, ...(isBlank && { note: texts.blank }) })),
      ...named.items.map(({ at, alt }) => ({ at, note: texts.fileName(alt) })),
    ]
    if (missing > 0)
      return (missing * 2 > total ? fail : warn)({
        extent: shareOf(missing + named.total, total, found.some(({ at }) => isMain(at)) ? mainImage : 0.1),
        value: missing,
        evidenceTotal: missing + named.total,
        ...(blank.total === missing && { fault: 'blank' as const }),
        title: blank.total === missing ? texts.blanks(missing, total) : texts.missing(missing, total),
        evidence,
      })
    if (named.total > 0)
      return warn({
        extent: shareOf(named.total, total, 0.1),
        value: named.total,
        evidenceTotal: named.total,
        fault: 'fileNames',
        title: texts.fileNames(named.total, total),
        evidence,
      })
    if (emptyAlts === undefined) return unknown('We couldn’t check empty alt texts', texts.olderReport)
    return judgeEmpty({ total, emptyAlts, hero: showsItem(entities.types.map(({ type }) => type)) ? hero : undefined })
  },
})

/** The main image alone costs half the points. */
const mainImage = 0.5
/** Fewer empty alt texts can each be decoration. */
const fewImages = 3

/** Types of items whose page shows them in its main image. */
const itemTypes = new Set(['Product', 'ProductGroup', 'Recipe', 'Article', 'NewsArticle', 'BlogPosting', 'Event'])
const showsItem = (types: readonly string[]) => types.some((type) => itemTypes.has(type))

/** Judges empty alt texts, which are right for decoration and wrong for the images that a page is about. */
function judgeEmpty({
  total,
  emptyAlts,
  hero,
}: {
  total: number
  emptyAlts: EmptyAltFacts
  hero: Ordinal | undefined
}): CheckOutput<'empty'> {
  const empty = emptyAlts.empty
  const content = emptyAlts.content
  const main = content.items.find(({ at, described }) => described || at === hero)
  const isMost = content.total >= fewImages && content.total * 2 >= total
  if (main !== undefined || isMost) {
    const evidence = content.items
      .toSorted((a, b) => Number(b === main) - Number(a === main))
      .map(({ at }) => ({ at, note: texts.decoration }))
    return warn({
      extent: main === undefined ? content.total / total / 2 : mainImage,
      value: content.total,
      evidenceTotal: content.total,
      fault: 'empty',
      title: main === undefined || content.total > 1 ? texts.empty(empty, total) : texts.emptyMain,
      evidence,
    })
  }
  const title = total === 1 ? 'The image has an alt attribute' : texts.all(total)
  return pass({ value: 0, title: empty === 0 ? title : texts.someEmpty(title, empty, total) })
}
