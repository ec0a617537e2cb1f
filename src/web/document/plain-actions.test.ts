import { expect, it } from 'vitest'
import { checkCatalogue } from '#analyser/describe-checks.ts'
import { plainActions } from './plain-actions.ts'

it('has an action in plain words for every scored check, and for no other', () => {
  const scored = checkCatalogue().filter((check) => check.scored)
  expect(Object.keys(plainActions).toSorted()).toEqual(scored.map(({ id }) => id).toSorted())
})

it('avoids the words of developers', () => {
  const jargon = /\b(?:canonical|noindex|hreflang|JSON|alt|CSS|JavaScript|DOM|HTTP|TLS|H1|URLs|meta)\b/
  expect(Object.values(plainActions).filter(([action]) => jargon.test(action))).toEqual([])
})
