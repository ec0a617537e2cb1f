// @module-tag all
import { expect, it } from 'vitest'
import { attackPages } from '#testing/pages/attack-pages.ts'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { controlMs, processorMsOf } from '#testing/processor-time.ts'
import { type Analysis, analysePage } from '../run.ts'

/** The pages took up to 50 times as long as the control. */
const most = 100

it.each(Object.keys(attackPages))('a page of 5 MB is analysed in time: %s', (name) => {
  const page = fetchedPageOf({ body: Buffer.from(attackPages[name]?.() ?? '').subarray(0, 5 * 1024 * 1024) })
  let analysis: Analysis | undefined
  const ms = processorMsOf(() => (analysis = analysePage(page)))
  expect(ms).toBeLessThan(most * controlMs())
  expect(Object.values(analysis?.results ?? {}).filter(({ outcome }) => outcome === 'error')).toEqual([])
})
