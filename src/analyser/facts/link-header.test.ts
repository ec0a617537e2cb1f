import { describe, expect, it } from 'vitest'
import { readLinkHeader } from './link-header.ts'

const read = (value: string) => readLinkHeader(value).map(({ href, params }) => [href, Object.fromEntries(params)])

describe('Link headers', () => {
  it('reads several links with quoted and bare parameters', () => {
    expect(read('<https://a.example/x,y;z>; rel="canonical"; TITLE="a, \\"b\\"; c", </b>;rel=next')).toEqual([
      ['https://a.example/x,y;z', { rel: 'canonical', title: 'a, "b"; c' }],
      ['/b', { rel: 'next' }],
    ])
  })

  it('lets the first of a repeated parameter count', () => {
    expect(read('<a>; rel=canonical; rel=next; crossorigin')).toEqual([['a', { rel: 'canonical', crossorigin: '' }]])
  })

  it.each(['', 'nonsense', '<a', 'a>; rel=next'])('reads nothing from "%s"', (value) => {
    expect(read(value)).toEqual([])
  })

  it('survives an open quote', () => {
    expect(read('<a>; rel="canonical, <b>; rel=next')).toEqual([['a', { rel: 'canonical, <b>; rel=next' }]])
  })
})
