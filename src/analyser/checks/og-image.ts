import { defineCheck, fail, type LocatedEvidence, notApplicable, pass, unknown, warn } from '../define-check.ts'
import { type SharedImage, sharedImage } from '../facts/metadata.ts'
import { probesFor } from '../facts/probes.ts'
import { clip } from '../facts/text.ts'
import { isAbsolute } from '../facts/urls.ts'
import { isSuccess } from '../fetched-page.ts'
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

export const texts = {
  notAnImage: 'og:image isn’t an image',
  svg: 'The social image is an SVG, which social networks don’t show',
  tooHeavy: 'The social image is over 8 MB',
  relative: 'og:image isn’t an absolute URL',
  unknown: 'We couldn’t check the social image',
  unread: 'Its format and size couldn’t be read from its first bytes.',
  noSize: 'Its width and height couldn’t be read from its first bytes.',
  error: (status: number) => `The social image can’t be fetched: its URL returns ${status}`,
  size: (size: string) => `The social image is ${size}`,
  blurry: (size: string) => `The social image is ${size}. Below 1200 × 630 px, it looks blurry`,
  tooSmall: (size: string) => `The social image is ${size}, too small for a large preview`,
}

export const ogImage = defineCheck({
  id: 'og-image',
  name: 'Social image',
  aliases: ['og:image', 'share image', 'link preview', 'Facebook image'],
  titlePass: 'The social image is large enough',
  titleFail: 'The social image can’t be displayed well',
  faults: {
    relative: texts.relative,
    error: 'The social image can’t be fetched',
    notAnImage: texts.notAnImage,
    svg: texts.svg,
    tooHeavy: texts.tooHeavy,
    small: 'The social image is too small',
  },
  why: 'Social networks only show a large preview if the image is big enough, and none if they can’t fetch it.',
  how: 'Set og:image to the absolute URL of a JPEG, PNG or WebP of at least 1200 × 630 px and under 8 MB.',
  action: 'Provide a picture that social networks can show',
  effort: 'minutes',
  thresholds:
    'Pass: 1200 × 630 px or more. Warning: 600 × 315 px or more. Fail: smaller, over 8 MB, an SVG, a relative URL, an error status, or not an image (Meta’s guide to link images). Unknown: its server rejects our request, or its size can’t be read. Not applicable: no og:image. Only the first og:image counts.',
  reference: {
    label: 'Meta: Images in link shares',
    url: 'https://developers.facebook.com/docs/sharing/webmasters/images/',
  },
  grade: 'heuristic',
  needs: ['metadata', 'probes'],
  run({ metadata: { metas }, probes }) {
    const image = sharedImage(metas.items)
    if (!image) return notApplicable('The page has no og:image')
    const { at } = image
    if (!isAbsolute(image.url))
      return fail({
        value: clip(image.url, 300),
        fault: 'relative',
        evidence: [{ at, note: 'Social networks only fetch absolute http:// or https:// URLs.' }],
      })

    const probe = probesFor(probes, 'og-image').find(
      (imageProbe) => imageProbe.at === at || imageProbe.url === image.url,
    )
    if (!probe || probe.outcome !== 'answered' || probe.status === null)
      return withPlace(noResponse(texts.unknown, probe ? [probe] : []), at)
    const { status, wireBytes, finalUrl } = probe
    const found = (note: string): LocatedEvidence[] => [{ at, url: finalUrl ?? probe.url, note }]
    if (rejections.has(status))
      return unknown(texts.unknown, `Its server returned ${status}, possibly only to bots.`, {
        evidence: found(`Returned ${status}`),
      })
    if (!isSuccess(status))
      return fail({
        value: status,
        fault: 'error',
        title: texts.error(status),
        evidence: found(`Returned ${status}`),
      })
    if (!probe.image) {
      const [type, sent] = [mediaTypeOf(probe) ?? 'no content type', wireBytes === null ? '' : `, ${wireBytes} bytes`]
      const mayBeOne = imageTypes.test(type) && (wireBytes === null || wireBytes > startBytes)
      if (mayBeOne)
        return unknown(texts.unknown, texts.unread, {
          evidence: found(`Returned ${type}${sent}`),
        })
      return fail({ value: null, fault: 'notAnImage', evidence: found(`Returned ${type}${sent}`) })
    }
    if (/svg/i.test(probe.image.type))
      return fail({
        value: 'svg',
        fault: 'svg',
        evidence: found('An SVG image'),
      })
    if (wireBytes !== null && wireBytes > maxBytes)
      return fail({
        value: wireBytes,
        fault: 'tooHeavy',
        evidence: found(`${(wireBytes / 1024 / 1024).toFixed(1)} MB`),
      })

    const { width, height } = probe.image
    if (width === null || height === null)
      return unknown(texts.unknown, texts.noSize, {
        evidence: found(probe.image.type),
      })
    const size = `${width} × ${height} px`
    const details = { value: `${width}x${height}`, evidence: found(`${size}${contradiction(image, width, height)}`) }
    if (width >= large.width && height >= large.height) return pass({ ...details, title: texts.size(size) })
    if (width >= small.width && height >= small.height)
      return warn({
        ...details,
        fault: 'small',
        title: texts.blurry(size),
      })
    return fail({ ...details, fault: 'small', title: texts.tooSmall(size) })
  },
})

const withPlace = <T extends { evidence?: LocatedEvidence[] }>(output: T, at: number): T => ({
  ...output,
  evidence: [{ ...output.evidence?.[0], at }],
})

function contradiction({ width, height }: SharedImage, realWidth: number, realHeight: number): string {
  if ((width ?? realWidth) === realWidth && (height ?? realHeight) === realHeight) return ''
  return `, but the page declares ${width ?? 'no width'} × ${height ?? 'no height'}`
}
