import { groupsOf } from '#contract/lists/page-groups.ts'
import { isReasonToRender, type RenderCode, type RenderMode } from '#contract/reports/rendering.ts'
import { readIndexing } from './check-helpers/indexing.ts'
import type { MainTextFacts } from './facts/main-text.ts'
import type { ScriptFacts } from './facts/scripts.ts'
import type { PageFacts } from './page-facts.ts'

/** The pages of a group that were rendered, and those of them that their scripts changed. */
export type RenderSample = { rendered: number; differed: number }

export type RenderDecision = { render: boolean; code: RenderCode }

type Facts = Pick<PageFacts, 'response' | 'directives' | 'appRoot'> & Partial<Pick<PageFacts, 'mainText' | 'scripts'>>

/**
 * Pages of a group that are rendered before the group is known: one, more if its scripts change it, and still more
 * before pages that look unfinished are taken for finished ones.
 */
const sampleSizes = { first: 1, differing: 4, signs: 5 }
/** Of a group that scripts leave as it is, one page in so many is rendered all the same. */
const checkedAgain = 50
/** A group is rendered if its scripts change at least one page in so many of those rendered. */
const onePageIn = 10
/** With fewer words outside menus, page headers and footers, a page is thin. */
const fewWords = 50

/** Returns the group of a page, whose pages have one template or one folder in common. The home page is its own. */
export function renderGroupOf(url: string): string {
  const { folder, shape } = groupsOf(url)
  if (shape === null) return 'home'
  return shape.includes('*') ? shape : folder
}

/**
 * Decides by the HTML of a page if it is rendered. Pages that Google doesn't index never are, and by `auto` neither are
 * those without a script that could change their content.
 */
export function decideRender(facts: Facts, mode: RenderMode, sample: RenderSample | null): RenderDecision {
  const code = codeFor(facts, mode, sample ?? { rendered: 0, differed: 0 })
  return { render: isReasonToRender(code), code }
}

function codeFor(facts: Facts, mode: RenderMode, sample: RenderSample): RenderCode {
  const { response, directives, scripts, mainText } = facts
  if (mode === 'never') return 'never'
  if (response.status < 200 || response.status > 299) return 'status'
  if (readIndexing(directives.items, response.answeredAt).forbidding.length > 0) return 'noindex'
  if (mode === 'always') return 'asked'
  // Facts from before scripts were read.
  if (!scripts || !mainText) return 'before'
  if (scripts.redirects) return 'script_redirect'
  if (scripts.files + scripts.inline === 0)
    return scripts.others > 0 && mainText.words >= fewWords ? 'enough_text' : 'no_scripts'
  const { rendered, differed } = sample
  const sign = signOf(facts, scripts, mainText)
  if (sign !== null) return rendered < sampleSizes.signs || differed > 0 ? sign : 'same_in_group'
  if (rendered < (differed > 0 ? sampleSizes.differing : sampleSizes.first)) return 'sample'
  if (differed * onePageIn >= rendered) return 'group'
  return numberOf(response.finalUrl) % checkedAgain === 0 ? 'recheck' : 'same_in_group'
}

/** Returns a number for a URL, always the same and evenly spread (FNV-1a). */
function numberOf(url: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < url.length; at++) hash = Math.imul(hash ^ url.charCodeAt(at), 0x01000193) >>> 0
  return hash
}

/** Returns what looks unfinished about a page, or null. */
function signOf({ appRoot }: Facts, scripts: ScriptFacts, { words, filled }: MainTextFacts): RenderCode | null {
  if (scripts.hidesPage) return 'hidden_until_script'
  if (words >= fewWords) return filled.length > 0 ? 'empty_list' : null
  if (appRoot.at !== null) return 'app_root'
  return filled.length > 0 && words > 0 ? 'empty_list' : 'thin_text'
}
