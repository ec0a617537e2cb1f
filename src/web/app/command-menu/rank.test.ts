import { describe, expect, it } from 'vitest'
import { ranked, rankOf } from './rank.ts'

const labels = (typed: string, given: string[]) =>
  ranked(
    typed,
    given.map((label) => ({ label })),
  ).map(({ label }) => label)

describe('the ranking of matches', () => {
  it('puts exact matches first, then prefixes, then prefixes of words, then the rest', () => {
    expect(labels('rep', ['Preparation', 'Bad reports', 'Reports', 'rep'])).toEqual([
      'rep',
      'Reports',
      'Bad reports',
      'Preparation',
    ])
  })

  it('omits entries without the text', () => {
    expect(labels('zz', ['Reports'])).toEqual([])
    expect(rankOf('zz', { label: 'Reports', sure: true })).not.toBeNull()
  })

  it('keeps the order if nothing was typed', () => {
    expect(labels('  ', ['b', 'a'])).toEqual(['b', 'a'])
  })

  it('finds a URL by its host', () => {
    expect(labels('example.com/p', ['https://shop.test/example.com/p', 'https://www.example.com/page'])[0]).toBe(
      'https://www.example.com/page',
    )
  })

  it('ignores case, accents and the order of words', () => {
    expect(labels('BUCHER', ['Bücher shop'])).toEqual(['Bücher shop'])
    expect(labels('shop worst', ['Worst of the shop'])).toEqual(['Worst of the shop'])
    expect(rankOf('colour', { label: 'Dark', terms: 'Colour scheme' })).not.toBeNull()
  })

  it.each(['\\', '%', '(', '[a', '.*', '🙂', 'أسوأ', '\ud800'])('takes %j as plain text', (typed) => {
    expect(labels(typed, [`x ${typed} y`, 'other'])).toHaveLength(1)
  })

  it('accepts long text', () => {
    expect(labels('a '.repeat(5000), ['a'.repeat(100_000)])).toHaveLength(1)
  })
})
