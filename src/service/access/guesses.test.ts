import { expect, it } from 'vitest'
import { createGuesses, guessesAMinute } from './guesses.ts'

function atSomeTime() {
  let time = 1_000_000
  const guesses = createGuesses(() => time)
  return { ...guesses, pass: (seconds: number) => void (time += seconds * 1000) }
}

const times = (count: number) => Array.from({ length: count }, (_, at) => at)

it('one address has ten failures a minute, and ten more in the next', () => {
  const { begin, pass } = atSomeTime()
  const seconds = times(10_000).map(() => begin('website 1', 'a'))
  expect(seconds.filter((wait) => wait === 0)).toHaveLength(guessesAMinute)
  expect(seconds.at(-1)).toBe(60)
  pass(59)
  expect(begin('website 1', 'a')).toBe(1)
  pass(1)
  expect(times(11).map(() => begin('website 1', 'a'))).toEqual([...times(10).map(() => 0), 60])
})

it('what one address does is nothing to others, nor to itself at another lock', () => {
  const { begin } = atSomeTime()
  for (const _ of times(10_000)) begin('website 1', 'a')
  expect(times(10).map(() => begin('website 1', 'b'))).toEqual(times(10).map(() => 0))
  expect(begin('website 2', 'a')).toBe(0)
  expect(begin('link 1', 'a')).toBe(0)
})

it('one address for an hour makes nobody else wait', () => {
  const { begin, pass } = atSomeTime()
  for (const _ of times(3_600)) {
    begin('website 1', 'a')
    pass(1)
  }
  expect(begin('website 1', 'b')).toBe(0)
})

it('two or three addresses that fail make nobody else wait', () => {
  const { begin } = atSomeTime()
  for (const address of ['a', 'b', 'c']) for (const _ of times(guessesAMinute)) begin('website 1', address)
  expect(begin('website 1', 'd')).toBe(0)
})

it('of 10,000 addresses twenty try at once, and the rest wait longer the more there were', () => {
  const { begin, pass } = atSomeTime()
  const first = times(10_000).map((at) => begin('website 1', `address ${at}`))
  expect(first.slice(0, 20)).toEqual(times(20).map(() => 0))
  expect(first.slice(20, 110)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256].flatMap((wait) => times(10).map(() => wait)))
  expect(new Set(first.slice(110))).toEqual(new Set([300]))
  let tried = 0
  for (const _ of times(12)) {
    pass(24.9)
    tried += times(10_000).filter((at) => begin('website 1', `address ${at}`) === 0).length
  }
  expect(tried).toBeLessThan(200)
})

it('whoever was told to wait is let in once the time has come, whatever others do meanwhile', () => {
  const { begin, pass } = atSomeTime()
  const attack = () => times(500).forEach((at) => begin('website 1', `address ${at}`))
  for (const _ of times(100)) {
    attack()
    pass(2)
  }
  const wait = begin('website 1', 'honest')
  expect(wait).toBeGreaterThan(10)
  pass(wait - 1)
  attack()
  expect(begin('website 1', 'honest')).toBe(1)
  pass(1)
  attack()
  expect(begin('website 1', 'honest')).toBe(0)
  expect(begin('website 1', 'honest')).toBeGreaterThan(10)
})

it('whoever comes back some minutes later than told is let in as well', () => {
  const { begin, pass } = atSomeTime()
  const attack = () => times(500).forEach((at) => begin('website 1', `address ${at}`))
  attack()
  const wait = begin('website 1', 'honest')
  for (const _ of times(10)) {
    pass(60)
    attack()
  }
  expect(wait).toBe(300)
  expect(begin('website 1', 'honest')).toBe(0)
  expect(begin('website 1', 'honest')).toBeGreaterThan(10)
})

it('a lock left alone is as it was after ten minutes', () => {
  const { begin, pass } = atSomeTime()
  for (const _ of times(100)) {
    times(500).forEach((at) => begin('website 1', `address ${at}`))
    pass(2)
  }
  pass(600)
  expect(begin('website 1', 'new')).toBe(0)
})

it('a right password forgets what its address did before', () => {
  const { begin, forget } = atSomeTime()
  for (const _ of times(50)) {
    expect(begin('website 1', 'a')).toBe(0)
    forget('website 1', 'a')
  }
  for (const _ of times(9)) begin('website 1', 'a')
  begin('website 1', 'a')
  forget('website 1', 'a')
  expect(times(10).map(() => begin('website 1', 'a'))).toEqual(times(10).map(() => 0))
})

it('a try for which there was no time is still due', () => {
  const { begin, withdraw, pass } = atSomeTime()
  for (const _ of times(20)) {
    begin('website 1', 'a')
    withdraw('website 1', 'a')
  }
  for (const at of times(100)) begin('website 1', `address ${at}`)
  const wait = begin('website 1', 'b')
  pass(wait)
  expect(begin('website 1', 'b')).toBe(0)
  withdraw('website 1', 'b')
  expect(begin('website 1', 'b')).toBe(0)
})

const hex = (at: number) => at.toString(16)

it.each([
  ['one customer’s block of IPv6', (at: number) => `2001:db8:5:${hex(at)}`, ['198.51.100.7', '2001:db8:6:1']],
  ['all of a provider’s blocks of IPv6', (at: number) => `2001:db8:${hex(at)}:1`, ['198.51.100.7', '2a02:1234:1:1']],
  [
    'a thousand nets of IPv4',
    (at: number) => `${1 + (at % 100)}.${(at >> 8) % 10}.${at % 251}.${at >> 8}`,
    ['198.51.100.7', '2a02:1234:1:1'],
  ],
])('whoever waits keeps the turn through a flood from %s, and so does who comes in its midst', (_, address, honest) => {
  const { begin, pass } = atSomeTime()
  const attack = (from: number, to: number) => times(to - from).forEach((at) => begin('website 1', address(from + at)))
  const [early = '', late = ''] = honest
  attack(0, 500)
  const waits = [begin('website 1', early)]
  attack(500, 55_000)
  waits.push(begin('website 1', late))
  pass(30)
  attack(55_000, 65_000)
  pass(300)
  attack(0, 10_000)
  expect(Math.max(...waits)).toBeLessThanOrEqual(300)
  expect(honest.map((one) => begin('website 1', one))).toEqual([0, 0])
})

it('one customer’s block of IPv6 makes nobody else wait, and its own wait the longer', () => {
  const { begin, pass } = atSomeTime()
  for (const round of times(60)) {
    for (const at of times(200)) begin('website 1', `2001:db8:5:${hex(round * 200 + at)}`)
    pass(1)
  }
  expect(begin('website 1', '198.51.100.7')).toBe(0)
  expect(begin('website 1', '2001:db8:6:1')).toBe(0)
  const wait = begin('website 1', '2001:db8:5:ffff')
  expect(wait).toBeGreaterThan(100)
  pass(wait)
  expect(begin('website 1', '2001:db8:5:ffff')).toBe(0)
})
