import {
  type Category,
  type CheckInfo,
  type CheckNeed,
  categories,
  checkNeeds,
  type Importance,
} from '#contract/analysis.ts'
import { content } from './catalogue/content.ts'
import { crawl } from './catalogue/crawl.ts'
import type { Line } from './catalogue/line.ts'
import { links } from './catalogue/links.ts'
import { performance } from './catalogue/performance.ts'
import { security } from './catalogue/security.ts'
import { social } from './catalogue/social.ts'
import { structured } from './catalogue/structured.ts'
import { technology } from './catalogue/technology.ts'
import type { AnyCheck } from './define-check.ts'
import type { PageFacts } from './page-facts.ts'
import { weights } from './score.ts'

/** Raised whenever stored facts are judged differently than before: a check, a weight or a threshold has changed. */
export const ruleset = 2

/** A `gate` that fails holds the whole score down. What is not `scored` is shown only. */
export type Entry = { check: AnyCheck; category: Category; importance: Importance; gate: boolean; scored: boolean }

const lines: Record<Category, Line[]> = { crawl, content, links, social, structured, performance, security, technology }

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

/** The facts that do not come from the page itself. */
const groups = { requests: 'probes', website: 'site', elsewhere: 'beyond' } as const satisfies Record<
  CheckNeed,
  keyof PageFacts
>

/** Every check as it is described to readers, in display order. */
export const checkCatalogue = (): CheckInfo[] =>
  catalogue.map(({ check, category, importance, gate, scored }) => ({
    id: check.id,
    category,
    importance,
    evidence_grade: check.grade,
    scored,
    gate,
    weight: scored ? weights[importance] : 0,
    needs: checkNeeds.filter((need) => check.needs.includes(groups[need])),
    ruleset,
    title_pass: check.titlePass,
    title_fail: check.titleFail,
    why: check.why,
    how: check.how,
    thresholds: check.thresholds,
    reference: check.reference,
  }))
