import { defineCheck, fail, googleDocs, pass, unknown, warn } from '../define-check.ts'
import type { RobotsFacts } from '../facts/robots-txt.ts'

export const robotsBlocked = defineCheck({
  id: 'robots-blocked',
  name: 'robots.txt block',
  aliases: ['disallow', 'blocked by robots.txt', 'crawlability', 'indexability', 'indexable'],
  titlePass: 'robots.txt allows this page',
  titleFail: 'robots.txt blocks this page',
  why: 'Search engines can’t read a page they can’t crawl. At most, they show its bare URL.',
  how: 'Remove or narrow the Disallow rule, or add a longer Allow rule for this URL. To keep a page out of search, use noindex instead, and let the page be crawled so that it’s seen.',
  thresholds:
    'Fail, and blocker: the longest matching rule disallows Googlebot (RFC 9309), or robots.txt returns a server error, which Google treats as “disallow all”. Warning: only other crawlers are disallowed (our rule).',
  reference: googleDocs('robots.txt', 'crawling-indexing/robots/robots_txt'),
  grade: 'required',
  supersedes: ['robots-valid', 'noindex-hidden', 'in-sitemap'],
  needs: ['robots', 'response'],
  run({ robots, response }) {
    const { outcome, status, url, googlebot, anyone } = robots
    if (outcome === 'unreachable') {
      return unknown('Whether the page may be crawled could not be determined', 'robots.txt could not be reached.', {
        evidence: [{ url }],
      })
    }
    if (outcome === 'unavailable') {
      return fail({
        value: status,
        title: `robots.txt answers with status ${status ?? 'of an error'}, which Google takes as everything disallowed`,
        evidence: [{ url, note: 'Google stops crawling the site until robots.txt answers again.' }],
      })
    }
    if (!googlebot.allowed)
      return fail({ value: googlebot.rule?.text ?? null, evidence: [ruleOf(robots, 'googlebot', response.finalUrl)] })
    if (!anyone.allowed) {
      return warn({
        value: anyone.rule?.text ?? null,
        title: 'robots.txt lets Googlebot crawl the page and forbids it to other crawlers',
        evidence: [ruleOf(robots, 'anyone', response.finalUrl)],
      })
    }
    return pass({ value: googlebot.rule?.text ?? null })
  },
})

function ruleOf(robots: RobotsFacts, agent: 'googlebot' | 'anyone', pageUrl: string) {
  const { rule } = robots[agent]
  return {
    url: robots.url,
    ...(rule ? { snippet: rule.text, line: rule.line } : {}),
    note: `This rule matches ${pageUrl.slice(0, 300)}`,
  }
}
