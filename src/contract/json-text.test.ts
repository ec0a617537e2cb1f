import { expect, it } from 'vitest'
import { jsonText } from './json-text.ts'

it('writes what was read, and nothing where it is nested deeper than can be written', () => {
  expect(jsonText({ a: [1] }, 1)).toBe('{\n "a": [\n  1\n ]\n}')
  expect(jsonText(undefined)).toBe('')
  expect(jsonText(JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)))).toBe('')
})
