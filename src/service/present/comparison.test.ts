import { expect, it } from 'vitest'
import { evaluate } from '#analyser/evaluate.ts'
import { factsOf, soundWorld, type World } from '#testing/pages/planted-changes.ts'
import { soundParts } from '#testing/pages/sound-page.ts'
import { presentPageCheck } from './comparison.ts'

const links = `${soundParts.links} <a href="/lost">The lost workshop</a>`

function report(given: Partial<World>) {
  const { score, results } = evaluate(factsOf({ ...soundWorld, ...given }, 2))
  return { record: { created_at: '2026-03-01T12:00:00.000Z', score }, payload: { evaluation: { results } } }
}
const changesOf = (before: Partial<World>, after: Partial<World>) =>
  Object.fromEntries(
    presentPageCheck(report(before), report(after), new Set()).findings.map(({ check, change }) => [check, change]),
  )

it('tells new issues from those that could not be checked before', () => {
  const before: Partial<World> = { parts: { links }, lacks: ['linkNotes'] }
  expect(changesOf(before, { parts: { links, viewport: '' } })).toMatchObject({
    viewport: 'new',
    'broken-internal': 'not_checked_before',
  })
  expect(changesOf({ parts: { links } }, before)).toMatchObject({ 'broken-internal': 'not_checked' })
})
