import { expect, it } from 'vitest'
import type { Fingerprints } from '#analyser/page-facts.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import type { Store } from '../database.ts'
import { findFaults } from '../verify/verify.ts'
import { deleteReport } from './deleted-reports.ts'
import { findDuplicates, noDuplicates } from './duplicates.ts'
import { createReport } from './reports.ts'

const blank: Fingerprints = { title: null, description: null, body: null, bodyShape: null }
const urlOf = (path: string) => `https://www.shop.example/${path}`

/** The share of equal characters at the same positions. */
const likeness = (a: string, b: string) => [...a].filter((sign, at) => sign === b[at]).length / a.length

function website({ db }: Store, domain = 'shop.example') {
  const add = (path: string, fingerprints: Partial<Fingerprints>) =>
    createReport(db, newReport({ domain, url: urlOf(path), fingerprints: { ...blank, ...fingerprints } }))
  const duplicatesOf = async (path: string, fingerprints: Partial<Fingerprints>) => {
    const { id } = await db.selectFrom('websites').select('id').where('domain', '=', domain).executeTakeFirstOrThrow()
    return findDuplicates(db, id, { url: urlOf(path), fingerprints: { ...blank, ...fingerprints } }, likeness)
  }
  return { add, duplicatesOf }
}

describeEachEngine('the duplicates of a page', onBoth, ({ openStore }) => {
  it('are the latest reports of other URLs with the same text', async () => {
    const { add, duplicatesOf } = website(await openStore())
    await add('a', { title: 't', description: 'd', body: 'b' })
    const newer = await add('a', { title: 't', description: 'other' })
    const b = await add('b', { title: 't', body: 'b' })
    expect(await duplicatesOf('c', { title: 't', description: 'd', body: 'b' })).toEqual({
      counted: true,
      others: 2,
      title: {
        items: [
          { id: b.id, url: urlOf('b') },
          { id: newer.id, url: urlOf('a') },
        ],
        total: 2,
      },
      description: { items: [], total: 0 },
      body: { items: [{ id: b.id, url: urlOf('b') }], total: 1 },
      similar: { items: [], total: 0 },
    })
  })

  it('never include the page itself or pages of another website', async () => {
    const store = await openStore()
    const { add, duplicatesOf } = website(store)
    await add('a', { title: 't' })
    await website(store, 'other.example').add('x', { title: 't' })
    expect(await duplicatesOf('a', { title: 't' })).toEqual(noDuplicates)
  })

  it('do not include URLs that lead to the same page', async () => {
    const store = await openStore()
    const { add, duplicatesOf } = website(store)
    await add('page', { title: 't', body: 'b', bodyShape: 'aaaa' })
    const old = newReport({
      domain: 'shop.example',
      url: urlOf('old'),
      page_url: urlOf('page'),
      fingerprints: { ...blank, title: 't', body: 'b', bodyShape: 'aaaa' },
    })
    await createReport(store.db, old)
    expect(await duplicatesOf('page', { title: 't', body: 'other', bodyShape: 'aaaa' })).toEqual({
      ...noDuplicates,
      others: 1,
    })
    expect((await duplicatesOf('third', { title: 't' })).title.total).toBe(2)
  })

  it('are none without a text', async () => {
    const { add, duplicatesOf } = website(await openStore())
    await add('a', {})
    expect(await duplicatesOf('b', {})).toEqual({ ...noDuplicates, others: 1 })
  })

  it('are listed up to twenty and counted beyond', async () => {
    const { add, duplicatesOf } = website(await openStore())
    for (let i = 0; i < 23; i += 1) await add(`p${i}`, { title: 't' })
    const { others, title } = await duplicatesOf('new', { title: 't' })
    expect({ others, listed: title.items.length, total: title.total, first: title.items[0]?.url }).toEqual({
      others: 23,
      listed: 20,
      total: 23,
      first: urlOf('p22'),
    })
  })

  it('with a similar body are sorted by similarity, without those with an equal body', async () => {
    const { add, duplicatesOf } = website(await openStore())
    await add('equal', { body: 'same', bodyShape: 'aaaaaaaaaaaaaaaaaaaa' })
    const near = await add('near', { body: '1', bodyShape: 'aaaaaaaaaaaaaaaaaabb' })
    const nearer = await add('nearer', { body: '2', bodyShape: 'aaaaaaaaaaaaaaaaaaab' })
    await add('far', { body: '3', bodyShape: 'bbbbbbbbbbaaaaaaaaaa' })
    expect((await duplicatesOf('new', { body: 'same', bodyShape: 'aaaaaaaaaaaaaaaaaaaa' })).similar).toEqual({
      items: [
        { id: nearer.id, url: urlOf('nearer'), similarity: 0.95 },
        { id: near.id, url: urlOf('near'), similarity: 0.9 },
      ],
      total: 2,
    })
  })

  it('use the previous report when the latest is deleted', async () => {
    const store = await openStore()
    const { add, duplicatesOf } = website(store)
    const old = await add('a', { title: 't' })
    const latest = await add('a', { title: 'u' })
    expect((await duplicatesOf('b', { title: 't' })).title.total).toBe(0)
    await deleteReport(store.db, latest.id)
    expect((await duplicatesOf('b', { title: 't' })).title.items).toEqual([{ id: old.id, url: urlOf('a') }])
    expect(await findFaults(store.db)).toEqual([])
  })
})
