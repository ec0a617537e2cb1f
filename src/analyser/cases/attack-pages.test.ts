// @module-tag all
import { expect, it } from 'vitest'
import { attackPages } from '#testing/pages/attack-pages.ts'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { analysePage } from '../run.ts'

/** In milliseconds of computing time. The pages took up to 2,700, and up to 5,000 while browsers shared the cores. */
const most = 10_000

it.each(Object.keys(attackPages))('a page of 5 MB is analysed in time: %s', (name) => {
  const page = fetchedPageOf({ body: Buffer.from(attackPages[name]?.() ?? '').subarray(0, 5 * 1024 * 1024) })
  const start = process.threadCpuUsage()
  const { results } = analysePage(page)
  const { user, system } = process.threadCpuUsage(start)
  expect((user + system) / 1_000).toBeLessThan(most)
  expect(Object.values(results).filter(({ outcome }) => outcome === 'error')).toEqual([])
})
