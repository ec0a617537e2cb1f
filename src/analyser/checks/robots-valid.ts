import { count, defineCheck, fail, googleDocs, pass, unknown, warn } from '../define-check.ts'
import type { RobotsProblem } from '../facts/robots-txt.ts'

const byteLimit = 500 * 1024

const notes: Record<RobotsProblem['problem'], string> = {
  'not-understood': 'This line has no directive and colon.',
  'unknown-directive': 'This directive is not known to search engines.',
  'rule-before-agent': 'This rule stands before any User-agent line, so it applies to nobody.',
  'path-without-slash': 'A path begins with / or *, so this rule matches nothing.',
  'agent-empty': 'This User-agent line names no crawler.',
  'dollar-inside': 'A $ means the end of an address only as the last character; here it is an ordinary one.',
  'sitemap-not-absolute': 'A sitemap is given by its full address.',
}

export const robotsValid = defineCheck({
  id: 'robots-valid',
  name: 'robots.txt syntax',
  aliases: ['robots.txt errors', 'robots.txt validation', 'crawlability'],
  titlePass: 'robots.txt is valid',
  titleFail: 'robots.txt has errors',
  why: 'Search engines skip lines they don’t understand, so a typo silently disables a rule. A server error makes Google stop crawling the whole site.',
  how: 'Fix or remove the lines shown. Keep the file under 500 KiB, and return 200, or 404 if you don’t have one.',
  thresholds:
    'Fail: robots.txt returns a server error or 429. Warning: unknown directives, unreadable lines, or over 500 KiB (Google reads no further). Pass: no robots.txt (404).',
  reference: googleDocs('robots.txt', 'crawling-indexing/robots/robots_txt'),
  grade: 'required',
  deduction: 'All where robots.txt returns an error; 30% for faults in the file.',
  needs: ['robots'],
  run({ robots: { url, outcome, status, bytes, problems } }) {
    if (outcome === 'unreachable')
      return unknown('robots.txt could not be checked', 'robots.txt could not be reached.', { evidence: [{ url }] })
    if (outcome === 'unavailable') {
      return fail({
        value: status,
        title: `robots.txt answers with status ${status ?? 'of an error'}`,
        evidence: [{ url, note: `Status ${status ?? 'unknown'}` }],
      })
    }
    if (outcome === 'absent')
      return pass({ value: status, title: 'There is no robots.txt, so everything may be crawled' })
    const tooLong =
      bytes > byteLimit ? [{ url, note: `The file has ${bytes} bytes; Google reads the first ${byteLimit}.` }] : []
    const evidence = [
      ...tooLong,
      ...problems.items.map(({ problem, line, text }) => ({ url, line, snippet: text, note: notes[problem] })),
    ]
    if (problems.total > 0)
      return warn({
        extent: 0.3,
        value: problems.total,
        title: `robots.txt has ${count(problems.total, 'line')} with a fault`,
        evidence,
      })
    return tooLong.length > 0
      ? warn({ extent: 0.3, value: bytes, title: 'robots.txt is longer than Google reads', evidence })
      : pass({ value: 0 })
  },
})
