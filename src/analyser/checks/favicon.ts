import {
  defineCheck,
  fail,
  type LocatedEvidence,
  googleDocs,
  pass,
  unknown,
  type CheckOutput,
  warn,
} from '../define-check.ts'
import type { IconAccessFacts } from '../facts/crawler-access.ts'
import { type IconFacts, isEmbedded, type OutsideIconFacts } from '../facts/link-elements.ts'
import type { ProbeFact } from '../facts/probes.ts'
import { isSuccess } from '../fetched-page.ts'
import { noResponse } from '../probes/results.ts'

const unknownTitle = 'We couldn’t check the favicon'

export const texts = {
  noType: 'No Content-Type header',
  none: 'The website has no favicon',
  missing: 'The favicon doesn’t exist',
  embedded: 'The favicon is in the page, not at a URL',
  outside: 'The favicon is declared outside the head',
  blocked: (what: string, crawler: string) => `robots.txt blocks the ${what} for ${crawler}`,
  blocksUs: 'robots.txt blocks our crawler, but not Google’s.',
  hostBlocksUs: 'robots.txt of its host blocks our crawler.',
}

export const favicon = defineCheck({
  id: 'favicon',
  name: 'Favicon',
  aliases: ['site icon', 'shortcut icon', 'apple-touch-icon'],
  titlePass: 'The favicon meets Google’s requirements',
  titleFail: 'The favicon doesn’t meet Google’s requirements',
  faults: {
    blocked: 'robots.txt blocks the favicon',
    none: texts.none,
    missing: texts.missing,
    embedded: texts.embedded,
    outside: texts.outside,
  },
  why: 'Google shows the favicon next to your search results. Browsers show it in tabs and bookmarks.',
  how: 'Add a square icon of at least 48 × 48 px, or an SVG, to the head: <link rel="icon" href="/favicon.svg">. Check that its URL returns the image and that robots.txt allows it.',
  action: 'Provide an icon for search results',
  effort: 'minutes',
  thresholds:
    'Pass: a square image of at least 48 px, or a square SVG. Warning: under 48 px, an unknown image format, only a data: URL or a link outside the head, which Google can’t use, or robots.txt blocks the icon for Googlebot-Image or the home page for Googlebot. Fail: missing, not an image, not square, or under 8 px. For ICO files, the largest size counts. Based on Google’s favicon guidelines.',
  reference: googleDocs('Favicons', 'appearance/favicon-in-search'),
  grade: 'required',
  needs: ['probes', 'icons', 'robots', 'iconAccess'],
  uses: ['outsideIcons'],
  run({ probes, icons, robots, iconAccess, outsideIcons }) {
    const requested = probes.filter(({ purpose }) => purpose === 'favicon')
    const [probe] = requested
    const blocked = iconAccess ? blockedFor(iconAccess) : null
    if (blocked) {
      const { crawler, what, rule } = blocked
      return warn({
        fault: 'blocked',
        title: texts.blocked(what, crawler),
        evidence: [{ url: robots.url, ...(rule && { line: rule.line, snippet: rule.text }) }],
      })
    }
    if (!probe) return noResponse(unknownTitle, requested)
    if (probe.reasonCode === 'robots') {
      const reason = iconAccess ? texts.blocksUs : texts.hostBlocksUs
      return unknown(unknownTitle, reason, { evidence: [evidenceOf(probe, probe.reason)] })
    }
    if (probe.outcome !== 'answered') return noResponse(unknownTitle, requested)
    if (probe.status === 404 || probe.status === 410) return missing(probe, icons, outsideIcons)
    if (!isSuccess(probe.status)) {
      const reason = `It returned ${probe.status ?? 'no status'}`
      return unknown(unknownTitle, `${reason}.`, { evidence: [evidenceOf(probe, reason)] })
    }
    return evaluateImage(probe)
  },
})

/** Google fetches the favicon with Googlebot-Image, and the home page that names it with Googlebot. */
function blockedFor({ googlebotImage, homePage }: NonNullable<IconAccessFacts>) {
  if (googlebotImage.allowed === false)
    return { crawler: 'Googlebot-Image', what: 'favicon', rule: googlebotImage.rule }
  return homePage.allowed !== false ? null : { crawler: 'Googlebot', what: 'home page', rule: homePage.rule }
}

/** Browsers show an icon that is written into the page or declared outside the head, and Google doesn't use it. */
function missing(probe: ProbeFact, { items }: IconFacts, outside: OutsideIconFacts | undefined) {
  const embedded = items.find(isEmbedded)
  const [first] = outside?.items ?? []
  if (probe.at === null && embedded) return warn({ fault: 'embedded', evidence: [{ at: embedded.at }] })
  if (probe.at === null && first !== undefined) return warn({ fault: 'outside', evidence: [{ at: first }] })
  const fault = items.some(({ url }) => url !== null) ? 'missing' : 'none'
  return fail({ value: probe.status, fault, evidence: [evidenceOf(probe, `It returned ${probe.status}`)] })
}

function evaluateImage(probe: ProbeFact): CheckOutput {
  if (!probe.image) return evaluateUnreadable(probe)
  const { type, width, height } = probe.image
  if (width === null || height === null)
    return pass({ value: type, title: 'The favicon is an SVG, which works at any size' })
  const size = `${width} × ${height}`
  const value = `${width}x${height}`
  const evidence = [evidenceOf(probe, `${type}, ${size} px`)]
  if (!isSquare(type, width, height)) return fail({ value, title: `The favicon isn’t square: ${size} px`, evidence })
  if (type === 'svg') return pass({ value: type, title: 'The favicon is a square SVG, which works at any size' })
  if (width < 8) return fail({ value, title: `The favicon is smaller than 8 px: ${size}`, evidence })
  if (width < 48) return warn({ value, title: `The favicon is smaller than 48 px: ${size}`, evidence })
  return pass({ value, title: `The favicon is square and large enough: ${size} px` })
}

/** Evaluates a response that isn't a known image. If it's declared as one, its format can be rare. */
function evaluateUnreadable(probe: ProbeFact): CheckOutput {
  const sent = probe.headers.find(([name]) => name === 'content-type')?.[1] ?? null
  const evidence = [evidenceOf(probe, sent === null ? texts.noType : `Content-Type: ${sent}`)]
  if (sent?.trim().toLowerCase().startsWith('image/') && !probe.isWebPage)
    return warn({ value: sent, title: 'The favicon has an unknown image format', evidence })
  return fail({ value: sent, title: 'The favicon URL doesn’t return an image', evidence })
}

/**
 * Returns true if the image is square. The sides of a vector image are rounded, and a tiny difference is not visible.
 */
const isSquare = (type: string, width: number, height: number) =>
  type === 'svg' ? Math.abs(width - height) <= Math.max(1, Math.max(width, height) * 0.02) : width === height

const evidenceOf = ({ at, url, finalUrl }: ProbeFact, note: string | null): LocatedEvidence => ({
  ...(at === null ? {} : { at }),
  url: finalUrl ?? url,
  ...(note === null ? {} : { note }),
})
