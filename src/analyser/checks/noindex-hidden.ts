import { directiveEvidence, readIndexing, googleOnRobotsErrors } from '../check-helpers/indexing.ts'
import { defineCheck, type LocatedEvidence, googleDocs, notApplicable, pass, unknown, warn } from '../define-check.ts'

export const texts = {
  unreachable: 'robots.txt couldn’t be reached.',
}

export const noindexHidden = defineCheck({
  id: 'noindex-hidden',
  name: 'Noindex blocked by robots.txt',
  aliases: ['robots.txt conflict', 'noindex conflict', 'crawlability'],
  titlePass: 'Search engines can see the noindex',
  titleFail: 'robots.txt hides the noindex from search engines',
  why: 'If a page can’t be crawled, search engines never see its noindex. Its URL can still appear in results.',
  how: 'Allow the page in robots.txt until search engines have seen the noindex. Or, if you only want to stop crawling, remove the noindex.',
  action: 'Let search engines see that this page should stay out of search',
  effort: 'minutes',
  thresholds:
    'Warning: the page is noindexed, but robots.txt disallows it for Googlebot. Unknown: robots.txt returns a server error or can’t be reached. Not applicable: no noindex. Noindex only works on crawlable pages (Google).',
  reference: googleDocs('Robots meta tag and X-Robots-Tag', 'crawling-indexing/robots-meta-tag'),
  grade: 'required',
  needs: ['directives', 'robots', 'response'],
  run({ directives, robots, response }) {
    const { forbidding } = readIndexing(directives.items, response.answeredAt)
    const [first] = forbidding
    if (!first) return notApplicable('The page has no noindex that robots.txt could hide')
    if (robots.outcome === 'unreachable' || robots.outcome === 'unavailable') {
      const reason =
        robots.outcome === 'unreachable'
          ? texts.unreachable
          : `robots.txt returns ${robots.status ?? 'an error'}. ${googleOnRobotsErrors}`
      return unknown('We couldn’t check whether search engines can see the noindex', reason, {
        evidence: [{ url: robots.url }],
      })
    }
    if (robots.googlebot.allowed === null)
      return unknown(
        'We couldn’t check whether search engines can see the noindex',
        'robots.txt takes too long to match.',
        {
          evidence: [{ url: robots.url }],
        },
      )
    if (robots.googlebot.allowed) return pass({ value: first.name })
    const { rule } = robots.googlebot
    const blocking: LocatedEvidence = {
      url: robots.url,
      ...(rule && { line: rule.line, snippet: rule.text }),
      note: 'This rule stops Googlebot reading the noindex.',
    }
    return warn({ value: first.name, evidence: [blocking, ...directiveEvidence(forbidding, response.finalUrl)] })
  },
})
