import { count, defineCheck, googleDocs, notApplicable, pass, warn, shareOf } from '../define-check.ts'

export const unsizedImages = defineCheck({
  id: 'unsized-images',
  name: 'Image dimensions',
  aliases: ['width and height', 'layout shift', 'CLS'],
  titlePass: 'The page names the size of every image',
  titleFail: 'The page does not name the size of its images',
  why: "Without a size the browser learns an image's room only when it comes, and the text below it jumps. Google measures such jumps as layout shift.",
  how: 'Give each img element its width and height in pixels, or an aspect-ratio in its style. Style sheets may still scale it: width: 100%; height: auto.',
  thresholds:
    'Any image without both attributes, and without width and height or aspect-ratio in its own style attribute, warns (Lighthouse unsized-images). Style sheets are not read and may reserve the room. Inline images, hidden ones and those in noscript are not counted; a size on the sources of a picture element counts.',
  reference: googleDocs('Core Web Vitals', 'appearance/core-web-vitals'),
  grade: 'recommended',
  deduction: 'The share of images without a size, at least 10%.',
  needs: ['pictures'],
  run({ pictures: { judged, unsized } }) {
    if (judged === 0) return notApplicable('There are no images on the page that need a size')
    if (unsized.total === 0)
      return pass({
        value: 0,
        title:
          judged === 1 ? 'The page names the size of its image' : `The page names the size of all ${judged} images`,
      })
    const title = `${unsized.total} of ${count(judged, 'image')} ${unsized.total === 1 ? 'comes' : 'come'} without width and height`
    return warn({
      extent: shareOf(unsized.total, judged, 0.1),
      value: unsized.total,
      title,
      evidence: unsized.items.map(({ at }) => ({ at })),
    })
  },
})
