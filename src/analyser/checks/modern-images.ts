import { count, defineCheck, googleDocs, notApplicable, pass, warn } from '../define-check.ts'
import { formatOf } from '../facts/image-markup.ts'
import type { ProbeFact } from '../facts/probes.ts'
import { withoutFragment } from '../facts/urls.ts'
import type { PageFacts } from '../page-facts.ts'
import { sampledFiles, mediaTypeOf } from '../probes/page-files.ts'

const modernType = /^(?:image\/)?(?:webp|avif|jxl)$/

export const texts = {
  modern: (offered: number, images: number) =>
    `${offered} of ${count(images, 'raster image')} ${offered === 1 || images === 1 ? 'is' : 'are'} offered as WebP or AVIF`,
}

export const modernImages = defineCheck({
  id: 'modern-images',
  name: 'Image formats',
  aliases: ['WebP', 'AVIF', 'next-gen images', 'image optimisation', 'image optimization'],
  titlePass: 'Images use modern formats',
  titleFail: 'Images use older formats',
  why: 'WebP and AVIF are 25–50% smaller than JPEG and PNG at the same quality. Images are usually most of a page’s weight.',
  how: 'Offer WebP or AVIF with a picture element or srcset, or let the server choose by the Accept header. Keep the old format as a fallback.',
  action: 'Use smaller, modern image formats',
  effort: 'hours',
  thresholds:
    'Warning: under half of the raster images are offered as WebP, AVIF or JPEG XL (our threshold). Formats are read from URLs and types. Servers that choose the format by the Accept header count as modern.',
  reference: googleDocs('Images', 'appearance/google-images'),
  grade: 'recommended',
  deduction: 'The share of images in older formats.',
  needs: ['pictures', 'probes', 'resources'],
  changeable: true,
  run({ pictures: { modern, legacy }, probes, resources }) {
    const hosts = hostsThatNegotiate(probes)
    const old = hosts.size === 0 ? legacy.items : without(hosts, legacy.items, resources)
    const oldTotal = legacy.total - (legacy.items.length - old.length)
    const total = modern + legacy.total
    if (total === 0) return notApplicable('We couldn’t tell the format of any image')
    const offered = total - oldTotal
    const title = texts.modern(offered, total)
    const value = Math.round((offered / total) * 100)
    return offered * 2 < total
      ? warn({
          extent: 1 - value / 100,
          value,
          evidenceTotal: oldTotal,
          title,
          evidence: old.map(({ at }) => ({ at })),
        })
      : pass({ value, title })
  },
})

/** Returns the hosts that returned a modern format for a URL of an old one. */
function hostsThatNegotiate(probes: PageFacts['probes']): Set<string> {
  const { received } = sampledFiles(probes)
  return new Set(
    received.filter((probe) => isModern(probe) && formatOf(probe.url) === 'legacy').map(({ url }) => hostOf(url)),
  )
}

function without<T extends { at: number }>(hosts: Set<string>, pictures: T[], resources: PageFacts['resources']): T[] {
  const urls = new Map(resources.items.filter(({ kind }) => kind === 'image').map(({ at, url }) => [at, url]))
  return pictures.filter(({ at }) => !hosts.has(hostOf(urls.get(at) ?? '')))
}

const isModern = (probe: ProbeFact) =>
  modernType.test(probe.image?.type ?? '') || modernType.test(mediaTypeOf(probe) ?? '')

const hostOf = (url: string) => withoutFragment(url).split('/')[2] ?? ''
