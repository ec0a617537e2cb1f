import { expect, it } from 'vitest'
import { discardDraft, restoreAnalyses, changeDraft } from './run-analyses.ts'

it.each([
  ['https://shop.example/a', ''],
  [' shop.example/a ', ''],
  ['example/a', 'example/a'],
  ['http://shop.example/a', 'http://shop.example/a'],
])('a found report clears the draft %j only if it is its URL', (draft, left) => {
  const analyses = restoreAnalyses(() => {})
  changeDraft(analyses, draft)
  discardDraft(analyses, 'https://shop.example/a')
  expect(analyses.state.get().draft).toBe(left)
})
