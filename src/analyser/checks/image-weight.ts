import { formatRoughBytes } from '#contract/format/numbers.ts'
import { defineCheck, fail, googleDocs, notApplicable, pass, unknown, warn } from '../define-check.ts'
import type { ProbeFact } from '../facts/probes.ts'
import { withoutFragment } from '../facts/urls.ts'
import { sampledFiles, mediaTypeOf } from '../probes/page-files.ts'
import { noResponse } from '../probes/results.ts'

const large = 200_000
const tooLarge = 500_000

export const texts = {
  over: (images: number, largest: string) => `${images} images are over 200 KB (largest: ${largest})`,
  largest: (images: number, size: string) => `The largest of ${images} sampled images is ${size}`,
  only: (size: string) => `The only image is ${size}`,
  onlySampled: (size: string) => `The only sampled image is ${size}`,
}

export const imageWeight = defineCheck({
  id: 'image-weight',
  name: 'Image file size',
  aliases: ['large images', 'image optimisation', 'heavy images', 'page speed', 'image optimization'],
  titlePass: 'Images are a reasonable size',
  titleFail: 'Some images are too large',
  why: 'Large images delay everything else. Most can be made far smaller with no visible difference.',
  how: 'Resize images to the size they’re displayed at, and offer several sizes with srcset. Save as WebP or AVIF at around 80% quality.',
  action: 'Shrink large images',
  effort: 'hours',
  thresholds:
    'Pass: the largest sampled image is up to 200 KB. Warning: up to 500 KB. Fail: more (SEOmator, SEOnaut). Unknown: we couldn’t fetch an image or learn its size. Not applicable: the HTML loads no images.',
  reference: googleDocs('Images', 'appearance/google-images'),
  grade: 'heuristic',
  needs: ['probes', 'resources'],
  changeable: true,
  withoutLocations: true,
  run({ probes, resources }) {
    const named = new Set(
      resources.items
        .filter(({ kind, noscript }) => kind === 'image' && !noscript)
        .map(({ url }) => withoutFragment(url)),
    )
    const { received, missing } = sampledFiles(probes)
    const images = received.filter(isImage)
    const weighed = images
      .flatMap(({ url, at, wireBytes }) => (wireBytes === null ? [] : [{ url, at, bytes: wireBytes }]))
      .toSorted((a, b) => b.bytes - a.bytes)
    const [first] = weighed
    if (!first) {
      if (named.size === 0) return notApplicable('The HTML loads no images')
      if (images.length > 0) return unknown('We couldn’t check image sizes', 'The responses don’t state their size.')
      return noResponse(
        'We couldn’t check image sizes',
        [...received, ...missing].filter(({ url }) => named.has(withoutFragment(url))),
      )
    }
    const value = first.bytes
    const over = weighed.filter(({ bytes }) => bytes > large)
    if (over.length === 0) return pass({ value, title: titleOf(weighed.length, named.size, formatRoughBytes(value)) })
    const evidence = over.map(({ url, at, bytes }) => ({
      ...(at === null ? {} : { at }),
      url,
      note: formatRoughBytes(bytes),
    }))
    const title =
      over.length === 1
        ? `1 image is over 200 KB (${formatRoughBytes(value)})`
        : texts.over(over.length, formatRoughBytes(value))
    return value > tooLarge ? fail({ value, title, evidence }) : warn({ value, title, evidence })
  },
})

function titleOf(weighed: number, named: number, size: string): string {
  if (weighed > 1) return texts.largest(weighed, size)
  return named > 1 ? texts.onlySampled(size) : texts.only(size)
}

const isImage = (probe: ProbeFact) => probe.image !== null || mediaTypeOf(probe)?.startsWith('image/') === true
