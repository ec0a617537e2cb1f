import { headEnd } from '../check-helpers/evidence.ts'
import { defineCheck, fail, googleDocs, pass, warn } from '../define-check.ts'
import { headMetas } from '../facts/metadata.ts'

/** The zoom that people with low vision need (Lighthouse meta-viewport). */
const neededZoom = 5

export const texts = {
  noZoom: 'The page fits mobile screens, but blocks zooming',
  fixed: (width: number) => `The page is ${width} px wide on every screen`,
  scaled: (percent: number) => `The page is initially scaled to ${percent}%`,
  noWidth: 'The viewport tag has no width',
  outsideHead: 'The viewport tag is outside the head',
}

export const viewport = defineCheck({
  id: 'viewport',
  name: 'Mobile viewport',
  aliases: ['mobile friendly', 'meta viewport', 'responsive design'],
  titlePass: 'The page is set up for mobile screens',
  titleFail: 'The page isn’t set up for mobile screens',
  faults: {
    outside: texts.outsideHead,
    fixed: 'The page has the same width on every screen',
    noWidth: texts.noWidth,
  },
  why: 'Without a viewport tag, phones lay the page out for desktop and shrink it. Google indexes the mobile version.',
  how: 'Add <meta name="viewport" content="width=device-width, initial-scale=1"> to the head.',
  action: 'Make the page fit mobile screens',
  effort: 'days',
  thresholds:
    'Pass: width=device-width, or an initial-scale of 1 or more. Warning: a fixed width, an initial-scale below 1, or a tag outside the head, where browsers still use it. Fail: no viewport tag, or one without a width. If there are several, the last one counts. Blocked zoom is mentioned but not scored.',
  reference: googleDocs('Mobile-first indexing', 'crawling-indexing/mobile/mobile-sites-mobile-first-indexing'),
  grade: 'recommended',
  needs: ['metadata', 'head'],
  run({ metadata: { metas }, head }) {
    const last = metas.items.findLast(({ name }) => name === 'viewport')
    if (!last) return fail({ value: null, ownCause: true })
    const isInHead = headMetas(metas.items, 'viewport').length > 0
    const value = last.content ?? ''
    const evidence = [{ at: last.at }, ...(isInHead ? [] : headEnd(head))]
    const properties = readProperties(value)
    const width = properties.get('width') ?? ''
    const scale = Number.parseFloat(properties.get('initial-scale') ?? '')
    if (scale < 1)
      return warn({
        value,
        title: texts.scaled(Math.max(0, Math.round(scale * 100))),
        evidence,
        ownCause: true,
      })
    if (width === 'device-width' || (width === '' && scale >= 1)) {
      if (!isInHead) return warn({ value, fault: 'outside', evidence })
      return forbidsZoom(properties) ? pass({ value, title: texts.noZoom, evidence }) : pass({ value })
    }
    if (/^\d/.test(width))
      return warn({
        value,
        fault: 'fixed',
        title: texts.fixed(Number.parseInt(width.slice(0, 9), 10)),
        evidence,
        ownCause: true,
      })
    return fail({ value, fault: 'noWidth', evidence, ownCause: true })
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
    .replace(/(?<!\s)\s*=\s*/g, '=')
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
