import { directiveEvidence, forGoogle } from '../check-helpers/indexing.ts'
import { count, defineCheck, googleDocs, info, pass, warn } from '../define-check.ts'
import type { RobotsDirective } from '../facts/directives.ts'

export const texts = {
  limits: (directives: string) => `The page limits how search results show it: ${directives}`,
  characters: (limit: number) => `Snippets are limited to ${count(limit, 'character')}`,
  excluded: (share: number) => `data-nosnippet keeps ${share}% of the text out of snippets`,
}

export const snippetLimits = defineCheck({
  id: 'snippet-limits',
  name: 'Snippet restrictions',
  aliases: ['nosnippet', 'max-snippet', 'noimageindex', 'featured snippets', 'AI overviews'],
  titlePass: 'Search results can show a full snippet',
  titleFail: 'Search results can’t show a full snippet',
  why: 'Results without a snippet or image get fewer clicks. These rules are often left over from a template.',
  how: 'Remove nosnippet, max-snippet:0 and noimageindex from the robots meta tag and X-Robots-Tag header, and data-nosnippet from the main text. If you set them on purpose, no change is needed.',
  action: 'Let search results show a full preview of the page',
  effort: 'minutes',
  thresholds:
    'Warning: nosnippet, max-snippet:0 or noimageindex for Googlebot or all crawlers (our rule: Google allows them), or data-nosnippet around at least 80% of the text (our threshold). Info: a larger max-snippet, or data-nosnippet around at least 20%.',
  reference: googleDocs('Robots meta tag and X-Robots-Tag', 'crawling-indexing/robots-meta-tag'),
  grade: 'heuristic',
  needs: ['directives', 'response', 'textShares'],
  run({ directives, response, textShares: { body, nosnippet, nosnippetAt } }) {
    const limiting = forGoogle(directives.items).filter(isLimiting)
    const share = body === 0 ? 0 : Math.round((100 * nosnippet) / body)
    const excluded = {
      value: `data-nosnippet: ${share}%`,
      evidence: nosnippetAt.items.map((at) => ({ at })),
      evidenceTotal: nosnippetAt.total,
    }
    if (limiting.length === 0 && share >= mostOfText) return warn({ ...excluded, title: texts.excluded(share) })
    if (limiting.length === 0) {
      const shortest = forGoogle(directives.items).filter(isShortening)
      const [first] = shortest.toSorted((a, b) => Number(a.value) - Number(b.value))
      return first
        ? info(texts.characters(Number(first.value)), {
            value: `max-snippet:${first.value}`,
            evidence: directiveEvidence(shortest, response.finalUrl),
          })
        : share >= partOfText
          ? info(texts.excluded(share), excluded)
          : pass({ value: 0 })
    }
    const names = [...new Set(limiting.map(({ name, value }) => (name === 'max-snippet' ? `${name}:${value}` : name)))]
    return warn({
      value: names.join(', '),
      title: texts.limits(names.join(', ')),
      evidence: directiveEvidence(limiting, response.finalUrl),
    })
  },
})

/** Shares of the text, in per cent, from which data-nosnippet leaves hardly any of it, and a part. */
const mostOfText = 80
const partOfText = 20

const isLimiting = ({ name, value }: RobotsDirective) =>
  name === 'nosnippet' || name === 'noimageindex' || (name === 'max-snippet' && value === '0')

const isShortening = ({ name, value }: RobotsDirective) => name === 'max-snippet' && /^[1-9]\d{0,8}$/.test(value ?? '')
