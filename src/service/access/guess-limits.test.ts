import { expect, it } from 'vitest'
import { createGuessLimits, guessesPerMinute } from './guess-limits.ts'

function limitsWithClock() {
  let time = 1_000_000
  const limits = createGuessLimits(() => time)
  return { ...limits, pass: (seconds: number) => void (time += seconds * 1000) }
}

const times = (count: number) => Array.from({ length: count }, (_, at) => at)

it('a network has ten failures a minute, and ten more in the next minute', () => {
  const { begin, pass } = limitsWithClock()
  const seconds = times(10_000).map(() => begin('website 1', 'a'))
  expect(seconds.filter((wait) => wait === 0)).toHaveLength(guessesPerMinute)
  expect(seconds.at(-1)).toBe(60)
  pass(59)
  expect(begin('website 1', 'a')).toBe(1)
  pass(1)
  expect(times(11).map(() => begin('website 1', 'a'))).toEqual([...times(10).map(() => 0), 60])
})

it('the failures of a network delay neither others nor the same one at another lock', () => {
  const { begin } = limitsWithClock()
  for (const _ of times(10_000)) begin('website 1', 'a')
  expect(times(10).map(() => begin('website 1', 'b'))).toEqual(times(10).map(() => 0))
  expect(begin('website 2', 'a')).toBe(0)
  expect(begin('link 1', 'a')).toBe(0)
})

it('an hour of failures of one network delays no other', () => {
  const { begin, pass } = limitsWithClock()
  for (const _ of times(3_600)) {
    begin('website 1', 'a')
    pass(1)
  }
  expect(begin('website 1', 'b')).toBe(0)
})

it('the failures of three networks delay no other', () => {
  const { begin } = limitsWithClock()
  for (const address of ['a', 'b', 'c']) for (const _ of times(guessesPerMinute)) begin('website 1', address)
  expect(begin('website 1', 'd')).toBe(0)
})

it('of 10,000 networks twenty try at once, and each further ten wait twice as long', () => {
  const { begin, pass } = limitsWithClock()
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

it('a network that waited gets its try, whatever the others do meanwhile', () => {
  const { begin, pass } = limitsWithClock()
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

it('a network that comes back minutes late gets its try as well', () => {
  const { begin, pass } = limitsWithClock()
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

it('a lock without tries for ten minutes causes no delay', () => {
  const { begin, pass } = limitsWithClock()
  for (const _ of times(100)) {
    times(500).forEach((at) => begin('website 1', `address ${at}`))
    pass(2)
  }
  pass(600)
  expect(begin('website 1', 'new')).toBe(0)
})

it('a right password deletes the failures of its network', () => {
  const { begin, succeed } = limitsWithClock()
  for (const _ of times(50)) {
    expect(begin('website 1', 'a')).toBe(0)
    succeed('website 1', 'a')
  }
  for (const _ of times(9)) begin('website 1', 'a')
  begin('website 1', 'a')
  succeed('website 1', 'a')
  expect(times(10).map(() => begin('website 1', 'a'))).toEqual(times(10).map(() => 0))
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
])(
  'a waiting network keeps its turn through a flood from %s, and so does one that comes during it',
  (_, address, honest) => {
    const { begin, pass } = limitsWithClock()
    const attack = (from: number, to: number) =>
      times(to - from).forEach((at) => begin('website 1', address(from + at)))
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
  },
)

it('failures of one customer’s block of IPv6 delay the block, and no other network', () => {
  const { begin, pass } = limitsWithClock()
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
