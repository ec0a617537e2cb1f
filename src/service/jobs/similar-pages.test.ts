import { expect, it } from 'vitest'
import { minHash } from '#analyser/facts/fingerprint.ts'
import type { ComparedPage } from '#service/store/crawls/compared-pages.ts'
import { findSimilar, findThin } from './similar-pages.ts'

const never = new AbortController().signal
const origin = 'https://example.com'
let reports = 0
const page = (path: string, text: string): ComparedPage => ({
  id: (reports += 1),
  url: origin + path,
  page: origin + path,
  title_hash: null,
  description_hash: null,
  body_hash: text,
  body_shape: minHash(text),
})
const words = (of: string, amount = 100) => Array.from({ length: amount }, (_, at) => `${of}${at % 90}`)
const plumber = (city: string) => `A plumber in ${city} for you. ${words('pipe').join(' ')} Call us in ${city}.`
const others = async (pages: ComparedPage[]) => {
  const found = await findSimilar(pages, never)
  return Object.fromEntries(
    [...found].map(([{ url }, { pages: some, total, first }]) => [
      url.slice(origin.length),
      { of: some.map((one) => one.url.slice(origin.length)), total, first: first.url.slice(origin.length) },
    ]),
  )
}

it('finds pages whose texts differ only in a few words', async () => {
  expect(
    await others([
      page('/berlin', plumber('Berlin')),
      page('/lamps', words('lamp').join(' ')),
      page('/hamburg', plumber('Hamburg')),
    ]),
  ).toEqual({
    '/berlin': { of: ['/hamburg'], total: 1, first: '/berlin' },
    '/hamburg': { of: ['/berlin'], total: 1, first: '/berlin' },
  })
})

it.each([
  ['with equal texts, which another list has', '/a', '/b', plumber('Berlin')],
  ['of one path', '/plumbers?sort=price', '/plumbers?sort=name', plumber('Hamburg')],
  ['of a list', '/blog/page/2', '/blog/page/3', plumber('Hamburg')],
  ['of a calendar', '/events/2026-01', '/events/2026-02', plumber('Hamburg')],
  ['about law', '/de/datenschutz', '/at/datenschutz', plumber('Hamburg')],
])('leaves pages alone %s', async (_, one, other, text) => {
  expect(await others([page(one, plumber('Berlin')), page(other, text)])).toEqual({})
})

it('compares no texts that are too short', async () => {
  expect(await others([page('/a', 'Short text here'), page('/b', 'Short text there')])).toEqual({})
})

it('counts the others of a large set without looking at each', async () => {
  const cities = Array.from({ length: 60 }, (_, at) => page(`/plumber-${at}`, plumber(`City${at}`)))
  const found = await others([...cities, page('/copy', plumber('City0'))])
  expect(found['/plumber-7']?.total).toBe(59)
  expect(found['/copy']?.total).toBe(59)
})

it('compares few of the pages of two large templates', async () => {
  const make = (amount: number) =>
    Array.from({ length: amount }, (_, at) => [
      page(`/a/${at}-x`, `${plumber(`City${at}`)} one`),
      page(`/b/${at}-x`, `${words('lamp').join(' ')} ${at} two ${at}`),
    ]).flat()
  const found = await findSimilar(make(500), never)
  expect([...found.values()].map(({ total }) => total)).toEqual(Array.from({ length: 1000 }, () => 499))
})

it('finds a template whose pages have little text', () => {
  const short = (path: string) => page(path, 'A lamp')
  const lamps = Array.from({ length: 10 }, (_, at) => short(`/lamps/lamp-${at}`))
  const found = findThin([...lamps, ...Array.from({ length: 9 }, (_, at) => short(`/desks/desk-${at}`))])
  expect([...found.keys()]).toEqual(lamps)
  expect(found.get(lamps[3] ?? short('/'))).toMatchObject({ group: '/lamps/*', others: { total: 9, first: lamps[0] } })
  const long = Array.from({ length: 3 }, (_, at) => page(`/lamps/long-${at}`, plumber(`City${at}`)))
  expect(findThin([...lamps, ...long]).size).toBe(0)
})
