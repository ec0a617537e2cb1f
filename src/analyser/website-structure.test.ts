import { describe, expect, it } from 'vitest'
import { urlKey } from '#contract/url-key.ts'
import { packAlternates, type PageAlternate } from './page-alternates.ts'
import { type StructurePage, structureOf } from './website-structure.ts'

const host = 'https://shop.example'

type PageOptions = Partial<Omit<StructurePage, 'alternates'>> & { hreflang?: Record<string, string>; whole?: boolean }

/** A page that names itself as canonical. Its hreflang links are by code; the status of a probe follows a space. */
function page(path: string, { hreflang, whole = true, ...facts }: PageOptions = {}): StructurePage {
  const url = host + path
  const items = Object.entries(hreflang ?? {}).map(([code, written]): PageAlternate => {
    const [to = '', status] = written.split(' ')
    return { code, url: host + to, status: status === undefined ? null : Number(status) }
  })
  return {
    url,
    url_key: urlKey(url),
    report_id: 1,
    status: 200,
    indexability: 'indexable',
    canonical: url,
    redirects_to: null,
    redirect_statuses: null,
    inlinks: null,
    alternates: packAlternates(hreflang ? { whole, items } : null),
    ...facts,
  }
}

const path = (url: string) => url.replace(host, '')

function gapsOf(...pages: StructurePage[]) {
  const { hreflang } = structureOf(pages)
  return hreflang.flatMap(({ gaps }) =>
    gaps.map(({ from, codes, to, gap, detail }) =>
      [path(from), codes.join(), path(to), gap, detail].filter((one) => one !== null).join(' '),
    ),
  )
}

const pair = { de: '/de', en: '/en' }

describe('hreflang links', () => {
  it('have no gap if every page links to every other', () => {
    expect(gapsOf(page('/de', { hreflang: pair }), page('/en', { hreflang: pair }))).toEqual([])
  })

  it('have a gap where a page does not link back', () => {
    expect(gapsOf(page('/de', { hreflang: pair }), page('/en'))).toEqual(['/de en /en no_return'])
    expect(gapsOf(page('/de', { hreflang: pair }), page('/en', { hreflang: { en: '/en' } }))).toHaveLength(1)
  })

  it('have no gap where the links of the other page were cut', () => {
    expect(gapsOf(page('/de', { hreflang: pair }), page('/en', { hreflang: { en: '/en' }, whole: false }))).toEqual([])
  })

  it('with several codes for one page are one gap', () => {
    const hreflang = { de: '/de', 'x-default': '/de', en: '/en' }
    expect(gapsOf(page('/en', { hreflang }), page('/de'))).toEqual(['/en de,x-default /de no_return'])
  })

  it('have a gap for an invalid code, also to the page itself', () => {
    expect(gapsOf(page('/en', { hreflang: { 'en-UK': '/en' } }))).toEqual([
      '/en en-UK /en invalid_code UK isn’t a valid country code. Use GB.',
    ])
  })

  it('have a gap to a page that is missing, by its report or by a probe request', () => {
    expect(gapsOf(page('/de', { hreflang: pair }), page('/en', { status: 404 }))).toEqual(['/de en /en status 404'])
    expect(gapsOf(page('/de', { hreflang: { en: '/en 410' } }))).toEqual(['/de en /en status 410'])
    expect(gapsOf(page('/de', { hreflang: pair }))).toEqual([])
  })

  it('have a gap to a redirect, except for x-default alone', () => {
    const redirect = page('/en', { status: 301, indexability: 'redirect', canonical: null })
    expect(gapsOf(page('/de', { hreflang: pair }), redirect)).toEqual(['/de en /en redirects 301'])
    expect(gapsOf(page('/de', { hreflang: { 'x-default': '/en' } }), redirect)).toEqual([])
  })

  it('have a gap to a page with another canonical URL, and to one that is not indexable', () => {
    const other = page('/en', { hreflang: pair, canonical: `${host}/home`, indexability: 'other_url' })
    expect(gapsOf(page('/de', { hreflang: pair }), other)).toContain(`/de en /en other_canonical ${host}/home`)
    const blocked = page('/en', { hreflang: pair, indexability: 'blocked' })
    expect(gapsOf(page('/de', { hreflang: pair }), blocked)).toEqual(['/de en /en not_indexable'])
  })

  it('of a variant that repeats those of its canonical URL are no gap of their own, and no set', () => {
    const variant = page('/de?sort=price', { hreflang: pair, canonical: `${host}/de`, indexability: 'other_url' })
    const pages = [page('/de', { hreflang: pair }), page('/en', { hreflang: pair }), variant]
    expect(gapsOf(...pages)).toEqual([])
    expect(structureOf(pages).hreflang.map((set) => set.members.map(({ url }) => path(url)))).toEqual([['/de', '/en']])
  })

  it('of two groups without links between them are two sets, those with gaps first', () => {
    const { hreflang } = structureOf([
      page('/de', { hreflang: pair }),
      page('/en', { hreflang: pair }),
      page('/de/a', { hreflang: { de: '/de/a', en: '/en/a' } }),
      page('/en/a'),
    ])
    expect(hreflang.map(({ pages, gaps_count }) => [pages, gaps_count])).toEqual([
      [2, 1],
      [2, 0],
    ])
  })
})

describe('canonical URLs', () => {
  it('are grouped with the pages that name them, and with their status', () => {
    const { canonicals } = structureOf([
      page('/chairs'),
      page('/chairs?color=red', { canonical: `${host}/chairs` }),
      page('/care', { canonical: `${host}/gone` }),
      page('/gone', { status: 404, canonical: null }),
      page('/unknown', { canonical: 'https://other.example/' }),
    ])
    expect(
      canonicals.map(({ canonical, status, members }) => [
        path(canonical),
        status,
        members.map(({ url }) => path(url)),
      ]),
    ).toEqual([
      ['/chairs', 200, ['/chairs', '/chairs?color=red']],
      ['/gone', 404, ['/care']],
      ['https://other.example/', null, ['/unknown']],
    ])
  })
})

describe('redirects', () => {
  it('name their target with its status, those with the most inlinks first', () => {
    const redirect = (from: string, to: string, inlinks: number) =>
      page(from, { status: 301, redirects_to: host + to, redirect_statuses: '301, 302', inlinks })
    expect(structureOf([redirect('/a', '/gone', 1), redirect('/b', '/c', 5), page('/c')]).redirects).toMatchObject([
      { url: `${host}/b`, statuses: '301, 302', target: `${host}/c`, target_status: 200, inlinks: 5 },
      { url: `${host}/a`, target_status: null, inlinks: 1 },
    ])
  })
})

describe('lists in pages', () => {
  const seriesOf = (...paths: string[]) =>
    structureOf(paths.map((path) => page(path))).pagination.map(({ members }) =>
      members.map(({ number, url }) => `${number} ${path(url)}`),
    )

  it('are the URLs that differ in the number of their page alone', () => {
    expect(seriesOf('/list', '/list?page=3', '/list?page=2', '/list?color=red', '/other')).toEqual([
      ['1 /list', '2 /list?page=2', '3 /list?page=3'],
    ])
    expect(seriesOf('/blog/page/2/', '/blog/', '/blog/page/3/')).toEqual([
      ['1 /blog/', '2 /blog/page/2/', '3 /blog/page/3/'],
    ])
  })

  it('are not the numbers of posts', () => {
    expect(seriesOf('/', '/?p=123', '/?p=77')).toEqual([])
    expect(seriesOf('/', '/?p=2')).toHaveLength(1)
  })

  it('are not single pages', () => {
    expect(seriesOf('/list?page=2', '/other')).toEqual([])
  })
})
