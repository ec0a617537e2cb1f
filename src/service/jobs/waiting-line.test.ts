import { describe, expect, it } from 'vitest'
import { createWaitingLine, QueueClosed, QueueFull } from './waiting-line.ts'

function task() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let started = false
  return { work: () => ((started = true), promise), finish: resolve, fail: reject, hasStarted: () => started }
}

describe('a waiting line', () => {
  it('runs so many at once and the next when one is done, failed or not', async () => {
    const line = createWaitingLine(2, 10)
    const [a, b, c, d] = [task(), task(), task(), task()]
    const results = [a, b, c, d].map(({ work }) => line.run(work))
    expect([a, b, c, d].map((one) => one.hasStarted())).toEqual([true, true, false, false])
    expect(line.busy()).toEqual({ running: 2, waiting: 2 })
    a.fail(new Error('no'))
    await expect(results[0]).rejects.toThrow('no')
    expect([c.hasStarted(), d.hasStarted()]).toEqual([true, false])
    for (const one of [b, c, d]) one.finish('done')
    expect(await Promise.all(results.slice(1))).toEqual(['done', 'done', 'done'])
    expect(line.busy()).toEqual({ running: 0, waiting: 0 })
  })

  it('refuses whom it has no place for', async () => {
    const line = createWaitingLine(1, 1)
    const [a, b] = [task(), task()]
    const results = [line.run(a.work), line.run(b.work)]
    await expect(line.run(task().work)).rejects.toThrow(QueueFull)
    a.finish('')
    b.finish('')
    await Promise.all(results)
  })

  it('gives the place of whoever leaves to another', async () => {
    const line = createWaitingLine(1, 1)
    const [a, gone, other] = [task(), task(), task()]
    const leave = new AbortController()
    const first = line.run(a.work)
    const left = line.run(gone.work, leave.signal)
    leave.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    const last = line.run(other.work)
    a.finish('')
    await first
    other.finish('in time')
    expect(await last).toBe('in time')
    expect(gone.hasStarted()).toBe(false)
  })

  it('sends the waiting away when it closes, and lets the running finish', async () => {
    const line = createWaitingLine(1, 5)
    const [a, b] = [task(), task()]
    const [running, waiting] = [line.run(a.work), line.run(b.work)]
    line.close()
    await expect(waiting).rejects.toThrow(QueueClosed)
    await expect(line.run(task().work)).rejects.toThrow(QueueClosed)
    a.finish('whole')
    expect(await running).toBe('whole')
    expect(b.hasStarted()).toBe(false)
  })
})
