import { createHash } from 'node:crypto'
import { ratingTable } from '#contract/reports/rating.ts'
import { tokens } from './card-svg.ts'
import type { Card } from './card.ts'

/** The sizes of the badge in pixels. The texts fit in the fonts of all common systems. */
const [labelWidth, valueWidth, height] = [74, 70, 20]

/** Returns the badge of a website as an SVG, for its owner's pages. The text repeats the colour's meaning. */
export function badgeSvg({ score, rating }: Pick<Card, 'score' | 'rating'>): string {
  const isRated = score !== null && rating !== null
  const value = isRated ? `${score} of 100` : 'no reports'
  const name = isRated ? `SEO score: ${value} (${ratingTable[rating].label})` : `SEO score: ${value}`
  const fill = isRated ? tokens[rating] : tokens['text-3']
  const text = (content: string, x: number) => `<text x="${x}" y="14" text-anchor="middle">${content}</text>`
  const width = labelWidth + valueWidth
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="${name}">
<title>${name}</title>
<clipPath id="edge"><rect width="${width}" height="${height}" rx="4"/></clipPath>
<g clip-path="url(#edge)"><path fill="${tokens.text}" d="M0 0h${labelWidth}v${height}H0z"/><path fill="${fill}" d="M${labelWidth} 0h${valueWidth}v${height}H${labelWidth}z"/></g>
<g fill="#fff" font-family="Verdana,system-ui,sans-serif" font-size="11">${text('SEO score', labelWidth / 2)}${text(value, labelWidth + valueWidth / 2)}</g>
</svg>
`
}

/** The name of this version of a badge, for caches. */
export const badgeTag = (svg: string) => `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`
