import { describe, expect, it, onTestFinished } from 'vitest'
import type { Crawl } from '#analyser/crawl.ts'
import { PageRefused } from '#service/fetcher/page-refused.ts'
import { createAnalyserPool } from './analyser-pool.ts'

const page = (path: string) => ({ finalUrl: `https://shop.example/${path}` }) as Crawl

function limitedPool() {
  const pool = createAnalyserPool({
    threads: 1,
    timeLimit: 2_500,
    memory: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 },
    worker: new URL('../../testing/workers/misbehaving-analyser.ts', import.meta.url),
  })
  onTestFinished(() => pool.close())
  return pool
}

describe('a task', () => {
  it.each(['forever', 'memory'])(
    'that exceeds a limit (%s) is rejected with a sentence, and the next one succeeds',
    async (path) => {
      const pool = limitedPool()
      const [heavy, next] = await Promise.allSettled([pool.readPage(page(path)), pool.readPage(page('next'))])
      expect(heavy).toMatchObject({
        status: 'rejected',
        reason: { sentence: 'That page could not be analysed within its limits.' },
      })
      expect(heavy.status === 'rejected' && heavy.reason).toBeInstanceOf(PageRefused)
      expect(next).toMatchObject({ status: 'fulfilled', value: { title: 'analysed' } })
    },
    20_000,
  )

  it('that hits a bug of our own rejects with its error', async () => {
    await expect(limitedPool().readPage(page('fault'))).rejects.toThrow('a bug of our own')
  })
})
