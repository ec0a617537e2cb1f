import { expect, it } from 'vitest'
import { catalogue } from './catalogue.ts'

/**
 * The results that keep a page out of search and cap its score. Readers act on them first, so these are the only
 * results whose wording is held by a test. `indexability.test.ts` holds those of the indexability.
 */
it('words the blockers', () => {
  const blockers = catalogue.filter(({ blocker }) => blocker).map(({ check }) => check)
  expect(blockers.map(({ titlePass, titleFail }) => [titlePass, titleFail])).toEqual([
    ['The page returns a success status', 'The page returns an error status'],
    ['The page isn’t set to noindex', 'The page is set to noindex'],
    ['robots.txt allows this page', 'robots.txt blocks this page'],
    ['The canonical tag points to this page', 'The canonical tag points to a different page'],
    ['The page isn’t a soft 404', 'The page says “not found” but returns success'],
    ['The HTML contains the page’s text', 'The HTML contains hardly any text'],
  ])
})

it('heads an issue by words that fit each of its findings', () => {
  const headings = new Map(catalogue.map(({ check }) => [check.id, check.titleFail]))
  // A redirecting target, and a job that has expired.
  expect(headings.get('canonical-valid')).toBe('The canonical tag or its target doesn’t work')
  expect(headings.get('jsonld-required')).toBe('Structured data is incomplete, invalid or expired')
})
