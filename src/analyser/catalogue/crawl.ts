import { canonicalElsewhere } from '../checks/canonical-elsewhere.ts'
import { canonicalValid } from '../checks/canonical-valid.ts'
import { hreflang } from '../checks/hreflang.ts'
import { htmlSize } from '../checks/html-size.ts'
import { httpStatus } from '../checks/http-status.ts'
import { inSitemap } from '../checks/in-sitemap.ts'
import { metaRefresh } from '../checks/meta-refresh.ts'
import { noindex } from '../checks/noindex.ts'
import { noindexHidden } from '../checks/noindex-hidden.ts'
import { redirectChain } from '../checks/redirect-chain.ts'
import { renderGap } from '../checks/render-gap.ts'
import { robotsBlocked } from '../checks/robots-blocked.ts'
import { robotsValid } from '../checks/robots-valid.ts'
import { sitemapFound } from '../checks/sitemap-found.ts'
import { sitemapValid } from '../checks/sitemap-valid.ts'
import { snippetLimits } from '../checks/snippet-limits.ts'
import { soft404 } from '../checks/soft-404.ts'
import type { Line } from './line.ts'

export const crawl: Line[] = [
  [httpStatus, 'high', { gate: true }],
  [noindex, 'high', { gate: true }],
  [robotsBlocked, 'high', { gate: true }],
  [robotsValid, 'medium'],
  [noindexHidden, 'medium'],
  [redirectChain, 'medium'],
  [htmlSize, 'high'],
  [canonicalValid, 'medium'],
  [canonicalElsewhere, 'medium'],
  [hreflang, 'medium'],
  [sitemapFound, 'low'],
  [sitemapValid, 'low'],
  [inSitemap, 'low'],
  [soft404, 'medium'],
  [renderGap, 'medium'],
  [snippetLimits, 'low'],
  [metaRefresh, 'low'],
]
