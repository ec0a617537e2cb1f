import { expect, it } from 'vitest'
import { collectFacts } from '#analyser/facts/collect.ts'
import type { RenderSample } from '#analyser/render-decision.ts'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { createSampleTurns } from './sample-turns.ts'

const html = `<!doctype html><title>Lamps</title><h1>Lamps</h1><p>${'They shine for many years. '.repeat(30)}<script src="/a.js"></script>`
const { facts } = collectFacts(fetchedPageOf({ html }))

/** Decides about pages of one group at once. Their reports are never stored. */
async function codesOf(pages: number, isChanged: boolean | null, stored: RenderSample | null = null) {
  const takeTurn = createSampleTurns()
  const codes = Array.from({ length: pages }, async () => {
    const { decision, end } = await takeTurn('shop.example /p/*', facts, async () => stored)
    await Promise.resolve()
    end(decision.render ? isChanged : null)
    return decision.code
  })
  const groups = Map.groupBy(await Promise.all(codes), (code) => code)
  return Object.fromEntries([...groups].map(([code, all]) => [code, all.length]))
}

it('pages of a group that are analysed at once have one sample if scripts leave it as it is', async () => {
  expect(await codesOf(12, false)).toEqual({ sample: 1, same_in_group: 11 })
})

it('they have four if scripts change the first, and are rendered then', async () => {
  expect(await codesOf(12, true)).toEqual({ sample: 4, group: 8 })
})

it('each is tried if none can be rendered', async () => {
  expect(await codesOf(3, null)).toEqual({ sample: 3 })
})

it('what the store knows counts too', async () => {
  expect(await codesOf(3, true, { rendered: 30, differed: 0 })).toEqual({ same_in_group: 3 })
})

it('a page that waits for a sample ends with its signal', async () => {
  const takeTurn = createSampleTurns()
  await takeTurn('shop.example /p/*', facts, async () => null)
  const end = new AbortController()
  const waiting = takeTurn('shop.example /p/*', facts, async () => null, end.signal)
  end.abort(new Error('The job was cancelled.'))
  await expect(waiting).rejects.toThrow('The job was cancelled.')
})
