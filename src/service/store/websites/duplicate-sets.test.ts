import { expect, it } from 'vitest'
import type { Fingerprints } from '#analyser/page-facts.ts'
import { analysePage } from '#analyser/run.ts'
import { indexabilities, type Indexability } from '#contract/reports/indexability.ts'
import { document, fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import type { Store } from '../database.ts'
import { insertReports } from '../reports/bulk-insert.ts'
import { pack } from '../reports/report-payloads.ts'
import { createReport } from '../reports/reports.ts'
import { type DuplicateSet, findDuplicateSets } from './duplicate-sets.ts'

const blank: Fingerprints = { title: null, description: null, body: null, bodyShape: null }
const urlOf = (path: string) => `https://www.shop.example/${path}`

/** Stores a page with the hashes of its texts, and returns the ID of its report. */
async function add(
  { db }: Store,
  path: string,
  hashes: Partial<Fingerprints>,
  indexability: Indexability = 'indexable',
) {
  const report = newReport({ url: urlOf(path), fingerprints: { ...blank, ...hashes } })
  return (await createReport(db, { ...report, state: { ...report.state, indexability } })).id
}

/** Returns what pages share, and the IDs of their reports. */
const briefOf = (sets: readonly DuplicateSet[]) =>
  sets.map(({ kinds, samples }) => [kinds.join(), ...samples.map(({ report_id }) => report_id)])

describeEachEngine('the duplicates of a website', onBoth, ({ openStore }) => {
  it('are one set for all texts that the same pages share, with each text once', async () => {
    const store = await openStore()
    const head = '<title>Oslo</title><meta name="description" content="A chair">'
    const html = document(head, '<h1>Oslo <b>chair</b></h1><p>Made of oak</p>')
    const { facts, fingerprints } = analysePage(fetchedPageOf({ html }))
    for (const path of ['red', 'blue'])
      await createReport(store.db, newReport({ url: urlOf(path), title: 'Oslo', facts, fingerprints }))
    await add(store, 'other', { title: 'other', description: 'other', body: 'other' })
    expect(await findDuplicateSets(store.db, 1)).toEqual([
      {
        kinds: ['title', 'description', 'body'],
        pages: 2,
        title: 'Oslo',
        description: 'A chair',
        heading: 'Oslo chair',
        words: 5,
        samples: [
          { report_id: 2, url: urlOf('blue'), title: 'Oslo' },
          { report_id: 1, url: urlOf('red'), title: 'Oslo' },
        ],
      },
    ])
  })

  it('are several sets if other pages share another text', async () => {
    const store = await openStore()
    const a = await add(store, 'a', { title: 't', description: 'd', body: 'b' })
    const b = await add(store, 'b', { title: 't', description: 'd' })
    const c = await add(store, 'c', { title: 't', body: 'b' })
    expect(briefOf(await findDuplicateSets(store.db, 1))).toEqual([
      ['title', c, b, a],
      ['description', b, a],
      ['body', c, a],
    ])
  })

  it.each(indexabilities.filter((state) => state !== 'indexable'))('never have a page that is %s', async (state) => {
    const store = await openStore()
    const hashes = { title: 't', description: 'd', body: 'b' }
    await add(store, 'a', hashes)
    await add(store, 'b', hashes, state)
    expect(await findDuplicateSets(store.db, 1)).toEqual([])
    const c = await add(store, 'c', hashes)
    expect(briefOf(await findDuplicateSets(store.db, 1))).toEqual([['title,description,body', c, 1]])
  })

  it('have the latest report of each page of one website', async () => {
    const store = await openStore()
    await add(store, 'a', { title: 't' })
    await add(store, 'a', { title: 'u' })
    await add(store, 'b', { title: 't' })
    const other = newReport({ domain: 'other.example', url: 'https://other.example/' })
    await createReport(store.db, { ...other, fingerprints: { ...blank, title: 't' } })
    expect(await findDuplicateSets(store.db, 1)).toEqual([])
  })

  it('are at most a hundred sets, the largest first, of which twenty pages are named', async () => {
    const store = await openStore()
    const page = newReport()
    const packed = { evaluation: pack(page.evaluation), facts: pack(page.facts) }
    const pages = (set: number, count: number, hashes: Partial<Fingerprints>) =>
      Array.from({ length: count }, (_, at) => ({
        ...newReport({ url: urlOf(`${set}/${at}`), fingerprints: { ...blank, ...hashes } }),
        ...packed,
      }))
    const pairs = Array.from({ length: 120 }, (_, set) => pages(set, 2, { title: `t${set}`, body: `b${120 - set}` }))
    await insertReports(store.db, [...pairs.flat(), ...pages(200, 23, { body: 'big' })])
    const [largest, ...others] = await findDuplicateSets(store.db, 1)
    expect(largest).toMatchObject({ kinds: ['body'], pages: 23 })
    expect(largest?.samples.map(({ url }) => url)).toEqual(
      Array.from({ length: 20 }, (_, at) => urlOf(`200/${22 - at}`)),
    )
    expect(others).toHaveLength(99)
    for (const { kinds, pages } of others) expect({ kinds, pages }).toEqual({ kinds: ['title', 'body'], pages: 2 })
  })

  it('are told apart if their newest twenty pages are the same', async () => {
    const store = await openStore()
    const page = newReport()
    const packed = { evaluation: pack(page.evaluation), facts: pack(page.facts) }
    const hashesAt = (at: number) =>
      at === 0 ? { title: 't' } : at === 1 ? { description: 'd' } : { title: 't', description: 'd' }
    const pages = Array.from({ length: 25 }, (_, at) => ({
      ...newReport({ url: urlOf(`${at}`), fingerprints: { ...blank, ...hashesAt(at) } }),
      ...packed,
    }))
    await insertReports(store.db, pages)
    expect((await findDuplicateSets(store.db, 1)).map(({ kinds, pages }) => ({ kinds, pages }))).toEqual([
      { kinds: ['title'], pages: 24 },
      { kinds: ['description'], pages: 24 },
    ])
  })
})
