import { describe, expect, it } from 'vitest'
import { alertEntries, bareChange } from './alert-entries.ts'
import { type AlertChange, alertConditions, conditionGroups } from './alerts.ts'

const on = (path: string, change: Partial<AlertChange> & Pick<AlertChange, 'condition'>): AlertChange => ({
  ...bareChange,
  url: `https://shop.example${path}`,
  report_id: 7,
  previous_report_id: 3,
  status: 200,
  ...change,
})
const noindexed = (path: string) => [
  on(path, { condition: 'not_indexable', check: 'noindex', check_name: 'Noindex' }),
  on(path, { condition: 'score_drop', check: 'noindex', check_name: 'Noindex', before: 77, after: 49 }),
  on(path, { condition: 'becomes_bad', check: 'noindex', check_name: 'Noindex', before: 77, after: 49 }),
  on(path, { condition: 'new_issue', check: 'noindex', check_name: 'Noindex' }),
]
const titles = (changes: AlertChange[]) => alertEntries(changes).map(({ title }) => title)

describe('the entries of an alert', () => {
  it('have one row for a page, whatever conditions it meets, with its reports and the scores that they show', () => {
    expect(alertEntries(noindexed('/boots/a'))).toEqual([
      {
        title: 'Noindex',
        pages: [
          {
            url: 'https://shop.example/boots/a',
            report_id: 7,
            previous_report_id: 3,
            details: ['Score 77 to 49, now Bad'],
          },
        ],
      },
    ])
  })

  it('unite pages with the same cause, and name the folder that they share', () => {
    const ofAll = (...paths: string[]) => titles(paths.flatMap(noindexed))
    expect(ofAll('/boots/a', '/boots/b', '/boots/', '/boots/red/c')).toEqual(['Noindex on 4 pages in /boots/'])
    expect(ofAll('/shop/boots/a', '/shop/boots/b?c=d/e')).toEqual(['Noindex on 2 pages in /shop/boots/'])
    expect(ofAll('/boots/a', '/shoes/a')).toEqual(['Noindex on 2 pages'])
    expect(ofAll('/boots', '/boots/a')).toEqual(['Noindex on 2 pages'])
    const [other] = noindexed('/boots/a')
    expect(titles([...noindexed('/boots/a'), { ...other!, url: 'https://other.example/boots/a' }])).toEqual([
      'Noindex on 2 pages',
    ])
  })

  it('name the host that pages name as canonical', () => {
    const to = (path: string, indexing_code: AlertChange['indexing_code'], after_text: string | null) =>
      on(path, {
        condition: 'not_indexable',
        check: 'canonical-elsewhere',
        check_name: 'Canonical target',
        indexing_code,
        after_text,
      })
    expect(
      titles([
        to('/', 'canonical_host', 'https://live.example/'),
        to('/a', 'canonical_host', 'https://live.example/a'),
        to('/b', 'canonical_staging', 'https://staging.shop.example/b'),
        to('/c', 'canonical_unreadable', 'https://shop.example/d'),
        to('/d', 'canonical_host', null),
        to('/e', 'canonical_unlike', null),
      ]),
    ).toEqual([
      'Canonical to another host (live.example) on 2 pages',
      'Canonical to staging (staging.shop.example)',
      'Canonical that Google can’t read',
      'Canonical to another host',
      'Canonical to another page',
    ])
  })

  it('stay apart by cause, in the order of the changes', () => {
    const gone = (status: number, path: string) =>
      on(path, { condition: 'not_indexable', check: 'http-status', check_name: 'HTTP status', status })
    expect(titles([gone(404, '/a/1'), ...noindexed('/a/2'), gone(410, '/a/3'), gone(404, '/a/4')])).toEqual([
      'Status 404 on 2 pages in /a/',
      'Noindex',
      'Status 410',
    ])
  })

  it('say where URLs redirect', () => {
    const redirect = (path: string, to: string) =>
      on(path, {
        condition: 'not_indexable',
        status: 301,
        redirects_to: `https://shop.example${to}`,
        redirect_statuses: '301, 302',
      })
    expect(titles([redirect('/de/alt', '/de/tische')])).toEqual(['Redirects to /de/tische (301, 302)'])
    const [entry] = alertEntries([redirect('/de/a', '/x'), redirect('/de/b', '/y')])
    expect(entry?.title).toBe('Redirects on 2 pages in /de/')
    expect(entry?.pages.map(({ details }) => details)).toEqual([
      ['Redirects to /x (301, 302)'],
      ['Redirects to /y (301, 302)'],
    ])
  })

  it('name other new issues, and the texts before and after', () => {
    const changes = [
      on('/a', { condition: 'title_changed', before_text: 'Boots', after_text: '' }),
      on('/a', { condition: 'new_issue', check: 'title-present', check_name: 'Title tag' }),
      on('/a', { condition: 'new_issue', check: 'hreflang', check_name: 'Hreflang' }),
      on('/b', {
        condition: 'canonical_changed',
        before_text: 'https://shop.example/b',
        after_text: 'https://other.example/',
      }),
      on('/c', { condition: 'h1_changed', before_text: 'Boots', after_text: 'Red boots' }),
      on('/d', { condition: 'h1_changed', before_text: 'Shoes', after_text: 'Red shoes' }),
      on('/e', { condition: 'score_drop', check: 'hreflang', check_name: 'Hreflang', before: 90, after: 78 }),
    ]
    expect(alertEntries(changes).map(({ title, pages }) => [title, pages.map(({ details }) => details)])).toEqual([
      ['No title', [['Issue: Hreflang', 'Title changed from “Boots” to none']]],
      ['Canonical changed', [['From /b to https://other.example/']]],
      ['H1 changed on 2 pages', [['From “Boots” to “Red boots”'], ['From “Shoes” to “Red shoes”']]],
      ['Issue: Hreflang', [['Score 90 to 78']]],
    ])
  })

  it('have the heading of the fault that their pages have, and few words for a fault without a name', () => {
    const hreflang = (path: string, fault: string, problem: string) =>
      on(path, { condition: 'new_issue', check: 'hreflang', check_name: 'Hreflang', fault, problem })
    const title = { condition: 'new_issue', check: 'title-present', check_name: 'Title tag' } as const
    expect(
      titles([
        hreflang('/fr/a', 'noReturn', 'Versions have no link back'),
        hreflang('/fr/b', 'noReturn', 'Versions have no link back'),
        hreflang('/fr/c', 'invalid', 'Wrong tags'),
        on('/d', { ...title, fault: '', problem: 'The title is missing' }),
        on('/e', { ...title, fault: 'several', problem: 'There are several titles' }),
      ]),
    ).toEqual(['Versions have no link back: 2 pages in /fr/', 'Wrong tags', 'No title', 'There are several titles'])
  })

  it('read alerts from before causes and reports were stored', () => {
    const old = { report_id: 7, url: 'https://shop.example/a', status: null, previous_report_id: null }
    expect(alertEntries([on('/a', { ...old, condition: 'not_indexable' })])).toMatchObject([
      { title: 'No longer indexable', pages: [{ previous_report_id: null, details: [] }] },
    ])
    expect(titles([on('/a', { ...old, condition: 'score_drop', before: 80, after: 60 })])).toEqual(['Lower score'])
    expect(alertEntries([{ ...bareChange, condition: 'count_changed', before: 1_400, after: 7 }])).toEqual([
      { title: 'Number of pages changed from 1,400 to 7', pages: [] },
    ])
  })
})

it('every condition is in one group', () => {
  expect(Object.values(conditionGroups).flat().toSorted()).toEqual(alertConditions.toSorted())
})

it('an older alert says which of the files changed', () => {
  const changed = (after_text: string) => on('/', { condition: 'files_changed', after_text, crawl_id: 5 })
  expect(titles([changed('robots.txt'), changed('sitemap')])).toEqual(['robots.txt changed', 'Sitemap changed'])
})
