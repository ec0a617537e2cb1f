import { describe, expect, it } from 'vitest'
import { createGate } from './gate.ts'

const never = new AbortController().signal

describe('a gate', () => {
  it('lets in as many as it has places, then one for each that leaves, in order', async () => {
    const gate = createGate(2)
    const inside: string[] = []
    const enter = (name: string) =>
      gate.enter(never).then((leave) => {
        inside.push(name)
        return leave
      })
    const leaveA = await enter('a')
    await enter('b')
    const [c, d] = [enter('c'), enter('d')]
    await Promise.resolve()
    expect(inside).toEqual(['a', 'b'])
    leaveA()
    const leaveC = await c
    expect(inside).toEqual(['a', 'b', 'c'])
    leaveC()
    await d
    expect(inside).toEqual(['a', 'b', 'c', 'd'])
  })

  it('forgets those who gave up waiting', async () => {
    const gate = createGate(1)
    const leave = await gate.enter(never)
    const controller = new AbortController()
    const gaveUp = gate.enter(controller.signal)
    const patient = gate.enter(never)
    controller.abort(new Error('gave up'))
    await expect(gaveUp).rejects.toThrow('gave up')
    leave()
    const leaveLast = await patient
    leaveLast()
    expect(gate.isEmpty()).toBe(true)
  })

  it('gives a place back once, however often its holder leaves', async () => {
    const gate = createGate(1)
    const leave = await gate.enter(never)
    leave()
    leave()
    await gate.enter(never)
    let second = false
    void gate.enter(never).then(() => {
      second = true
    })
    await Promise.resolve()
    expect(second).toBe(false)
  })
})
