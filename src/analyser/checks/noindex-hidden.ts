import { defineCheck, type Finding, googleDocs, notApplicable, pass, unknown, warn } from '../define-check.ts'
import { directiveFindings, readIndexing } from '../indexing.ts'

export const noindexHidden = defineCheck({
  id: 'noindex-hidden',
  name: 'Noindex blocked by robots.txt',
  aliases: ['robots.txt conflict', 'noindex conflict', 'crawlability'],
  titlePass: 'Search engines can read that the page is not to be indexed',
  titleFail: 'robots.txt hides from search engines that the page is not to be indexed',
  why: 'A page that may not be crawled is never read, so its noindex is never seen. Its address can still appear in search results when others link to it.',
  how: 'Let robots.txt allow the page until search engines have read the noindex. Or remove the noindex, if keeping crawlers away is what is wanted.',
  thresholds:
    'A noindex that Googlebot cannot read, because robots.txt disallows the page or answers with a server error, warns: Google says that such rules work only where crawling is allowed.',
  reference: googleDocs('Robots meta tag and X-Robots-Tag', 'crawling-indexing/robots-meta-tag'),
  grade: 'required',
  needs: ['directives', 'robots', 'response'],
  run({ directives, robots, response }) {
    const { forbidding } = readIndexing(directives.items, response.answeredAt)
    const [first] = forbidding
    if (!first) return notApplicable('The page has no noindex that robots.txt could hide')
    if (robots.outcome === 'unreachable') {
      return unknown(
        'Whether search engines can read the noindex could not be determined',
        'robots.txt could not be reached.',
        { evidence: [{ url: robots.url }] },
      )
    }
    const hidden = robots.outcome === 'unavailable' || !robots.googlebot.allowed
    if (!hidden) return pass({ value: first.name })
    const { rule } = robots.googlebot
    const reason: Finding = rule
      ? { url: robots.url, line: rule.line, snippet: rule.text, note: 'This rule keeps Googlebot from reading it.' }
      : { url: robots.url, note: `Status ${robots.status ?? 'unknown'}, which Google takes as everything disallowed` }
    return warn({ value: first.name, evidence: [reason, ...directiveFindings(forbidding, response.finalUrl)] })
  },
})
