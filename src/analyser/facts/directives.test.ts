import { describe, expect, it } from 'vitest'
import type { Header } from '../fetched-page.ts'
import { readDate } from './dates.ts'
import { readDirectives } from './directives.ts'
import type { Meta } from './metadata.ts'

const meta = (name: string, content: string, inHead = true): Meta => ({
  name,
  property: null,
  httpEquiv: null,
  content,
  inHead,
  at: 7,
})
const ofHeaders = (...values: string[]) =>
  readDirectives(
    [],
    values.map((value): Header => ['x-robots-tag', value]),
  ).items.map(({ agent, name, value }) => [agent, name, value])
const ofMeta = (content: string, name = 'robots') =>
  readDirectives([meta(name, content)], []).items.map(({ agent, name: rule, value }) => [agent, rule, value])

it('robots meta tags for an AI crawler are kept with its name', () => {
  expect(ofMeta('noindex', 'oai-searchbot')).toEqual([['oai-searchbot', 'noindex', null]])
  expect(ofMeta('noindex', 'description')).toEqual([])
})

describe('robots directives of headers', () => {
  it.each([
    ['noindex', [[null, 'noindex', null]]],
    [
      ' NoIndex ,, NOFOLLOW ',
      [
        [null, 'noindex', null],
        [null, 'nofollow', null],
      ],
    ],
    ['googlebot: nofollow', [['googlebot', 'nofollow', null]]],
    [
      'otherbot: noindex, nofollow',
      [
        ['otherbot', 'noindex', null],
        ['otherbot', 'nofollow', null],
      ],
    ],
    [
      'BingBot : noindex, googlebot: none',
      [
        ['bingbot', 'noindex', null],
        ['googlebot', 'none', null],
      ],
    ],
    [
      'nofollow, googlebot: noindex',
      [
        [null, 'nofollow', null],
        ['googlebot', 'noindex', null],
      ],
    ],
    [
      'max-snippet:20, max-image-preview: large',
      [
        [null, 'max-snippet', '20'],
        [null, 'max-image-preview', 'large'],
      ],
    ],
    [
      'googlebot: max-snippet: 0, nosnippet',
      [
        ['googlebot', 'max-snippet', '0'],
        ['googlebot', 'nosnippet', null],
      ],
    ],
    ['unavailable_after: 25 Jun 2010 15:00:00 PST', [[null, 'unavailable_after', '25 jun 2010 15:00:00 pst']]],
    [
      'unavailable_after: Fri, 25 Jun 2010 15:00:00 +0200, noarchive',
      [
        [null, 'unavailable_after', 'fri, 25 jun 2010 15:00:00 +0200'],
        [null, 'noarchive', null],
      ],
    ],
    [
      'otherbot: unavailable_after: Friday, 25-Jun-10 15:00:00 GMT',
      [['otherbot', 'unavailable_after', 'friday, 25-jun-10 15:00:00 gmt']],
    ],
    [
      'unavailable_after: 2010-06-25T15:00:00+02:00, googlebot: noindex',
      [
        [null, 'unavailable_after', '2010-06-25t15:00:00+02:00'],
        ['googlebot', 'noindex', null],
      ],
    ],
    ['noindex, noindex, noindex', [[null, 'noindex', null]]],
    ['', []],
    [':, ,', [[null, ':', null]]],
  ])('"%s"', (value, rules) => {
    expect(ofHeaders(value)).toEqual(rules)
  })

  it('of several headers stand side by side, each for its own crawler', () => {
    expect(ofHeaders('googlebot: noindex', 'nofollow')).toEqual([
      ['googlebot', 'noindex', null],
      [null, 'nofollow', null],
    ])
  })

  it('are read to the end of a header of 30 KB', () => {
    expect(ofHeaders(`${'follow, '.repeat(3800)}noindex`)).toEqual([
      [null, 'follow', null],
      [null, 'noindex', null],
    ])
    expect(ofHeaders(`${'unavailable_after: 1 jan'}${', x'.repeat(10_000)}`)).toHaveLength(1)
  })
})

describe('robots directives of meta elements', () => {
  it.each([
    [
      'robots',
      'noindex,nofollow',
      [
        [null, 'noindex', null],
        [null, 'nofollow', null],
      ],
    ],
    ['googlebot', 'none', [['googlebot', 'none', null]]],
    ['googlebot-news', 'noindex', [['googlebot-news', 'noindex', null]]],
    [
      'robots',
      'unavailable_after: Sunday, 03-Aug-25 15:00:00 GMT, nosnippet',
      [
        [null, 'unavailable_after', 'sunday, 03-aug-25 15:00:00 gmt'],
        [null, 'nosnippet', null],
      ],
    ],
    ['description', 'noindex', []],
    ['author', 'none', []],
  ])('%s "%s"', (name, content, rules) => {
    expect(ofMeta(content, name)).toEqual(rules)
  })

  it('name no crawler before a colon, and count in the head alone', () => {
    expect(ofMeta('googlebot: noindex')).toEqual([[null, 'googlebot', 'noindex']])
    expect(readDirectives([meta('robots', 'noindex', false)], []).total).toBe(0)
  })
})

describe('dates of unavailable_after', () => {
  it.each([
    '25 Jun 2010 15:00:00 UTC',
    'Fri, 25 Jun 2010 15:00:00 GMT',
    'Fri, 25 Jun 10 15:00:00 +0000',
    'Fri, 25 Jun 2010 07:00:00 PST',
    'Friday, 25-Jun-10 15:00:00 GMT',
    '25-Jun-2010 10:00:00 EST',
    '2010-06-25T15:00:00Z',
    '2010-06-25T17:00:00+02:00',
    '2010-06-25T17:00:00+02',
    '20100625T150000Z',
    '2010-06-25 15:00:00',
    'June 25, 2010 15:00',
  ])('may be written "%s", in headers and in meta elements', (date) => {
    for (const rules of [
      ofHeaders(`unavailable_after: ${date}, nofollow`),
      ofMeta(`unavailable_after:${date},nofollow`),
      ofHeaders(`googlebot: unavailable_after: ${date}`),
    ]) {
      expect(new Date(readDate(String(rules[0]?.[2])) ?? Number.NaN).toISOString()).toBe('2010-06-25T15:00:00.000Z')
    }
  })
})
