import { describe, expect, it } from 'vitest'
import { withScheme } from './use-analysis.ts'

describe('a typed URL', () => {
  it.each([
    ['example.com/page', 'https://example.com/page'],
    ['  example.com  ', 'https://example.com'],
    ['//example.com/a', 'https://example.com/a'],
    ['localhost:3000/a', 'https://localhost:3000/a'],
    ['example.com:8080', 'https://example.com:8080'],
    ['bücher.example/ü', 'https://bücher.example/ü'],
    ['example.com/?next=https://other.example', 'https://example.com/?next=https://other.example'],
  ])('%s is analysed as %s', (typed, url) => {
    expect(withScheme(typed)).toBe(url)
  })

  it.each([
    'http://example.com',
    'HTTPS://example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'mailto:a@example.com',
    '',
  ])('%s is sent as it is', (typed) => {
    expect(withScheme(typed)).toBe(typed)
  })
})
