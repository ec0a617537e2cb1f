import { defineCheck, type Finding, googleDocs, notApplicable, pass, unknown, warn } from '../define-check.ts'
import { directiveFindings, readIndexing } from '../indexing.ts'

export const noindexHidden = defineCheck({
  id: 'noindex-hidden',
  name: 'Noindex blocked by robots.txt',
  aliases: ['robots.txt conflict', 'noindex conflict', 'crawlability'],
  titlePass: 'Search engines can see the noindex',
  titleFail: 'robots.txt hides the noindex from search engines',
  why: 'If a page can’t be crawled, search engines never see its noindex. Its URL can still appear in results.',
  how: 'Allow the page in robots.txt until search engines have seen the noindex. Or, if you only want to stop crawling, remove the noindex.',
  thresholds:
    'Warning: the page is noindexed, but robots.txt disallows it for Googlebot or returns a server error. Noindex only works on crawlable pages (Google).',
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
