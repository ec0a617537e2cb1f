import { count, defineCheck, fail, googleDocs, notApplicable, pass, warn, shareOf } from '../define-check.ts'

export const texts = {
  all: (images: number) => `All ${images} images have an alt attribute`,
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
  why: 'Search engines and people who can’t see an image rely on its alt text.',
  how: 'Describe the image in its alt attribute. For decorative images, use alt="".',
  action: 'Describe images in words',
  effort: 'hours',
  thresholds:
    'Warning: an image has no alt attribute, or a file name in it (our rule). Fail: more than half have none (our threshold). alt="" counts. Hidden and decorative images are ignored.',
  reference: googleDocs('Images', 'appearance/google-images'),
  grade: 'required',
  deduction: 'The share of images without alt text, at least 10%.',
  needs: ['images', 'altFaults'],
  run({ images: { judged: total, withoutAlt }, altFaults }) {
    if (total === 0) return notApplicable('There are no images that need alt text')
    const missing = withoutAlt.total
    const named = altFaults.fileNames
    if (missing + named.total === 0)
      return pass({
        value: 0,
        title: total === 1 ? 'The image has an alt attribute' : texts.all(total),
      })
    const evidence = [
      ...withoutAlt.items.map(({ at }) => ({ at })),
      ...named.items.map(({ at, alt }) => ({ at, note: texts.fileName(alt) })),
    ]
    if (missing === 0)
      return warn({
        extent: shareOf(named.total, total, 0.1),
        value: named.total,
        evidenceTotal: named.total,
        title: texts.fileNames(named.total, total),
        evidence,
      })
    const title = texts.missing(missing, total)
    return (missing * 2 > total ? fail : warn)({
      extent: shareOf(missing + named.total, total, 0.1),
      value: missing,
      evidenceTotal: missing + named.total,
      title,
      evidence,
    })
  },
})
