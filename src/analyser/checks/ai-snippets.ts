import { directiveEvidence } from '../check-helpers/indexing.ts'
import { defineCheck, type LocatedEvidence, googleDocs, info, pass } from '../define-check.ts'
import type { RobotsDirective } from '../facts/directives.ts'

export const texts = {
  rules: (rules: string) => `Rules for AI answers: ${rules}`,
}

export const aiSnippets = defineCheck({
  id: 'ai-snippets',
  name: 'Snippet rules for AI answers',
  aliases: ['nosnippet', 'max-snippet', 'data-nosnippet', 'noarchive', 'AI overviews', 'AI mode', 'AI access'],
  titlePass: 'No rule limits AI answers in search',
  titleFail: 'Rules limit AI answers in search',
  why: 'Google applies nosnippet, max-snippet and data-nosnippet to AI Overviews and AI Mode too. Bing applies nocache and noarchive to its chat answers.',
  how: 'To let AI answers use the page, remove these rules from the robots meta tag, the X-Robots-Tag header and the HTML. If you set them on purpose, no change is needed.',
  thresholds:
    'Pass: no rule limits AI answers. Info: nosnippet, max-snippet other than -1 or data-nosnippet for Google; nocache or noarchive for Bing. Never scored. Based on Google’s and Bing’s documentation.',
  reference: googleDocs('AI features and your website', 'appearance/ai-features'),
  grade: 'heuristic',
  needs: ['directives', 'textShares', 'response'],
  run({ directives, textShares: { body, nosnippet, nosnippetAt }, response }) {
    const rules = directives.items.flatMap((rule) => {
      const effect = effectOf(rule)
      return effect === null ? [] : [{ rule, effect }]
    })
    const share = body === 0 ? 0 : Math.round((nosnippet / body) * 100)
    const parts = [...new Set(rules.map(({ rule }) => ruleTextOf(rule)))]
    if (nosnippetAt.total > 0) parts.push(`data-nosnippet on ${share}% of the text`)
    if (parts.length === 0) return pass({ value: 0 })
    const evidence = rules.flatMap(({ rule, effect }) =>
      directiveEvidence([rule], response.finalUrl).map((item): LocatedEvidence => ({ ...item, note: effect })),
    )
    return info(texts.rules(parts.join(', ')), {
      value: parts.length,
      evidence: [
        ...evidence,
        ...nosnippetAt.items.map((at): LocatedEvidence => ({ at, note: 'Google leaves this text out of AI answers.' })),
      ],
    })
  },
})

/** Google's and Bing's documentation of a rule; null if it does not affect AI answers. */
function effectOf({ agent, name, value }: RobotsDirective): string | null {
  const isForGoogle = agent === null || agent === 'googlebot'
  const isForBing = agent === null || agent === 'bingbot' || agent === 'msnbot'
  if (isForGoogle && (name === 'nosnippet' || (name === 'max-snippet' && value === '0')))
    return 'Google doesn’t use the page as direct input for AI Overviews and AI Mode.'
  if (isForGoogle && name === 'max-snippet' && /^\d+$/.test(value ?? ''))
    return `Google uses at most ${value} characters as direct input for AI Overviews and AI Mode.`
  if (isForBing && name === 'noarchive') return 'Bing’s chat answers leave the page out.'
  if (isForBing && name === 'nocache') return 'Bing’s chat answers show only the page’s URL, title and snippet.'
  return null
}

const ruleTextOf = ({ agent, name, value }: RobotsDirective) =>
  `${name}${value === null ? '' : `:${value}`}${agent === null ? '' : ` for ${agent}`}`
