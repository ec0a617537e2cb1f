import { isReasonToRender, type RenderCode, type RenderMode } from '#contract/reports/rendering.ts'
import { readIndexing } from './check-helpers/indexing.ts'
import { isSuccess } from './fetched-page.ts'
import type { PageFacts } from './page-facts.ts'

/** True to render a page, and the reason for that or against it. */
export type RenderDecision = { render: boolean; code: RenderCode }

/** With fewer words of main text, a page with scripts is rendered. */
const minWords = 50

/** Decides by the facts of the HTML if a page is rendered. */
export function decideRender(html: PageFacts, mode: RenderMode): RenderDecision {
  const code = codeOf(html, mode)
  return { render: isReasonToRender(code), code }
}

function codeOf(html: PageFacts, mode: RenderMode): RenderCode {
  const { response, directives, appRoot, mainText, resources } = html
  if (mode === 'never') return 'never'
  if (!isSuccess(response.status)) return 'status'
  // Google renders no page with a noindex.
  if (readIndexing(directives.items, response.answeredAt).forbidding.length > 0) return 'noindex'
  if (mode === 'always') return 'asked'
  const hasScripts =
    mainText?.inlineScripts === true || resources.items.some(({ kind, noscript }) => kind === 'script' && !noscript)
  if (!hasScripts) return 'no_scripts'
  if (mainText && mainText.words < minWords) return appRoot.at === null ? 'thin_text' : 'app_root'
  return 'enough_text'
}
