import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { texts } from './dom-size.ts'

/** html, head, body and as many more. */
const page = (elements: number) =>
  checkPage('dom-size', { html: `<html><head></head><body>${'<i></i>'.repeat(elements - 3)}</body></html>` })

describe('dom-size', () => {
  it.each([
    [3, 'pass'],
    [1500, 'pass'],
    [1501, 'warn'],
    [3000, 'warn'],
    [3001, 'fail'],
  ])('%d elements: %s', (elements, outcome) => {
    expect(page(elements)).toMatchObject({ outcome, value: elements })
  })

  it('warns of deep nesting in a small page', () => {
    const nested = (depth: number) => checkPage('dom-size', { html: `<html><body>${'<div>'.repeat(depth - 2)}` })
    expect(nested(30)).toMatchObject({ outcome: 'pass', title: texts.size('31 elements', '30 levels') })
    expect(nested(31)).toMatchObject({ outcome: 'warn', title: texts.deep('31 levels') })
  })

  it('says that a page larger than the parser takes has at least as many', () => {
    expect(page(160_000)).toMatchObject({
      outcome: 'fail',
      title: texts.size('at least 150,000 elements', '3 levels'),
    })
    expect(checkPage('dom-size', { html: `<html><head></head><body>${'<!-- -->'.repeat(160_000)}` })).toMatchObject({
      outcome: 'fail',
      value: 3,
    })
  })
})
