import { expect, it } from 'vitest'
import { discardDraft, getDraft, setDraft } from './analyse-request.ts'

it.each([
  ['https://shop.example/a', ''],
  [' shop.example/a ', ''],
  ['example/a', 'example/a'],
  ['http://shop.example/a', 'http://shop.example/a'],
])('a found report clears the draft %j only if it is its URL', (draft, left) => {
  setDraft(draft)
  discardDraft('https://shop.example/a')
  expect(getDraft()).toBe(left)
})
