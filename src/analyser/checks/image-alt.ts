import { count, defineCheck, fail, googleDocs, notApplicable, pass, warn, shareOf } from '../define-check.ts'

export const imageAlt = defineCheck({
  id: 'image-alt',
  titlePass: 'Every image has alternative text',
  titleFail: 'Images have no alternative text',
  why: 'Alternative text is what search engines and people who cannot see an image read instead of it.',
  how: 'Describe the image in its alt attribute. Where an image is only decoration, give it an empty one: alt="".',
  thresholds:
    'Any image without an alt attribute warns; more than half of them fails (own value). An empty attribute counts as given; hidden images and those marked as decoration are not asked for one.',
  reference: googleDocs('Images', 'appearance/google-images'),
  grade: 'required',
  deduction: 'The share of images without alt text, at least 10%.',
  needs: ['images'],
  run({ images: { judged, withoutAlt } }) {
    if (judged === 0) return notApplicable('There are no images on the page that need alternative text')
    const missing = withoutAlt.total
    if (missing === 0)
      return pass({
        value: 0,
        title: judged === 1 ? 'The image has an alt attribute' : `All ${judged} images have an alt attribute`,
      })
    const details = {
      extent: shareOf(missing, judged, 0.1),
      value: missing,
      title: `${missing} of ${count(judged, 'image')} ${missing === 1 ? 'has' : 'have'} no alternative text`,
      evidence: withoutAlt.items.map(({ at }) => ({ at })),
    }
    return missing * 2 > judged ? fail(details) : warn(details)
  },
})
