import { expect, it } from 'vitest'
import { createCleanup } from './cleanup.ts'

it('undoes changes in reverse order, each once, and returns those that failed', async () => {
  const tried: string[] = []
  const cleanup = createCleanup()
  for (const [name, works] of [
    ['one', true],
    ['two', false],
    ['three', true],
    ['four', true],
  ] as const) {
    cleanup.add(name, async () => {
      tried.push(name)
      if (name === 'two') throw new Error('gone')
      return works
    })
  }
  cleanup.remove('three')
  expect(await cleanup.run()).toEqual(['two'])
  expect(tried).toEqual(['four', 'two', 'one'])
  expect(await cleanup.run()).toEqual([])
})
