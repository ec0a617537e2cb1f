import { defineCheck, fail, googleDocs, pass, warn } from '../define-check.ts'
import { headMetas } from '../facts/metadata.ts'

/** The zoom that people with low vision need (Lighthouse meta-viewport). */
const neededZoom = 5

export const viewport = defineCheck({
  id: 'viewport',
  titlePass: 'The page fits itself to the width of the screen',
  titleFail: 'The page does not fit itself to the width of the screen',
  why: 'Without a viewport, phones lay the page out for a desktop and shrink it. Google indexes the mobile view of a page.',
  how: 'Put <meta name="viewport" content="width=device-width, initial-scale=1"> into the head.',
  thresholds:
    'A viewport meta element in the head with width=device-width, or an initial-scale of 1 or more, passes; of several the last counts. A fixed width or an initial-scale below 1 warns (Lighthouse passes a fixed width), all else fails. Zoom that is forbidden is named, and not scored.',
  reference: googleDocs('Mobile-first indexing', 'crawling-indexing/mobile/mobile-sites-mobile-first-indexing'),
  grade: 'recommended',
  needs: ['metadata'],
  run({ metadata: { metas } }) {
    const last = headMetas(metas.items, 'viewport').at(-1)
    if (!last) return fail({ value: null })
    const value = last.content ?? ''
    const evidence = [{ at: last.at }]
    const properties = readProperties(value)
    const width = properties.get('width') ?? ''
    const scale = Number.parseFloat(properties.get('initial-scale') ?? '')
    if (scale < 1)
      return warn({
        value,
        title: `The page is shrunk to ${Math.max(0, Math.round(scale * 100))} % at first`,
        evidence,
      })
    if (width === 'device-width' || (width === '' && scale >= 1)) {
      return forbidsZoom(properties)
        ? pass({ value, title: 'The page fits itself to the width of the screen, but forbids to enlarge it', evidence })
        : pass({ value })
    }
    if (/^\d/.test(width))
      return warn({
        value,
        title: `The page is ${Number.parseInt(width.slice(0, 9), 10)} pixels wide on every screen`,
        evidence,
      })
    return fail({ value, title: 'The viewport names no width', evidence })
  },
})

/**
 * Parses the properties of a viewport, which are separated by commas, semicolons or spaces. Of a repeated property, the
 * last counts.
 */
function readProperties(content: string): Map<string, string> {
  const properties = new Map<string, string>()
  for (const part of content
    .toLowerCase()
    .replace(/\s{0,99}=\s{0,99}/g, '=')
    .split(/[,;\s]+/)) {
    const equals = part.indexOf('=')
    if (equals > 0) properties.set(part.slice(0, equals), part.slice(equals + 1))
  }
  return properties
}

function forbidsZoom(properties: Map<string, string>): boolean {
  const scalable = properties.get('user-scalable')
  const maximum = Number.parseFloat(properties.get('maximum-scale') ?? '')
  return scalable === 'no' || scalable === '0' || (maximum >= 0 && maximum < neededZoom)
}
