import { count, defineCheck, fail, googleDocs, info, notApplicable, pass } from '../define-check.ts'
import type { LargeImage } from '../facts/pictures.ts'

/** Number of visible characters, without white space, after which an image is below the fold. */
const textAboveTheFold = 1500

export const texts = {
  lazy: 'The first large image is lazy-loaded',
  others: (eager: number) =>
    `The first large image loads right away, but so ${eager === 1 ? 'does' : 'do'} ${count(eager, 'image')} further down`,
}

export const lazyLcp = defineCheck({
  id: 'lazy-lcp',
  name: 'Lazy-loaded hero image',
  aliases: ['lazy loading', 'LCP image', 'loading lazy', 'above the fold', 'fetchpriority'],
  titlePass: 'The first large image loads right away',
  titleFail: 'The first large image loads late',
  why: 'The first large image is often the LCP element. If it’s lazy-loaded, the browser only requests it after layout.',
  how: 'Remove loading="lazy" from the first large image, put its URL in src and add fetchpriority="high". Keep lazy loading for images further down.',
  action: 'Load the first large image sooner',
  effort: 'minutes',
  thresholds:
    'Fail: the hero image has loading="lazy", or a script sets its URL (Lighthouse lcp-discovery). Info: large images from the fourth on aren’t lazy. Not applicable: no large image near the top. Our rule for the hero image: we take the first three img elements outside menus that aren’t SVGs, logos, icons or avatars, are at least 200 × 100 px by their width, height and sizes, and have at most 1,500 characters of text before them. The hero image is the one with fetchpriority="high", else the largest if all sizes are declared, else the first.',
  reference: googleDocs('Core Web Vitals', 'appearance/core-web-vitals'),
  grade: 'recommended',
  needs: ['pictures', 'hero'],
  run({ hero }) {
    const first = heroOf(hero.images)
    const { eager } = hero
    if (!first) return notApplicable('There’s no large image near the top of the page')
    const evidence = [{ at: first.at }]
    if (first.lazy === 'browser') return fail({ value: 'lazy', title: texts.lazy, evidence })
    if (first.lazy === 'script')
      return fail({ value: 'script', title: 'The first large image needs a script to load', evidence })
    if (eager.total > 0)
      return info(texts.others(eager.total), {
        value: eager.total,
        evidenceTotal: eager.total,
        evidence: eager.items.map(({ at }) => ({ at })),
      })
    return pass({
      value: 'eager',
      title: first.priority
        ? 'The first large image loads right away, with high priority'
        : 'The first large image loads right away',
    })
  },
})

/**
 * Returns the image that is probably the largest above the fold: the one that the page gives high priority, else the
 * largest if all sizes are declared, else the first.
 */
export function heroOf(images: LargeImage[]): LargeImage | undefined {
  const visible = images.filter(({ textBefore }) => textBefore <= textAboveTheFold)
  const areas = visible.map(({ width, height }) => (width ?? 0) * (height ?? 0))
  return (
    visible.find(({ priority }) => priority) ??
    (areas.includes(0) ? visible[0] : visible[areas.indexOf(Math.max(...areas))])
  )
}
