import { expect, it } from 'vitest'
import { matchesPattern } from './crawl-rules.ts'

it.each([
  ['/blog/*', 'https://a.example/blog/one?page=2', true],
  ['/blog/*', 'https://a.example/shop/blog/one', false],
  ['*/blog/*', 'https://a.example/shop/blog/one', true],
  ['/blog', 'https://a.example/blog', true],
  ['/blog', 'https://a.example/blog/', false],
  ['*.html', 'https://a.example/x.html', true],
  ['*.html', 'https://a.example/x.html?a', false],
  ['*?sort=*', 'https://a.example/shop?sort=price', true],
  ['/a*a', 'https://a.example/a', false],
  ['/a*a', 'https://a.example/aba', true],
  ['https://a.example/*', 'https://b.example/', false],
])('the pattern %s and %s: %s', (pattern, url, expected) => {
  expect(matchesPattern(pattern, new URL(url))).toBe(expected)
})

it('a pattern of many stars takes no longer than others', () => {
  // Computing time: a busy machine interrupts the test.
  const start = process.threadCpuUsage()
  expect(matchesPattern(`/${'a*'.repeat(249)}b`, new URL(`https://a.example/${'a'.repeat(2_000)}`))).toBe(false)
  expect(process.threadCpuUsage(start).user).toBeLessThan(50_000)
})
