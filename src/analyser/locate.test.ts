import { describe, expect, it } from 'vitest'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { collectFacts } from './facts/collect.ts'
import { locate, type ElementLocation } from './locate.ts'

/** The place of the first element with `data-here`. */
function locationIn(html: string): ElementLocation | undefined {
  const page = collectFacts(fetchedPageOf({ html }))
  const ordinal = page.elements.findIndex(({ attrs }) => attrs.some(({ name }) => name === 'data-here'))
  return locate([ordinal], page)[ordinal]
}

describe('the place of an element', () => {
  it('is its line and column, and its source', () => {
    expect(locationIn('<!doctype html>\n<p>one\n  <b data-here CLASS=x>two</b></p>')).toEqual({
      selector: 'body > p > b',
      snippet: '<b data-here CLASS=x>two</b>',
      line: 3,
      column: 3,
    })
  })

  it.each(['\r\n', '\n', '\r'])('counts lines that end in %j', (end) => {
    expect(locationIn(['<p>ü😀', 'x', '<i data-here>'].join(end))).toMatchObject({
      line: 3,
      column: 1,
      snippet: '<i data-here>',
    })
  })

  it('shows the start tag alone where there is more inside', () => {
    expect(locationIn('<div data-here title="a > b"><p>x</p></div>')?.snippet).toBe('<div data-here title="a > b">')
  })

  it('starts at the nearest unambiguous id', () => {
    expect(locationIn('<main id="m"><p>x</p><p>y</p><p data-here>z</p></main>')?.selector).toBe('#m > p:nth-of-type(3)')
    expect(locationIn('<main id="m"><p id="m" data-here>z</p></main>')?.selector).toBe('body > main > p')
    expect(locationIn('<p id="1: a" data-here>z</p>')?.selector).toBe('body > p')
  })

  it('has a selector alone where the parser made the element up', () => {
    expect(locate([0, 2], collectFacts(fetchedPageOf({ html: 'x' })))).toEqual({
      0: { selector: 'html' },
      2: { selector: 'body' },
    })
  })

  it('stays short for the longest pages', () => {
    const place = locationIn(
      `${'<div>'.repeat(5000)}<x${'y'.repeat(100_000)} data-here title="${'z'.repeat(100_000)}">`,
    )
    expect(place?.selector.length).toBeLessThan(200)
    expect(place?.snippet).toHaveLength(300)
  })

  it('is the noscript element for what stands inside', () => {
    const page = collectFacts(fetchedPageOf({ html: '<p>\n<noscript><img src=a></noscript>' }))
    const at = page.facts.images.items[0]?.at ?? -1
    expect(locate([at], page)[at]).toMatchObject({ selector: 'body > p > noscript', line: 2 })
  })
})
