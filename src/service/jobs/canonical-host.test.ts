import { expect, it } from 'vitest'
import { analysePage } from '#analyser/run.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { setOwnHosts } from '#service/store/websites/own-hosts.ts'
import { document, fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { findCanonicalHost } from './canonical-host.ts'

const finalUrl = 'https://shop.example/lamps'
const other = 'https://staging.shop.example/lamps'
const factsNaming = (url: string) =>
  analysePage(fetchedPageOf({ finalUrl, html: document(`<link rel="canonical" href="${url}">`) })).facts
const text = { body: '0123456789abcdef', bodyShape: 'f0'.repeat(64) }

describeEachEngine('what is known of a canonical URL and its host', ({ openStore }) => {
  async function start() {
    const service = await testService(await openStore())
    const { db } = service.store
    const { website_id } = await createReport(db, newReport({ url: finalUrl, domain: 'shop.example' }))
    const find = (url = other, own = text) => findCanonicalHost(db, factsNaming(url), own)
    const reportOf = (indexability: 'indexable' | 'blocked', fingerprints = text) => {
      const report = newReport({ url: other, domain: 'staging.shop.example' })
      const { state } = report
      return createReport(db, {
        ...report,
        fingerprints: { title: null, description: null, ...fingerprints },
        state: { ...state, indexability },
      })
    }
    return { ...service, db, website_id, find, reportOf }
  }

  it('is nothing for the page’s own URL', async () => {
    const { find } = await start()
    expect(await find(finalUrl)).toBeNull()
    expect(await find()).toEqual({ kind: null, isAlike: null })
  })

  it('is the latest report of the URL, if the page can be indexed and has the same text', async () => {
    const { find, reportOf } = await start()
    await reportOf('indexable')
    expect(await find()).toEqual({ kind: null, isAlike: true })
    expect(await find(other, { body: 'another', bodyShape: `${'f0'.repeat(63)}f1` })).toEqual({
      kind: null,
      isAlike: true,
    })
    expect(await find(other, { body: 'another', bodyShape: '0f'.repeat(64) })).toMatchObject({ isAlike: false })
    await reportOf('blocked')
    expect(await find()).toEqual({ kind: null, isAlike: false })
  })

  it('is that pages there are requested with an identity, which proves nothing about Google', async () => {
    const { find, reportOf, call } = await start()
    const { website_id } = await reportOf('indexable')
    const form = { basic_user: 'ada', basic_password: 'secret' }
    await call(`PUT /api/v1/websites/${website_id}/identity`, { form })
    expect(await find()).toEqual({ kind: 'staging', isAlike: null })
  })

  it('is that the website names it among its other hosts', async () => {
    const { find, db, website_id } = await start()
    await setOwnHosts(db, website_id, ['blog.example', 'staging.shop.example'])
    expect(await find()).toEqual({ kind: 'own', isAlike: null })
    expect(await find('https://www.blog.example/lamps')).toMatchObject({ kind: 'own' })
    expect(await find('https://other.example/lamps')).toMatchObject({ kind: null })
  })
})
