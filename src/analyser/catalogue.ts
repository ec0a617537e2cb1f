import { type Category, type CheckInfo, categories, type Importance } from '#contract/analysis.ts'
import { canonicalValid } from './checks/canonical-valid.ts'
import { charset } from './checks/charset.ts'
import { compression } from './checks/compression.ts'
import { crawlableAnchors } from './checks/crawlable-anchors.ts'
import { descriptionLength } from './checks/description-length.ts'
import { descriptionPresent } from './checks/description-present.ts'
import { doctype } from './checks/doctype.ts'
import { h1Present } from './checks/h1-present.ts'
import { headingOrder } from './checks/heading-order.ts'
import { htmlLang } from './checks/html-lang.ts'
import { htmlSize } from './checks/html-size.ts'
import { httpStatus } from './checks/http-status.ts'
import { https } from './checks/https.ts'
import { imageAlt } from './checks/image-alt.ts'
import { jsonldParse } from './checks/jsonld-parse.ts'
import { mixedContent } from './checks/mixed-content.ts'
import { noindex } from './checks/noindex.ts'
import { ogCore } from './checks/og-core.ts'
import { redirectChain } from './checks/redirect-chain.ts'
import { robotsBlocked } from './checks/robots-blocked.ts'
import { robotsValid } from './checks/robots-valid.ts'
import { titlePresent } from './checks/title-present.ts'
import { viewport } from './checks/viewport.ts'
import type { AnyCheck } from './define-check.ts'

/** Raised whenever stored facts are judged differently than before: a check, a weight or a threshold has changed. */
export const ruleset = 1

/** A `gate` that fails holds the whole score down. What is not `scored` is shown only. */
export type Entry = { check: AnyCheck; category: Category; importance: Importance; gate: boolean; scored: boolean }

type Flags = { gate?: true; shown?: true }
type Line = [check: AnyCheck, importance: Importance, flags?: Flags]

const lines: Record<Category, Line[]> = {
  crawl: [
    [httpStatus, 'high', { gate: true }],
    [noindex, 'high', { gate: true }],
    [robotsBlocked, 'high', { gate: true }],
    [robotsValid, 'medium'],
    [redirectChain, 'medium'],
    [htmlSize, 'high'],
    [canonicalValid, 'medium'],
  ],
  content: [
    [titlePresent, 'high'],
    [descriptionPresent, 'medium'],
    [descriptionLength, 'low'],
    [h1Present, 'medium'],
    [headingOrder, 'low'],
    [htmlLang, 'low'],
    [imageAlt, 'medium'],
  ],
  links: [[crawlableAnchors, 'high']],
  social: [[ogCore, 'medium']],
  structured: [[jsonldParse, 'high']],
  performance: [[compression, 'medium']],
  security: [
    [https, 'high'],
    [mixedContent, 'high'],
  ],
  technology: [
    [viewport, 'medium'],
    [charset, 'low'],
    [doctype, 'low'],
  ],
}

/** In the order a report shows them. */
export const catalogue: readonly Entry[] = categories.flatMap((category) =>
  lines[category].map(([check, importance, flags]): Entry => ({
    check,
    category,
    importance,
    gate: flags?.gate ?? false,
    scored: !flags?.shown,
  })),
)

/** Every check as it is described to readers, in display order. */
export const checkCatalogue = (): CheckInfo[] =>
  catalogue.map(({ check, category, importance, gate, scored }) => ({
    id: check.id,
    category,
    importance,
    evidence_grade: check.grade,
    scored,
    gate,
    title_pass: check.titlePass,
    title_fail: check.titleFail,
    why: check.why,
    how: check.how,
    thresholds: check.thresholds,
    reference: check.reference,
  }))
