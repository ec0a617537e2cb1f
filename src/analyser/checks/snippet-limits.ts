import { defineCheck, googleDocs, pass, warn } from '../define-check.ts'
import type { RobotsDirective } from '../facts/directives.ts'
import { directiveFindings, forGoogle } from '../indexing.ts'

export const snippetLimits = defineCheck({
  id: 'snippet-limits',
  name: 'Snippet restrictions',
  aliases: ['nosnippet', 'max-snippet', 'noimageindex', 'featured snippets', 'AI overviews'],
  titlePass: 'Search engines may show a snippet and images of the page',
  titleFail: 'The page keeps search engines from showing a snippet or its images',
  why: 'A result without text under its title, or without its pictures, is clicked less. Such rules are often left over from a template.',
  how: 'Remove nosnippet, max-snippet:0 and noimageindex from the robots meta element and the X-Robots-Tag header. Leave them if the page is meant to be shown so.',
  thresholds:
    'nosnippet, max-snippet:0 or noimageindex for Googlebot or for all crawlers warns (own value: Google allows them).',
  reference: googleDocs('Robots meta tag and X-Robots-Tag', 'crawling-indexing/robots-meta-tag'),
  grade: 'heuristic',
  needs: ['directives', 'response'],
  run({ directives, response }) {
    const limiting = forGoogle(directives.items).filter(isLimiting)
    if (limiting.length === 0) return pass({ value: 0 })
    const names = [...new Set(limiting.map(({ name, value }) => (name === 'max-snippet' ? `${name}:${value}` : name)))]
    return warn({
      value: names.join(', '),
      title: `The page limits how search results show it: ${names.join(', ')}`,
      evidence: directiveFindings(limiting, response.finalUrl),
    })
  },
})

const isLimiting = ({ name, value }: RobotsDirective) =>
  name === 'nosnippet' || name === 'noimageindex' || (name === 'max-snippet' && value === '0')
