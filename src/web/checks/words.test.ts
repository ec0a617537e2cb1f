import { expect, it } from 'vitest'
import { checkCatalogue } from '#analyser/describe-checks.ts'
import { actionFor } from './words.ts'

it.each([
  ['Let Google list this page', 'Let Google list these 6 pages'],
  ['Make the page secure with HTTPS', 'Make these 6 pages secure with HTTPS'],
  ['State how the page’s characters are encoded', 'State how these 6 pages’ characters are encoded'],
  ['Show search engines where the page belongs', 'Show search engines where these 6 pages belong'],
  ['Make the page lighter, so that it loads faster', 'Make these 6 pages lighter, so that they load faster'],
  ['Give each part of the page its own name', 'Give each part of these 6 pages its own name'],
  ['Say in each link where it leads', 'Say in each link where it leads'],
])('%s, on 6 pages: %s', (action, onSix) => {
  expect(actionFor(action, 6)).toBe(onSix)
  expect(actionFor(action, 1)).toBe(action)
})

it('no action for several pages is about one page', () => {
  const actions = checkCatalogue().flatMap(({ action }) => action ?? [])
  for (const action of actions) expect(actionFor(action, 6)).not.toMatch(/\b(?:this|the) page\b/)
})
