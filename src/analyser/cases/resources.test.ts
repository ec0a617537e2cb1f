import { describe, it } from 'vitest'
import { type Case, expectCase } from '#testing/pages/check-page.ts'
import { soundRobots } from '#testing/pages/sound-page.ts'

const rules = (...lines: string[]) => ({ page: { robots: `${soundRobots}\n${lines.join('\n')}\n` } })
const blocked = (lines: RegExp) => ({ 'blocked-resources': ['fail', lines] }) as const

const cases: Case[] = [
  [
    'robots.txt that blocks the files for everyone',
    rules('User-agent: *', 'Disallow: /*.css$', 'Disallow: /script.js'),
    blocked(/1 stylesheet and 1 script: robots\.txt lines 7 and 8/),
  ],
  [
    'robots.txt that blocks them for Googlebot alone',
    rules('User-agent: Googlebot', 'Disallow: /script.js'),
    blocked(/1 script: robots\.txt line 7/),
  ],
  [
    'robots.txt that allows them by a longer rule',
    rules('User-agent: *', 'Disallow: /s', 'Allow: /style.css', 'Allow: /script.js'),
    {},
  ],
  ['robots.txt that blocks files the page doesn’t use', rules('User-agent: *', 'Disallow: /admin.js'), {}],
  ['a page without robots.txt', { page: { robots: { outcome: 'absent' } } }, {}],
]

describe('files that a page loads', () => {
  it.each(cases)('%s', (...row) => expectCase(row))
})
