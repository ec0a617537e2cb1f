import { googleOnRobotsErrors } from '../check-helpers/indexing.ts'
import { defineCheck, fail, googleDocs, pass, unknown, warn } from '../define-check.ts'
import type { RobotsFacts } from '../facts/robots-txt.ts'

export const texts = {
  unreachable: 'robots.txt couldn’t be reached.',
  slow: 'robots.txt takes too long to match.',
  error: (status: number | string) => `We couldn’t check robots.txt: it returns ${status}`,
}

export const robotsBlocked = defineCheck({
  id: 'robots-blocked',
  name: 'robots.txt block',
  aliases: ['disallow', 'blocked by robots.txt', 'crawlability', 'indexability', 'indexable'],
  titlePass: 'robots.txt allows this page',
  titleFail: 'robots.txt blocks this page',
  titleAny: 'robots.txt blocks this page for some crawlers',
  faults: {
    others: 'robots.txt allows Googlebot but blocks other crawlers',
  },
  why: 'Search engines can’t read a page they can’t crawl. At most, they show its bare URL.',
  how: 'Remove or narrow the Disallow rule, or add a longer Allow rule for this URL. To keep a page out of search, use noindex instead, and let the page be crawled so that it’s seen.',
  action: 'Let search engines open this page',
  effort: 'minutes',
  thresholds:
    'Warning: only crawlers other than Googlebot are disallowed (our rule). Fail: the longest matching rule disallows Googlebot (RFC 9309). Unknown: robots.txt returns a server error or 429, can’t be reached, or takes too long to match. A failure is a blocker and caps the score at 49.',
  reference: googleDocs('robots.txt', 'crawling-indexing/robots/robots_txt'),
  grade: 'required',
  supersedes: ['noindex-hidden', 'in-sitemap', 'favicon', 'blocked-resources'],
  needs: ['robots', 'response'],
  judgesErrors: true,
  run({ robots, response }) {
    const { outcome, status, url, googlebot, anyone } = robots
    if (outcome === 'unreachable') {
      return unknown('We couldn’t check robots.txt', texts.unreachable, {
        evidence: [{ url }],
      })
    }
    if (outcome === 'unavailable') {
      return unknown(
        texts.error(status ?? 'an error'),
        `We can’t tell which rules Google follows. ${googleOnRobotsErrors}`,
        { value: status, evidence: [{ url, note: `Returned ${status ?? 'an error'}` }] },
      )
    }
    if (googlebot.allowed === null) return tooLong(url)
    if (!googlebot.allowed)
      return fail({ value: googlebot.rule?.text ?? null, evidence: [ruleOf(robots, 'googlebot', response.finalUrl)] })
    if (anyone.allowed === false) {
      return warn({
        value: anyone.rule?.text ?? null,
        fault: 'others',
        evidence: [ruleOf(robots, 'anyone', response.finalUrl)],
      })
    }
    return pass({ value: googlebot.rule?.text ?? null })
  },
})

const tooLong = (url: string) => unknown('We couldn’t check robots.txt', texts.slow, { evidence: [{ url }] })

function ruleOf(robots: RobotsFacts, agent: 'googlebot' | 'anyone', pageUrl: string) {
  const { rule } = robots[agent]
  return {
    url: robots.url,
    ...(rule ? { snippet: rule.text, line: rule.line } : {}),
    note: `This rule matches ${pageUrl.slice(0, 300)}`,
  }
}
