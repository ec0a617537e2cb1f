import { describe, expect, it } from 'vitest'
import { ranked, rankOf } from './rank.ts'

const labels = (typed: string, given: string[]) =>
  ranked(
    typed,
    given.map((label) => ({ label })),
  ).map(({ label }) => label)

describe('what was typed', () => {
  it('puts the exact before its beginnings, these before beginnings of words, and the rest of what holds it last', () => {
    expect(labels('rep', ['Preparation', 'Bad reports', 'Reports', 'rep'])).toEqual([
      'rep',
      'Reports',
      'Bad reports',
      'Preparation',
    ])
  })

  it('leaves out what does not hold it', () => {
    expect(labels('zz', ['Reports'])).toEqual([])
    expect(rankOf('zz', { label: 'Reports', sure: true })).not.toBeNull()
  })

  it('leaves everything as it is when it is nothing', () => {
    expect(labels('  ', ['b', 'a'])).toEqual(['b', 'a'])
  })

  it('finds an address by its host', () => {
    expect(labels('example.com/p', ['https://shop.test/example.com/p', 'https://www.example.com/page'])[0]).toBe(
      'https://www.example.com/page',
    )
  })

  it('looks past case and accents, in any order of words', () => {
    expect(labels('BUCHER', ['Bücher shop'])).toEqual(['Bücher shop'])
    expect(labels('shop worst', ['Worst of the shop'])).toEqual(['Worst of the shop'])
    expect(rankOf('colour', { label: 'Dark', terms: 'Colour scheme' })).not.toBeNull()
  })

  it.each(['\\', '%', '(', '[a', '.*', '🙂', 'أسوأ', '\ud800'])('is text, also %j', (typed) => {
    expect(labels(typed, [`x ${typed} y`, 'other'])).toHaveLength(1)
  })

  it('may be long', () => {
    expect(labels('a '.repeat(5000), ['a'.repeat(100_000)])).toHaveLength(1)
  })
})
