import { type Category, categories, type CheckScope, type Importance, type Rank } from '#contract/reports/analysis.ts'
import { aiSearch } from './checks/ai-search.ts'
import { aiSnippets } from './checks/ai-snippets.ts'
import { aiTraining } from './checks/ai-training.ts'
import { aiUserFetch } from './checks/ai-user-fetch.ts'
import { altLength } from './checks/alt-length.ts'
import { anchorText } from './checks/anchor-text.ts'
import { blockedResources } from './checks/blocked-resources.ts'
import { breadcrumb } from './checks/breadcrumb.ts'
import { brokenExternal } from './checks/broken-external.ts'
import { brokenInternal } from './checks/broken-internal.ts'
import { brokenResources } from './checks/broken-resources.ts'
import { cacheHeaders } from './checks/cache-headers.ts'
import { canonicalElsewhere } from './checks/canonical-elsewhere.ts'
import { canonicalValid } from './checks/canonical-valid.ts'
import { certificate } from './checks/certificate.ts'
import { charset } from './checks/charset.ts'
import { clickDepth } from './checks/click-depth.ts'
import { compression } from './checks/compression.ts'
import { conflicts } from './checks/conflicts.ts'
import { cookieFlags } from './checks/cookie-flags.ts'
import { crawlableAnchors } from './checks/crawlable-anchors.ts'
import { csp } from './checks/csp.ts'
import { descriptionLength } from './checks/description-length.ts'
import { descriptionPresent } from './checks/description-present.ts'
import { descriptionUnique } from './checks/description-unique.ts'
import { doctype } from './checks/doctype.ts'
import { domSize } from './checks/dom-size.ts'
import { duplicateBody } from './checks/duplicate-body.ts'
import { duplicateIds } from './checks/duplicate-ids.ts'
import { favicon } from './checks/favicon.ts'
import { fieldVitals } from './checks/field-vitals.ts'
import { formLabels } from './checks/form-labels.ts'
import { googleIndex } from './checks/google-index.ts'
import { h1Present } from './checks/h1-present.ts'
import { headingOrder } from './checks/heading-order.ts'
import { hreflang } from './checks/hreflang.ts'
import { hsts } from './checks/hsts.ts'
import { htmlLang } from './checks/html-lang.ts'
import { htmlSize } from './checks/html-size.ts'
import { httpStatus } from './checks/http-status.ts'
import { httpToHttps } from './checks/http-to-https.ts'
import { httpVersion } from './checks/http-version.ts'
import { https } from './checks/https.ts'
import { imageAlt } from './checks/image-alt.ts'
import { imageWeight } from './checks/image-weight.ts'
import { inSitemap } from './checks/in-sitemap.ts'
import { insecureForm } from './checks/insecure-form.ts'
import { insecureLinks } from './checks/insecure-links.ts'
import { internalNofollow } from './checks/internal-nofollow.ts'
import { jsonldParse } from './checks/jsonld-parse.ts'
import { jsonldRequired } from './checks/jsonld-required.ts'
import { jsonldVisible } from './checks/jsonld-visible.ts'
import { keywordPresence } from './checks/keyword-presence.ts'
import { keywordStuffing } from './checks/keyword-stuffing.ts'
import { lazyLcp } from './checks/lazy-lcp.ts'
import { linkFragments } from './checks/link-fragments.ts'
import { llmsTxt } from './checks/llms-txt.ts'
import { localhostLinks } from './checks/localhost-links.ts'
import { metaRefresh } from './checks/meta-refresh.ts'
import { minification } from './checks/minification.ts'
import { mixedContent } from './checks/mixed-content.ts'
import { modernImages } from './checks/modern-images.ts'
import { noindexHidden } from './checks/noindex-hidden.ts'
import { noindex } from './checks/noindex.ts'
import { ogCore } from './checks/og-core.ts'
import { ogDescription } from './checks/og-description.ts'
import { ogImage } from './checks/og-image.ts'
import { otherHeaders } from './checks/other-headers.ts'
import { pageText } from './checks/page-text.ts'
import { pagingCanonical } from './checks/paging-canonical.ts'
import { placeholderText } from './checks/placeholder-text.ts'
import { readability } from './checks/readability.ts'
import { redirectChain } from './checks/redirect-chain.ts'
import { redirectTarget } from './checks/redirect-target.ts'
import { redirectingLinks } from './checks/redirecting-links.ts'
import { renderBlocking } from './checks/render-blocking.ts'
import { renderGap } from './checks/render-gap.ts'
import { requests } from './checks/requests.ts'
import { retiredTypes } from './checks/retired-types.ts'
import { robotsBlocked } from './checks/robots-blocked.ts'
import { robotsDirectives } from './checks/robots-directives.ts'
import { robotsValid } from './checks/robots-valid.ts'
import { sitemapFound } from './checks/sitemap-found.ts'
import { sitemapLastmod } from './checks/sitemap-lastmod.ts'
import { sitemapMissing } from './checks/sitemap-missing.ts'
import { sitemapOnly } from './checks/sitemap-only.ts'
import { sitemapValid } from './checks/sitemap-valid.ts'
import { snippetLimits } from './checks/snippet-limits.ts'
import { soft404Page } from './checks/soft-404-page.ts'
import { soft404 } from './checks/soft-404.ts'
import { stack } from './checks/stack.ts'
import { structuredPresence } from './checks/structured-presence.ts'
import { thinTemplate } from './checks/thin-template.ts'
import { titlePresent } from './checks/title-present.ts'
import { titleUnique } from './checks/title-unique.ts'
import { titleWidth } from './checks/title-width.ts'
import { tlsVersion } from './checks/tls-version.ts'
import { transferWeight } from './checks/transfer-weight.ts'
import { ttfb } from './checks/ttfb.ts'
import { twitterCard } from './checks/twitter-card.ts'
import { unsizedImages } from './checks/unsized-images.ts'
import { urlFormat } from './checks/url-format.ts'
import { urlParameters } from './checks/url-parameters.ts'
import { usagePreferences } from './checks/usage-preferences.ts'
import { versionLeak } from './checks/version-leak.ts'
import { viewport } from './checks/viewport.ts'
import { wordCount } from './checks/word-count.ts'
import type { AnyCheck } from './define-check.ts'
import { mostPoints } from './rich-results/price.ts'
import { defaultPoints } from './score.ts'

/**
 * Raise it whenever a page is evaluated differently than before: a check, its points, a threshold or the reading of the
 * facts has changed. Alerts only compare reports of the same ruleset.
 */
export const ruleset = 10

/**
 * A failed `blocker` caps the score. An `unscored` check is only shown. `points` is the most that a check deducts; by
 * default, its importance decides. A `website` check judges a setting that is the same for all pages.
 */
type Flags = { blocker?: true; unscored?: true; points?: number; website?: true }
type Line<Id extends string = string> = readonly [
  check: AnyCheck<Id, Id>,
  importance: Importance,
  rank: Rank,
  flags?: Flags,
]

/** Every check, in display order. */
const lines = {
  crawl: [
    [httpStatus, 'high', 2, { blocker: true }],
    [noindex, 'high', 1, { blocker: true }],
    [robotsBlocked, 'high', 1, { blocker: true }],
    [robotsDirectives, 'medium', 3],
    [blockedResources, 'high', 2],
    [robotsValid, 'medium', 2, { website: true }],
    [noindexHidden, 'medium', 1],
    [redirectChain, 'high', 3],
    [redirectTarget, 'medium', 3],
    [htmlSize, 'high', 2],
    // Google chooses a URL itself if the tag is broken, usually the page's own.
    [canonicalValid, 'high', 2, { points: 10 }],
    // A page with other content takes this one out of the index, as a noindex does.
    [canonicalElsewhere, 'high', 1, { blocker: true }],
    [pagingCanonical, 'low', 3],
    [conflicts, 'medium', 3],
    [hreflang, 'medium', 3],
    [sitemapFound, 'low', 6, { website: true }],
    [sitemapValid, 'low', 6, { website: true }],
    [sitemapLastmod, 'low', 6, { website: true }],
    [sitemapMissing, 'low', 6],
    [inSitemap, 'low', 3],
    [soft404, 'medium', 2, { website: true }],
    // Google leaves error pages out, whatever their status.
    [soft404Page, 'high', 2, { blocker: true }],
    [renderGap, 'medium', 3],
    [snippetLimits, 'low', 4],
    [metaRefresh, 'medium', 1, { points: 12 }],
    [googleIndex, 'low', 3, { unscored: true }],
    [aiSearch, 'low', 6, { unscored: true, website: true }],
    [aiUserFetch, 'low', 6, { unscored: true, website: true }],
    [aiTraining, 'low', 6, { unscored: true, website: true }],
    [aiSnippets, 'low', 4, { unscored: true }],
    [usagePreferences, 'low', 6, { unscored: true, website: true }],
    [llmsTxt, 'low', 6, { unscored: true, website: true }],
  ],
  content: [
    // Without text there is nothing to index.
    [pageText, 'high', 3, { blocker: true }],
    [titlePresent, 'high', 3],
    [titleWidth, 'low', 3],
    [titleUnique, 'medium', 3, { points: 3 }],
    [descriptionPresent, 'medium', 4, { points: 4 }],
    [descriptionLength, 'low', 4],
    [descriptionUnique, 'low', 4, { points: 1 }],
    // Google says that headings hardly matter.
    [h1Present, 'medium', 3, { points: 5 }],
    [headingOrder, 'low', 3],
    [htmlLang, 'low', 3],
    [imageAlt, 'medium', 4, { points: 3 }],
    [altLength, 'low', 4, { points: 1 }],
    [duplicateBody, 'medium', 3, { points: 4 }],
    [thinTemplate, 'low', 4],
    [placeholderText, 'low', 3],
    [keywordStuffing, 'low', 3, { unscored: true }],
    [keywordPresence, 'low', 3, { unscored: true }],
    [readability, 'low', 3, { unscored: true }],
    [wordCount, 'low', 3, { unscored: true }],
  ],
  links: [
    [brokenInternal, 'high', 2],
    [brokenExternal, 'low', 2, { points: 4 }],
    // A page whose files are all missing is unusable. Most of those are pictures.
    [brokenResources, 'high', 4],
    [crawlableAnchors, 'high', 2],
    [anchorText, 'medium', 6],
    [internalNofollow, 'low', 6],
    [redirectingLinks, 'low', 3],
    [linkFragments, 'low', 6, { unscored: true }],
    [insecureLinks, 'medium', 6],
    [localhostLinks, 'medium', 2],
    [urlFormat, 'low', 6],
    [urlParameters, 'low', 6],
    [clickDepth, 'low', 6],
    [sitemapOnly, 'low', 4, { points: 1 }],
  ],
  social: [
    // Link previews bring visitors, but search results don't use these tags.
    [ogCore, 'medium', 4, { points: 3 }],
    [ogDescription, 'low', 4],
    [ogImage, 'low', 4, { points: 1 }],
    [twitterCard, 'low', 4, { unscored: true }],
  ],
  structured: [
    [jsonldParse, 'high', 4],
    [jsonldRequired, 'high', 4, { points: mostPoints }],
    [jsonldVisible, 'medium', 4],
    [breadcrumb, 'low', 4],
    [retiredTypes, 'low', 4, { unscored: true }],
    [structuredPresence, 'low', 4, { unscored: true }],
  ],
  performance: [
    // A single measurement from one location is weak evidence, so it deducts little although speed matters.
    [ttfb, 'low', 5],
    [compression, 'medium', 5, { website: true }],
    [transferWeight, 'medium', 5],
    [requests, 'low', 5],
    [renderBlocking, 'medium', 5],
    // Stylesheets, which we don't read, can reserve the space as well.
    [unsizedImages, 'medium', 5, { points: 1 }],
    [lazyLcp, 'medium', 5, { points: 1 }],
    [modernImages, 'low', 5, { points: 1 }],
    [imageWeight, 'low', 5, { points: 1 }],
    [domSize, 'low', 5],
    [cacheHeaders, 'low', 5],
    [httpVersion, 'low', 5, { unscored: true, website: true }],
    [minification, 'low', 5],
    [fieldVitals, 'high', 5],
  ],
  security: [
    [https, 'high', 2, { website: true }],
    [httpToHttps, 'medium', 6, { website: true }],
    [certificate, 'high', 2, { website: true }],
    [tlsVersion, 'medium', 6, { website: true }],
    [mixedContent, 'high', 2],
    // Browsers warn those who send the form. Search engines never send it.
    [insecureForm, 'high', 6, { points: 2 }],
    // Of security, Google's page experience only names HTTPS.
    [hsts, 'low', 6, { unscored: true, website: true }],
    [csp, 'low', 6, { unscored: true, website: true }],
    [otherHeaders, 'low', 6, { unscored: true, website: true }],
    [versionLeak, 'low', 6, { website: true }],
    [cookieFlags, 'low', 6, { website: true }],
  ],
  technology: [
    [viewport, 'medium', 2],
    [charset, 'low', 6],
    [doctype, 'low', 6],
    [duplicateIds, 'low', 6],
    [formLabels, 'low', 6, { points: 1 }],
    [favicon, 'low', 6, { website: true }],
    [stack, 'low', 6, { unscored: true }],
  ],
} as const satisfies Record<Category, readonly Line[]>

export type CheckId = (typeof lines)[Category][number][0]['id']

const linesOf: Record<Category, readonly Line<CheckId>[]> = lines

export type Entry = {
  check: AnyCheck
  category: Category
  importance: Importance
  rank: Rank
  scope: CheckScope
  /** The most that the check deducts; 0 if it is only shown. */
  points: number
  blocker: boolean
  scored: boolean
}

/** In the order a report shows them. */
export const catalogue: readonly Entry[] = categories.flatMap((category) =>
  linesOf[category].map(([check, importance, rank, flags = {}]): Entry => {
    const { blocker = false, unscored = false, points = defaultPoints[importance], website = false } = flags
    return {
      check,
      category,
      importance,
      rank,
      scope: website ? 'website' : 'page',
      points: unscored ? 0 : points,
      blocker,
      scored: !unscored,
    }
  }),
)
