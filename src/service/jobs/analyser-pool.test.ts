import { setImmediate as yieldToEventLoop, setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { FetchedPage } from '#analyser/fetched-page.ts'
import { failures, PageRefused } from '#service/fetcher/failures.ts'
import { createAnalyserPool, type PoolOptions } from './analyser-pool.ts'

const outOfMemory = { code: 'ERR_WORKER_OUT_OF_MEMORY' }
const page = (path: string) => ({ finalUrl: `https://shop.example/${path}` }) as FetchedPage

function limitedPool(options: PoolOptions = {}) {
  const pool = createAnalyserPool({
    threads: 1,
    timeLimit: 2_500,
    ...options,
    memory: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 },
    worker: new URL('../../testing/programs/misbehaving-analyser.ts', import.meta.url),
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
        reason: failures.too_heavy,
      })
      expect(heavy.status === 'rejected' && heavy.reason).toBeInstanceOf(PageRefused)
      expect(next).toMatchObject({ status: 'fulfilled', value: { title: 'analysed' } })
    },
  )

  it(
    'that exceeds both limits at once is rejected, and its thread does not end the process',
    { tags: 'all' },
    async () => {
      const failed = Promise.withResolvers<unknown>()
      const pool = limitedPool({ onThreadError: failed.resolve })
      await pool.readPage(page('next'))
      const rejected = expect(pool.readPage(page('memory'))).rejects.toThrow(PageRefused)
      await yieldToEventLoop()
      // Meanwhile the thread runs out of memory. The time limit is noticed first, so nothing waits for that error.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6_000)
      await rejected
      expect(await Promise.race([failed.promise, pause(2_000, outOfMemory)])).toMatchObject(outOfMemory)
      expect(await pool.readPage(page('next'))).toMatchObject({ title: 'analysed' })
    },
  )

  it('that waits for a processor is not rejected', async () => {
    const pool = limitedPool({ timeLimit: 300 })
    // The start of the thread takes processor time too.
    await pool.readPage(page('next'))
    expect(await pool.readPage(page('waiting'))).toMatchObject({ title: 'analysed' })
  })

  it('that hits a bug of our own rejects with its error', async () => {
    await expect(limitedPool().readPage(page('fault'))).rejects.toThrow('a bug of our own')
  })

  it('of another requester passes those that wait', async () => {
    const pool = limitedPool()
    const order: string[] = []
    const read = async (requester: string) => {
      await pool.readPage(page('next'), requester)
      order.push(requester)
    }
    await Promise.all(['a', 'a', 'a', 'a', 'b'].map(read))
    expect(order).toEqual(['a', 'a', 'b', 'a', 'a'])
  })
})
