import { describe, expect, it } from 'vitest'
import { withScheme } from './use-analysis.ts'

describe('an address as it is typed', () => {
  it.each([
    ['example.com/page', 'https://example.com/page'],
    ['  example.com  ', 'https://example.com'],
    ['//example.com/a', 'https://example.com/a'],
    ['localhost:3000/a', 'https://localhost:3000/a'],
    ['example.com:8080', 'https://example.com:8080'],
    ['bücher.example/ü', 'https://bücher.example/ü'],
    ['example.com/?next=https://other.example', 'https://example.com/?next=https://other.example'],
  ])('%s is asked for as %s', (typed, asked) => {
    expect(withScheme(typed)).toBe(asked)
  })

  it.each([
    'http://example.com',
    'HTTPS://example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'mailto:a@example.com',
    '',
  ])('%s is left to the server to judge', (typed) => {
    expect(withScheme(typed)).toBe(typed)
  })
})
