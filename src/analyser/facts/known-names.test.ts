import { expect, it } from 'vitest'
import { nameAt, nextHash } from './known-names.ts'

const hashOf = (name: string) => [...name].reduce((hash, letter) => nextHash(hash, letter.charCodeAt(0)), 0)

it.each(['div', 'h1', 'aria-hidden', 'xlink:href', 'data-of-our-own', 'x'])('reads %s where it stands', (name) => {
  expect(nameAt(`<${name}>`, 1, 1 + name.length, hashOf(name))).toBe(name)
})

it.each(['dix', 'divs', 'di'])('does not take %s for a known name with the same hash', (name) => {
  expect(nameAt(`<${name}>`, 1, 1 + name.length, hashOf('div'))).toBe(name)
})
