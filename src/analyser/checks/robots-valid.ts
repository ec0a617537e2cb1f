import { googleOnRobotsErrors } from '../check-helpers/indexing.ts'
import { count, defineCheck, fail, googleDocs, pass, unknown, warn } from '../define-check.ts'
import type { RobotsProblem } from '../facts/robots-txt.ts'

const byteLimit = 500 * 1024

export const notes: Record<RobotsProblem['problem'], string> = {
  'not-understood': 'Not a valid directive (expected “name: value”).',
  'unknown-directive': 'Search engines don’t support this directive.',
  'misspelt-directive': 'This directive is misspelt. Google understands it, but other crawlers can ignore it.',
  'rule-before-agent': 'This rule comes before any User-agent line, so it has no effect.',
  'path-without-slash': 'A path begins with / or *, so this rule matches nothing.',
  'agent-empty': 'This User-agent line is empty.',
  'dollar-inside': '$ only means “end of URL” as the last character. Here it’s treated as a literal $.',
  'sitemap-not-absolute': 'Use an absolute URL for the sitemap.',
}

export const texts = {
  absent: 'No robots.txt, so everything can be crawled',
}

export const robotsValid = defineCheck({
  id: 'robots-valid',
  name: 'robots.txt syntax',
  aliases: ['robots.txt errors', 'robots.txt validation', 'crawlability'],
  titlePass: 'robots.txt is valid',
  titleFail: 'robots.txt has errors',
  faults: {
    unavailable: 'The server returns an error for robots.txt',
    lines: 'robots.txt has invalid lines',
    long: 'robots.txt is longer than Google reads',
  },
  why: 'Search engines skip lines they don’t understand, so a typo silently disables a rule. While robots.txt returns a server error, Google first pauses crawling, then follows an older version.',
  how: 'Fix or remove the lines shown. Keep the file under 500 KiB, and return 200, or 404 if you don’t have one.',
  action: 'Correct the website’s instructions for search engines',
  effort: 'minutes',
  thresholds:
    'Pass: robots.txt has no errors, or doesn’t exist (404). Warning: unknown or misspelt directives, unreadable lines, or over 500 KiB (Google reads no further). Fail: robots.txt returns a server error or 429. Unknown: it can’t be reached.',
  reference: googleDocs('robots.txt', 'crawling-indexing/robots/robots_txt'),
  grade: 'required',
  deduction: 'All if robots.txt returns an error; 30% for errors in the file.',
  needs: ['robots'],
  run({ robots: { url, outcome, status, bytes, problems } }) {
    if (outcome === 'unreachable')
      return unknown('We couldn’t check robots.txt', 'robots.txt couldn’t be reached.', { evidence: [{ url }] })
    if (outcome === 'unavailable') {
      return fail({
        value: status,
        fault: 'unavailable',
        title: `robots.txt returns ${status ?? 'an error'}`,
        evidence: [{ url, note: googleOnRobotsErrors }],
      })
    }
    if (outcome === 'absent') return pass({ value: status, title: texts.absent })
    const tooLong =
      bytes > byteLimit
        ? [{ url, note: `The file has ${count(bytes, 'byte')}. Google reads the first ${count(byteLimit, 'byte')}.` }]
        : []
    const evidence = [
      ...tooLong,
      ...problems.items.map(({ problem, line, text }) => ({ url, line, snippet: text, note: notes[problem] })),
    ]
    if (problems.total > 0)
      return warn({
        extent: 0.3,
        value: problems.total,
        evidenceTotal: tooLong.length + problems.total,
        fault: 'lines',
        title: `robots.txt has ${count(problems.total, 'invalid line')}`,
        evidence,
      })
    return tooLong.length > 0 ? warn({ extent: 0.3, value: bytes, fault: 'long', evidence }) : pass({ value: 0 })
  },
})
