import { count, defineCheck, fail, googleDocs, inUnits, notApplicable, pass, unknown, warn } from '../define-check.ts'
import { sampledFiles, mediaTypeOf } from '../probes/page-files.ts'
import type { ProbeFact } from '../facts/probes.ts'
import { withoutFragment } from '../facts/urls.ts'
import { noResponse } from '../probes/results.ts'

const large = 200_000
const tooLarge = 500_000

export const imageWeight = defineCheck({
  id: 'image-weight',
  name: 'Image file size',
  aliases: ['large images', 'image optimisation', 'heavy images', 'page speed'],
  titlePass: 'No image is large in bytes',
  titleFail: 'Images are large in bytes',
  why: 'A large image holds up all others and what readers wait for. Most can be a fraction of their size without a visible difference.',
  how: 'Scale images to the size they are shown at, offered in several with srcset. Save them as WebP or AVIF with a quality of about 80.',
  thresholds:
    'The largest image looked at passes up to 200 KB (200,000 bytes), warns up to 500 KB and fails beyond (SEOmator, SEOnaut). Images are a sample of those in the HTML.',
  reference: googleDocs('Images', 'appearance/google-images'),
  grade: 'heuristic',
  needs: ['probes', 'resources'],
  withoutPlaces: true,
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
      if (images.length > 0)
        return unknown('How large the images are is not known', 'The answers do not say how many bytes they have.')
      return noResponse(
        'How large the images are is not known',
        missing.filter(({ url }) => named.has(withoutFragment(url))),
      )
    }
    const value = first.bytes
    const over = weighed.filter(({ bytes }) => bytes > large)
    const of = `${weighed.length} of ${count(Math.max(named.size, weighed.length), 'image')} looked at`
    const largest = weighed.length === 1 && named.size === 1 ? 'The only image' : `The largest of ${of}`
    if (over.length === 0) return pass({ value, title: `${largest} has ${inUnits(value)}` })
    const evidence = over.map(({ url, at, bytes }) => ({ ...(at === null ? {} : { at }), url, note: inUnits(bytes) }))
    const title = `${over.length === 1 ? '1 image has' : `${over.length} images have`} more than 200 KB, the largest ${inUnits(value)}`
    return value > tooLarge ? fail({ value, title, evidence }) : warn({ value, title, evidence })
  },
})

const isImage = (probe: ProbeFact) => probe.image !== null || mediaTypeOf(probe)?.startsWith('image/') === true
