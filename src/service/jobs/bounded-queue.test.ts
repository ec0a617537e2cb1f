import { describe, expect, it } from 'vitest'
import { BoundedQueue, QueueClosed, QueueFull, SlowHost } from './bounded-queue.ts'

function task() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let started = false
  return { work: () => ((started = true), promise), finish: resolve, fail: reject, hasStarted: () => started }
}

let hosts = 0
/** Runs a task for a key and a host, by default one of its own for each task. */
const run = (
  queue: BoundedQueue,
  { work }: ReturnType<typeof task>,
  more: { key?: string; host?: string; maxOfHost?: number; signal?: AbortSignal } = {},
) => queue.run(work, { key: 'a', host: `${(hosts += 1)}.example`, ...more })

describe('a bounded queue', () => {
  it('runs up to its limit and starts the next when one finishes or fails', async () => {
    const queue = new BoundedQueue(2, 10)
    const [a, b, c, d] = [task(), task(), task(), task()]
    const results = [a, b, c, d].map((one, at) => run(queue, one, { key: 'ab'.charAt(at % 2) }))
    expect([a, b, c, d].map((one) => one.hasStarted())).toEqual([true, true, false, false])
    a.fail(new Error('no'))
    await expect(results[0]).rejects.toThrow('no')
    expect([c.hasStarted(), d.hasStarted()]).toEqual([true, false])
    for (const one of [b, c, d]) one.finish('done')
    expect(await Promise.all(results.slice(1))).toEqual(['done', 'done', 'done'])
  })

  it('throws QueueFull when no place is free', async () => {
    const queue = new BoundedQueue(1, 1)
    const [a, b] = [task(), task()]
    const results = [run(queue, a), run(queue, b)]
    await expect(run(queue, task())).rejects.toThrow(QueueFull)
    a.finish('')
    b.finish('')
    await Promise.all(results)
  })

  it('frees the place of an aborted entry', async () => {
    const queue = new BoundedQueue(1, 1)
    const [a, aborted, other] = [task(), task(), task()]
    const abort = new AbortController()
    const first = run(queue, a)
    const abortedRun = run(queue, aborted, { signal: abort.signal })
    abort.abort(new Error('aborted'))
    await expect(abortedRun).rejects.toThrow('aborted')
    const last = run(queue, other)
    a.finish('')
    await first
    other.finish('in time')
    expect(await last).toBe('in time')
    expect(aborted.hasStarted()).toBe(false)
  })

  it('rejects an entry that has waited too long', async () => {
    const queue = new BoundedQueue(1, 1, { maxWaitMs: 20 })
    const [a, late] = [task(), task()]
    const first = run(queue, a)
    await expect(run(queue, late)).rejects.toThrow(QueueFull)
    a.finish('')
    await first
    expect(late.hasStarted()).toBe(false)
  })

  it('rejects waiting and new entries when it closes, and lets running work finish', async () => {
    const queue = new BoundedQueue(1, 5)
    const [a, b] = [task(), task()]
    const [running, waiting] = [run(queue, a), run(queue, b)]
    queue.close()
    await expect(waiting).rejects.toThrow(QueueClosed)
    await expect(run(queue, task())).rejects.toThrow(QueueClosed)
    a.finish('whole')
    expect(await running).toBe('whole')
    expect(b.hasStarted()).toBe(false)
  })

  it('lets keys take turns', async () => {
    const queue = new BoundedQueue(1, 10)
    const order: string[] = []
    const add = (key: string) =>
      queue.run(async () => void order.push(key), { key: key.slice(0, 1), host: `${key}.example` })
    await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(add))
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  it('runs one task of a host at a time and lets others pass those that wait for it', async () => {
    const queue = new BoundedQueue(2, 10)
    const [slow, sameHost, other] = [task(), task(), task()]
    const results = [
      run(queue, slow, { host: 'slow.example' }),
      run(queue, sameHost, { host: 'slow.example' }),
      run(queue, other, { key: 'b' }),
    ]
    expect([sameHost.hasStarted(), other.hasStarted()]).toEqual([false, true])
    other.finish('')
    await results[2]
    expect(sameHost.hasStarted()).toBe(false)
    slow.finish('')
    sameHost.finish('')
    await Promise.all(results)
  })

  it('runs as many of one host at once as it allows', async () => {
    const queue = new BoundedQueue(3, 10)
    const tasks = Array.from({ length: 3 }, task)
    const results = tasks.map((task) => run(queue, task, { host: 'fast.example', maxOfHost: 2 }))
    expect(tasks.map((task) => task.hasStarted())).toEqual([true, true, false])
    tasks[0]?.finish('')
    await results[0]
    expect(tasks[2]?.hasStarted()).toBe(true)
    for (const task of tasks) task.finish('')
    await Promise.all(results)
  })

  it('runs work in the background beside what people wait for, and less of it meanwhile', async () => {
    const queue = new BoundedQueue(1, 10, { maxBackground: 2 })
    const inBackground = (work: ReturnType<typeof task>, host: string) =>
      queue.runInBackground(work.work, { key: host, host })
    const [first, second, third, waited] = [task(), task(), task(), task()]
    const background = [inBackground(first, 'a.example'), inBackground(second, 'b.example')]
    expect(inBackground(third, 'c.example')).toBeNull()
    const result = run(queue, waited, { host: 'd.example' })
    expect(waited.hasStarted()).toBe(true)
    expect(queue.figures()).toEqual({ running: 3, waiting: 0 })
    first.finish('')
    await background[0]
    expect(queue.backgroundRoom()).toBe(0)
    waited.finish('')
    await result
    expect(queue.backgroundRoom()).toBe(1)
    second.finish('')
    await background[1]
    expect(queue.figures()).toEqual({ running: 0, waiting: 0 })
  })

  it('lets one key have half of the places, and each further one half of the rest', async () => {
    const queue = new BoundedQueue(8, 100)
    const tasks = ['a', 'b', 'c', 'd', 'e'].map((key) => Array.from({ length: 10 }, () => ({ key, ...task() })))
    const results = tasks.flat().map((one) => run(queue, one, { key: one.key }))
    const started = () => tasks.map((all) => all.filter((one) => one.hasStarted()).length)
    expect(started()).toEqual([4, 2, 1, 1, 0])
    tasks[0]?.[0]?.finish('')
    await results[0]
    // The place goes to a key without one.
    expect(started()).toEqual([4, 2, 1, 1, 1])
    for (const one of tasks.flat()) one.finish('')
    await Promise.all(results)
    expect(started()).toEqual([10, 10, 10, 10, 10])
  })

  it('shares the room for work in the background likewise', async () => {
    const queue = new BoundedQueue(2, 10, { maxBackground: 8 })
    const tasks = ['a', 'b', 'c', 'd', 'e'].map((key) => Array.from({ length: 10 }, () => ({ key, ...task() })))
    const mayHaveMore = queue.shareBackgroundRoom()
    expect(tasks.map((all) => all.filter(({ key }) => mayHaveMore(key)).length)).toEqual([4, 2, 1, 1, 0])
    const results = tasks
      .flat()
      .flatMap(({ key, work }) => queue.runInBackground(work, { key, host: `${(hosts += 1)}.example` }) ?? [])
    expect(tasks.map((all) => all.filter((work) => work.hasStarted()).length)).toEqual([4, 2, 1, 1, 0])
    expect(queue.shareBackgroundRoom()('f')).toBe(false)
    const beside = new BoundedQueue(2, 10, { maxBackground: 8 }).shareBackgroundRoom(() => 3)
    expect(Array.from({ length: 8 }, () => beside('a')).filter(Boolean)).toHaveLength(3)
    for (const one of tasks.flat()) one.finish('')
    await Promise.all(results)
  })

  it('leaves room in the background while work waits for its host', async () => {
    const queue = new BoundedQueue(2, 10, { maxBackground: 4 })
    const tasks = Array.from({ length: 5 }, task)
    const results = tasks.map((task) => run(queue, task, { host: 'slow.example' }))
    expect([queue.figures(), queue.backgroundRoom()]).toEqual([{ running: 1, waiting: 4 }, 3])
    for (const task of tasks) task.finish('')
    await Promise.all(results)
  })

  it('rejects an entry that has waited too long for its host, but not one that waits for a place', async () => {
    const queue = new BoundedQueue(2, 10, { maxHostWaitMs: 20 })
    const [slow, other, sameHost, waiting] = [task(), task(), task(), task()]
    const results = [run(queue, slow, { host: 'slow.example' }), run(queue, other, { key: 'b' })]
    const last = run(queue, waiting, { key: 'c' })
    await expect(run(queue, sameHost, { host: 'slow.example' })).rejects.toThrow(SlowHost)
    for (const one of [slow, other, waiting]) one.finish('')
    await Promise.all([...results, last])
    expect([sameHost.hasStarted(), waiting.hasStarted()]).toEqual([false, true])
  })

  it('rejects the last entry of the key that waits most when another key needs a place', async () => {
    const queue = new BoundedQueue(1, 3)
    const [running, ...waiting] = Array.from({ length: 4 }, () => task())
    const results = [running, ...waiting].flatMap((one) => (one ? [run(queue, one)] : []))
    const rejected = expect(results[3]).rejects.toThrow(QueueFull)
    const [first, second] = [task(), task()]
    const ofOther = [run(queue, first, { key: 'b' }), run(queue, second, { key: 'b' })]
    await rejected
    await expect(ofOther[1]).rejects.toThrow(QueueFull)
    for (const one of [running, ...waiting, first]) one?.finish('')
    await Promise.all([...results.slice(0, 3), ofOther[0]])
  })
})
