import { defineCheck, fail, googleDocs, pass, unknown } from '../define-check.ts'
import type { RobotsDirective } from '../facts/directives.ts'
import { directiveFindings, readIndexing } from '../indexing.ts'

export const noindex = defineCheck({
  id: 'noindex',
  name: 'Noindex',
  aliases: ['robots meta tag', 'x-robots-tag', 'indexability', 'indexable', 'deindex'],
  titlePass: 'Nothing on the page forbids indexing',
  titleFail: 'The page forbids indexing',
  why: 'A page with noindex is left out of search results, whatever else is good about it.',
  how: 'Remove noindex or none from the robots meta element and the X-Robots-Tag header, and expired unavailable_after dates. Leave it if the page is meant to stay out of search.',
  thresholds:
    'noindex, none, or an unavailable_after date in the past, in robots or googlebot meta elements or in X-Robots-Tag, fails and holds the score at 49 or below. Dates are compared with the Date header of the answer.',
  reference: googleDocs('Robots meta tag and X-Robots-Tag', 'crawling-indexing/robots-meta-tag'),
  grade: 'required',
  supersedes: ['in-sitemap'],
  needs: ['directives', 'response'],
  run({ directives, response }) {
    const { forbidding, undated } = readIndexing(directives.items, response.answeredAt)
    const [first] = forbidding
    const evidence = directiveFindings(forbidding, response.finalUrl)
    if (first) return fail({ value: first.name, title: titleOf(first), evidence })
    if (!undated) return pass({ value: null })
    return unknown(
      'Whether the page has expired could not be determined',
      'The page is unavailable after a date, but that date or the Date header of the answer cannot be read.',
      { value: undated.name, evidence: directiveFindings([undated], response.finalUrl) },
    )
  },
})

function titleOf({ name, source, agent }: RobotsDirective) {
  const where = source === 'header' ? 'An X-Robots-Tag header' : 'A meta element'
  const whom = agent === null ? '' : ` for ${agent}`
  return name === 'unavailable_after'
    ? `${where} says the page has expired${whom}`
    : `${where} forbids indexing${whom} (${name})`
}
