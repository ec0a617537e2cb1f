import { expect, it } from 'vitest'
import { listNoticeWords } from './words.ts'

it.each([
  ['per_page', '30', 25, '“per_page=30” isn’t valid, so we’re showing 25 rows per page.'],
  // Both lists and the overview have it, with a default of their own.
  ['since', 'nope', null, '“since=nope” isn’t valid, so we’re ignoring it.'],
  ['tab', 'plan', null, '“tab=plan” isn’t valid, so we’re showing the first tab.'],
  ['of_a_later_page', 'x', null, '“of_a_later_page=x” isn’t valid, so we’re ignoring it.'],
])('a wrong value of %s is named with what replaces it', (name, given, used, sentence) => {
  expect(listNoticeWords.repair(name, given, used)).toBe(sentence)
})
