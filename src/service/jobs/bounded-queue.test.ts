import { describe, expect, it } from 'vitest'
import { createBoundedQueue, QueueClosed, QueueFull } from './bounded-queue.ts'

function task() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let started = false
  return { work: () => ((started = true), promise), finish: resolve, fail: reject, hasStarted: () => started }
}

describe('a bounded queue', () => {
  it('runs up to its limit and starts the next when one finishes or fails', async () => {
    const queue = createBoundedQueue(2, 10)
    const [a, b, c, d] = [task(), task(), task(), task()]
    const results = [a, b, c, d].map(({ work }) => queue.run(work))
    expect([a, b, c, d].map((one) => one.hasStarted())).toEqual([true, true, false, false])
    a.fail(new Error('no'))
    await expect(results[0]).rejects.toThrow('no')
    expect([c.hasStarted(), d.hasStarted()]).toEqual([true, false])
    for (const one of [b, c, d]) one.finish('done')
    expect(await Promise.all(results.slice(1))).toEqual(['done', 'done', 'done'])
  })

  it('throws QueueFull when no place is free', async () => {
    const queue = createBoundedQueue(1, 1)
    const [a, b] = [task(), task()]
    const results = [queue.run(a.work), queue.run(b.work)]
    await expect(queue.run(task().work)).rejects.toThrow(QueueFull)
    a.finish('')
    b.finish('')
    await Promise.all(results)
  })

  it('frees the place of an aborted entry', async () => {
    const queue = createBoundedQueue(1, 1)
    const [a, aborted, other] = [task(), task(), task()]
    const abort = new AbortController()
    const first = queue.run(a.work)
    const abortedRun = queue.run(aborted.work, abort.signal)
    abort.abort(new Error('aborted'))
    await expect(abortedRun).rejects.toThrow('aborted')
    const last = queue.run(other.work)
    a.finish('')
    await first
    other.finish('in time')
    expect(await last).toBe('in time')
    expect(aborted.hasStarted()).toBe(false)
  })

  it('rejects waiting and new entries when it closes, and lets running work finish', async () => {
    const queue = createBoundedQueue(1, 5)
    const [a, b] = [task(), task()]
    const [running, waiting] = [queue.run(a.work), queue.run(b.work)]
    queue.close()
    await expect(waiting).rejects.toThrow(QueueClosed)
    await expect(queue.run(task().work)).rejects.toThrow(QueueClosed)
    a.finish('whole')
    expect(await running).toBe('whole')
    expect(b.hasStarted()).toBe(false)
  })
})
