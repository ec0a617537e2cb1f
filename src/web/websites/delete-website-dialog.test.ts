import { expect, it } from 'vitest'
import { typedDomainMatches } from './delete-website-dialog.tsx'

it.each([
  ['example.com', 'example.com'],
  [' Example.COM ', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['bu\u0308cher.example', 'xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
])('accepts %j for %s', (typed, domain) => expect(typedDomainMatches(typed, domain)).toBe(true))

it.each([
  ['', 'example.com'],
  ['example', 'example.com'],
  ['example.com.', 'example.com'],
  ['shop.example.com', 'example.com'],
])('rejects %j for %s', (typed, domain) => expect(typedDomainMatches(typed, domain)).toBe(false))
