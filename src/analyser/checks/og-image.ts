import { defineCheck, fail, type Finding, notApplicable, pass, unknown, warn } from '../define-check.ts'
import { type SharedImage, sharedImage } from '../facts/metadata.ts'
import { probesFor } from '../facts/probes.ts'
import { clip } from '../facts/text.ts'
import { isAbsolute } from '../facts/urls.ts'
import { mediaTypeOf } from '../probes/page-files.ts'
import { noResponse } from '../probes/results.ts'

const large = { width: 1200, height: 630 }
const small = { width: 600, height: 315 }
const maxBytes = 8 * 1024 * 1024
/** Statuses with which servers reject robots. Networks send other robots than we do. */
const rejections = new Set([401, 403, 429])

/** Content types that images can have. */
const imageTypes = /^(?:image\/|application\/octet-stream$|no content type$)/i
/** The part of an image that is read. Of a smaller file, everything is known. */
const startBytes = 64 * 1024

const whether = 'Whether the image for shared links can be shown could not be determined'

export const ogImage = defineCheck({
  id: 'og-image',
  name: 'Social image',
  aliases: ['og:image', 'share image', 'link preview', 'Facebook image'],
  titlePass: 'The image for shared links is large enough',
  titleFail: 'The image for shared links cannot be shown well',
  why: 'Networks show a large image above a shared link only where it is large enough, and none at all where it cannot be fetched.',
  how: 'Give og:image the full address of a JPEG, PNG or WebP image of at least 1200 by 630 pixels and less than 8 MB.',
  thresholds:
    'At least 1200 by 630 pixels passes and 600 by 315 warns; smaller, over 8 MB, an SVG, a relative address, or one that answers no image, fails (Meta’s guide to images in link shares; addresses by the Open Graph protocol). The first og:image counts, and of its size what its bytes say.',
  reference: {
    label: 'Meta: Images in link shares',
    url: 'https://developers.facebook.com/docs/sharing/webmasters/images/',
  },
  grade: 'heuristic',
  needs: ['metadata', 'probes'],
  run({ metadata: { metas }, probes }) {
    const image = sharedImage(metas.items)
    if (!image) return notApplicable('The page names no image for shared links')
    const { at } = image
    if (!isAbsolute(image.url))
      return fail({
        value: clip(image.url, 300),
        title: 'The address of the image for shared links is not a full one',
        evidence: [{ at, note: 'Networks fetch full http or https addresses only.' }],
      })

    const probe = probesFor(probes, 'og-image').find((one) => one.at === at || one.url === image.url)
    if (!probe || probe.outcome !== 'answered' || probe.status === null)
      return withPlace(noResponse(whether, probe ? [probe] : []), at)
    const { status, wireBytes, finalUrl } = probe
    const found = (note: string): Finding[] => [{ at, url: finalUrl ?? probe.url, note }]
    if (rejections.has(status))
      return unknown(whether, `Its server answered ${status}, which it may do to robots alone.`, {
        evidence: found(`Answered ${status}`),
      })
    if (status < 200 || status > 299)
      return fail({
        value: status,
        title: `The image for shared links cannot be fetched: its address answers ${status}`,
        evidence: found(`Answered ${status}`),
      })
    if (!probe.image) {
      const [type, sent] = [mediaTypeOf(probe) ?? 'no content type', wireBytes === null ? '' : `, ${wireBytes} bytes`]
      const mayBeOne = imageTypes.test(type) && (wireBytes === null || wireBytes > startBytes)
      if (mayBeOne)
        return unknown(whether, 'Its kind and size could not be read from its first bytes.', {
          evidence: found(`Answered ${type}${sent}`),
        })
      return fail({ value: null, title: 'What og:image names is no image', evidence: found(`Answered ${type}${sent}`) })
    }
    if (/svg/i.test(probe.image.type))
      return fail({
        value: 'svg',
        title: 'The image for shared links is an SVG, which networks do not show',
        evidence: found('An SVG image'),
      })
    if (wireBytes !== null && wireBytes > maxBytes)
      return fail({
        value: wireBytes,
        title: 'The image for shared links is larger than 8 MB',
        evidence: found(`${(wireBytes / 1024 / 1024).toFixed(1)} MB`),
      })

    const { width, height } = probe.image
    if (width === null || height === null)
      return unknown(whether, 'Its width and height could not be read from its first bytes.', {
        evidence: found(probe.image.type),
      })
    const size = `${width} by ${height} pixels`
    const details = { value: `${width}x${height}`, evidence: found(`${size}${contradiction(image, width, height)}`) }
    if (width >= large.width && height >= large.height)
      return pass({ ...details, title: `The image for shared links measures ${size}` })
    if (width >= small.width && height >= small.height)
      return warn({
        ...details,
        title: `The image for shared links measures ${size}: less than 1200 by 630 is blurred on sharp screens`,
      })
    return fail({ ...details, title: `The image for shared links measures ${size}, too small to be shown large` })
  },
})

const withPlace = <T extends { evidence?: Finding[] }>(verdict: T, at: number): T => ({
  ...verdict,
  evidence: [{ ...verdict.evidence?.[0], at }],
})

function contradiction({ width, height }: SharedImage, realWidth: number, realHeight: number): string {
  if ((width ?? realWidth) === realWidth && (height ?? realHeight) === realHeight) return ''
  return `, although the page declares ${width ?? 'no width'} by ${height ?? 'no height'}`
}
