import { catalogue } from './catalogue.ts'

/** The ruleset of the first crawls that are compared. */
export const firstRuleset = 6

/** The checks of settings that all pages of a website share. */
export const websiteChecks = catalogue.filter(({ scope }) => scope === 'website').map(({ check }) => check.id)

const changeable = catalogue.filter(({ check }) => check.changeable).map(({ check }) => check.id)

/** Returns the checks to compare in crawls by two rulesets. */
export const comparedChecks = (a: number | null, b: number | null) => ({
  leftOut: checksChangedBetween(a, b),
  websiteChecks,
  changeable,
})

/** The checks that decide which links are broken. */
export const linkChecks = ['broken-internal', 'broken-external'] as const

/** The checks whose outcome for the same page a ruleset changed, by the ruleset. */
export const changedChecks: Readonly<Record<number, readonly string[]>> = {
  // Pages are rendered from 7 on. The outcomes of reports that weren't stay, except for the reason of render-gap.
  7: ['render-gap'],
  8: [
    'alt-length',
    'anchor-text',
    'breadcrumb',
    'broken-internal',
    'broken-resources',
    'canonical-elsewhere',
    'canonical-valid',
    'crawlable-anchors',
    'description-length',
    'description-unique',
    'duplicate-body',
    'h1-present',
    'heading-order',
    'hreflang',
    'html-lang',
    'http-version',
    'image-alt',
    'in-sitemap',
    'jsonld-required',
    'jsonld-visible',
    'lazy-lcp',
    'mixed-content',
    'modern-images',
    'noindex',
    'page-text',
    'paging-canonical',
    'placeholder-text',
    'redirect-chain',
    'redirect-target',
    'render-blocking',
    'render-gap',
    'retired-types',
    'sitemap-lastmod',
    'sitemap-missing',
    'sitemap-only',
    'sitemap-valid',
    'snippet-limits',
    'soft-404-page',
    'structured-presence',
    'thin-template',
    'title-present',
    'title-unique',
    'title-width',
    'twitter-card',
    'unsized-images',
  ],
  // Only data of the page itself is judged.
  9: ['field-vitals'],
  10: ['google-index'],
}

/**
 * Returns the checks that mean something else in one of two rulesets than in the other, so that their outcomes can't be
 * compared. Null if that isn't known, so that none can be.
 */
export function checksChangedBetween(
  one: number | null,
  other: number | null,
  changes: typeof changedChecks = changedChecks,
): readonly string[] | null {
  if (one === null || other === null) return null
  if (one === other) return []
  const [older, newer] = [Math.min(one, other), Math.max(one, other)]
  if (older < firstRuleset) return null
  const rulesets = Array.from({ length: newer - older }, (_, at) => older + 1 + at)
  if (rulesets.some((number) => !changes[number])) return null
  return [...new Set(rulesets.flatMap((number) => changes[number] ?? []))]
}
