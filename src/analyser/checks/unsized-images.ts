import { count, defineCheck, googleDocs, notApplicable, pass, warn, shareOf } from '../define-check.ts'

export const texts = {
  unsized: (unsized: number, images: number) =>
    `${unsized} of ${count(images, 'image')} ${unsized === 1 ? 'has' : 'have'} no width and height`,
}

export const unsizedImages = defineCheck({
  id: 'unsized-images',
  name: 'Image dimensions',
  aliases: ['width and height', 'layout shift', 'CLS', 'image size'],
  titlePass: 'Every image has dimensions',
  titleFail: 'Some images have no dimensions',
  why: 'Without dimensions, browsers can’t reserve space for an image, so text jumps when it loads. Google measures this as layout shift (CLS).',
  how: 'Add width and height attributes to each img, or set aspect-ratio in its style. CSS can still scale it: width: 100%; height: auto.',
  action: 'Reserve space for images, so that the page doesn’t jump',
  effort: 'hours',
  thresholds:
    'Warning: an image without width and height attributes, and without a size or aspect-ratio in its style attribute or in a style element of the page (Lighthouse unsized-images). Linked stylesheets aren’t read. A size on the sources of a picture element counts. Inline, hidden and noscript images are ignored.',
  reference: googleDocs('Core Web Vitals', 'appearance/core-web-vitals'),
  grade: 'recommended',
  deduction: 'The share of images without a size, at least 10%.',
  needs: ['pictures'],
  run({ pictures: { judged: total, unsized } }) {
    if (total === 0) return notApplicable('The page has no images that need dimensions')
    if (unsized.total === 0)
      return pass({
        value: 0,
        title: total === 1 ? 'The image has dimensions' : `All ${count(total, 'image')} have dimensions`,
      })
    const title = texts.unsized(unsized.total, total)
    return warn({
      extent: shareOf(unsized.total, total, 0.1),
      value: unsized.total,
      evidenceTotal: unsized.total,
      title,
      evidence: unsized.items.map(({ at }) => ({ at })),
    })
  },
})
