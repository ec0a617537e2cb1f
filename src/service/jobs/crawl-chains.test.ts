import { describe, expect, it } from 'vitest'
import { textWords } from '#analyser/facts/text-words.ts'
import { type ChainEnd, Chains, openPatterns } from './crawl-chains.ts'

const origin = 'https://shop.example'
const menu = ['/', '/about', '/contact']
const frame = 'Home About Contact What is on this month Nothing is planned yet Write to us'

/** A page of a chain: where it leads besides the next page and the menu, and its text. */
type Page = { next: string[]; text?: string; leads?: string[] }

/** Reads a chain until it ends. Returns how many of its pages were read, and why no more. */
function follow(start: string, pageAt: (at: number, url: string) => Page, hasSitemaps = true) {
  const chains = new Chains()
  const known = new Set([...menu, start])
  const ends: ChainEnd[] = []
  let url = start
  for (let at = 1; at <= 60; at += 1) {
    const { next, text = frame, leads = [] } = pageAt(at, url)
    const all = [...menu, ...leads, ...next]
    const found = all.filter((path) => !known.has(path))
    for (const path of found) known.add(path)
    const urlsOf = (paths: string[]) => paths.map((path) => origin + path)
    ends.push(
      chains.add({ url: origin + url, leads: urlsOf(all), found: urlsOf(found), words: textWords(text) }, hasSitemaps),
    )
    if (ends.at(-1) !== null) break
    url = next[0]!
  }
  return { pages: ends.length, end: ends.at(-1) }
}

const month = (at: number) => new Date(Date.UTC(2026, at, 1))
const monthPath = (at: number) => month(at).toISOString().slice(0, 7)
const names = (at: number) => month(at).toLocaleDateString('de', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const letters = (at: number) => String.fromCharCode(97 + (at % 26)).repeat(4 + Math.floor(at / 26))

describe('a chain', () => {
  it.each<[string, string, (at: number) => Page]>([
    ['months in a parameter', '/on?month=2026-01', (at) => ({ next: [`/on?month=${monthPath(at)}`] })],
    ['months in folders', '/on/2026/01/', (at) => ({ next: [`/on/${monthPath(at).replace('-', '/')}/`] })],
    [
      'two parameters of a date',
      '/on?year=2026&month=1',
      (at) => ({ next: [`/on?year=${2026 + Math.floor(at / 12)}&month=${1 + (at % 12)}`] }),
    ],
    ['numbers', '/list/1', (at) => ({ next: [`/list/${at + 1}`] })],
    ['values without order', '/list?after=start', (at) => ({ next: [`/list?after=${letters(at)}`] })],
    ['a part of the path', '/list/start/', (at) => ({ next: [`/list/${letters(at)}/`] })],
    [
      'names of months in the text',
      '/on?month=2026-01',
      (at) => ({ next: [`/on?month=${monthPath(at)}`], text: `${frame} ${names(at)} Mo Di Mi` }),
    ],
    ['pages without a text', '/on?month=2026-01', (at) => ({ next: [`/on?month=${monthPath(at)}`], text: '' })],
    [
      'a few words that change places',
      '/list?at=0',
      (at) => ({ next: [`/list?at=${at}`], text: `${frame} ${letters(at % 5)} ${letters((at * 3) % 5)}` }),
    ],
  ])('of %s is cut after 12 to 30 pages', (_, start, pageAt) => {
    const { pages, end } = follow(start, pageAt)
    expect(end).toBe('cut')
    expect(pages).toBeGreaterThanOrEqual(12)
    expect(pages).toBeLessThanOrEqual(30)
  })

  it.each<[string, (at: number) => Page]>([
    [
      'with other items in the text',
      (at) => ({
        next: [`/list?at=${at}`],
        text: `${frame} ${Array.from({ length: 5 }, (_, item) => letters(at * 5 + item)).join(' ')}`,
      }),
    ],
    ['with one other word each', (at) => ({ next: [`/list?at=${at}`], text: `${frame} ${letters(at)}` })],
    [
      'with other words throughout',
      (at) => ({
        next: [`/list?at=${at}`],
        text: Array.from({ length: 30 }, (_, item) => letters(at * 30 + item)).join(' '),
      }),
    ],
    ['that lead to new pages', (at) => ({ next: [`/list?at=${at}`], leads: [`/item-${letters(at)}`] })],
    [
      'that lead to other pages, which are known',
      (at) => ({ next: [`/list?at=${at}`], leads: [menu[at % 3]!, `/item-${letters(at)}`] }),
    ],
  ])('of pages %s is read', (_, pageAt) => {
    expect(follow('/list?at=0', pageAt)).toEqual({ pages: 60, end: null })
  })

  it('waits for the pages of the sitemaps before its tenth page', () => {
    const { pages, end } = follow('/list?at=0', (at) => ({ next: [`/list?at=${at}`], text: letters(at) }), false)
    expect(end).toBe('hold')
    expect(pages).toBeLessThan(10)
  })
})

it('the patterns of a URL leave open one part of the path or one parameter', () => {
  expect(openPatterns(new URL(`${origin}/a/b/?c=1&d`))).toEqual([
    '/{…}/b/?c=1&d',
    '/a/{…}/?c=1&d',
    '/a/b/?c={…}&d',
    '/a/b/?c=1&d={…}',
  ])
})
