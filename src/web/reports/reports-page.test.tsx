// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { pageFilters } from '#contract/lists/page-filters.ts'
import {
  type Fault,
  keepCopies,
  openDashboard,
  openPageForm,
  rowIds,
  serviceWithReports,
  untilRows,
} from '#testing/web/dashboard.tsx'
import { describeError, errorWords } from '#web/data/error-words.ts'
import { sharingWords } from '#web/links/words.ts'
import { emptyListWords, listNoticeWords, listWords, textFilterWords } from '#web/list/words.ts'
import { websiteNameWords } from '#web/resources/words.ts'
import { reportsWords } from './words.ts'

async function open(path: string, count = 23) {
  const service = await serviceWithReports(count)
  return { service, ...(await openDashboard(service, path)) }
}

const choose = (label: string | RegExp, option: string) => {
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: label })
  const { value } = within(select).getByRole<HTMLOptionElement>('option', { name: option })
  fireEvent.change(select, { target: { value } })
  return waitFor(() => expect(screen.getByRole<HTMLSelectElement>('combobox', { name: label }).value).toBe(value))
}
const click = (role: string, name: string | RegExp) => fireEvent.click(screen.getByRole(role, { name }))
const isChecked = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked
const search = () => screen.getByRole<HTMLInputElement>('searchbox')

function searchFor(text: string) {
  fireEvent.change(search(), { target: { value: text } })
  fireEvent.submit(search().form!)
}

const noDescription: Fault = { status: 404, body: { message: 'Resource not found.', status: 404 } }

describe('the URL of the reports', () => {
  it('has every specified parameter under its own name', async () => {
    const { path } = await open('/reports', 90)
    await untilRows(10)
    click('radio', 'Bad')
    await waitFor(() => expect([path(), isChecked('Bad')]).toEqual(['/reports?result=bad', true]))
    await choose(/^Sort/, 'Lowest score first')
    await waitFor(() => expect(path()).toBe('/reports?result=bad&sort_by=score&sort=asc'))
    await choose(listWords.perPage, '25')
    await waitFor(() => expect(path()).toBe('/reports?result=bad&sort_by=score&sort=asc&per_page=25'))
    await untilRows(25)
    click('button', listWords.nextPage)
    await waitFor(() => expect(path()).toBe('/reports?result=bad&sort_by=score&sort=asc&per_page=25&page=2'))
    searchFor('e')
    await waitFor(() => expect(path()).toBe('/reports?search=e&titles=1&result=bad&sort_by=score&sort=asc&per_page=25'))
    expect(document.title).toMatch(new RegExp(`^${reportsWords.rated('bad')}.*${reportsWords.order.score.asc}`))
  })

  it('is followed by controls and rows after Back and Forward', async () => {
    const { path, goTo } = await open('/reports')
    await untilRows(10)
    const all = rowIds()
    click('radio', 'Good')
    await waitFor(() => expect(path()).toBe('/reports?result=good'))
    click('button', /^Score/)
    await waitFor(() => expect(path()).toContain('sort_by=score'))
    await goTo(-1)
    await waitFor(() => expect([path(), isChecked('Good')]).toEqual(['/reports?result=good', true]))
    await goTo(-1)
    await waitFor(() => expect([path(), isChecked('All'), rowIds()]).toEqual(['/reports', true, all]))
    await goTo(1)
    await waitFor(() => expect(isChecked('Good')).toBe(true))
  })

  it('gets one history entry from choices made at once, and none from a correction', async () => {
    const { path, goTo } = await open('/websites')
    await goTo('/reports?per_page=30')
    await waitFor(() => expect(path()).toBe('/reports?per_page=25'))
    await untilRows(23)
    act(() => {
      fireEvent.click(screen.getByRole('radio', { name: 'Bad' }))
      fireEvent.change(screen.getByRole('combobox', { name: /^Sort/ }), { target: { value: 'score.asc' } })
    })
    await waitFor(() => expect(path()).toBe('/reports?result=bad&sort_by=score&sort=asc&per_page=25'))
    await goTo(-1)
    await waitFor(() => expect([path(), isChecked('All')]).toEqual(['/reports?per_page=25', true]))
    await goTo(-1)
    await waitFor(() => expect(path()).toBe('/websites'))
  })

  it('without a size shows ten rows, and links name the size that was chosen', async () => {
    const { path, goTo } = await open('/reports', 40)
    await untilRows(10)
    await choose(listWords.perPage, '25')
    await waitFor(() => expect(path()).toBe('/reports?per_page=25'))
    const main = within(screen.getByRole('navigation', { name: 'Main' }))
    expect(main.getByRole('link', { name: /^Reports/ }).getAttribute('href')).toBe('/reports?latest=1&per_page=25')
    await goTo('/websites')
    await goTo('/reports')
    await untilRows(10)
  })

  it('is copied with the name of the view, and the newest ID', async () => {
    const { service } = await open('/reports?result=bad&sort_by=score&sort=asc')
    const newest = (await service.call('GET /api/v1/reports')).body.data[0].id
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(listWords.unsavedView))
    expect(document.title).toMatch(/^Bad reports · lowest score first/)
    const main = within(screen.getByRole('navigation', { name: 'Main' }))
    // The sidebar's count arrives with the newest ID.
    await waitFor(() => expect(main.getByRole('link', { name: /^Reports/ }).textContent).toMatch(/\d/))
    click('button', listWords.share)
    const dialog = within(await screen.findByRole('dialog'))
    const copied = keepCopies()
    fireEvent.click(dialog.getByRole('button', { name: sharingWords.copy }))
    const { text, html } = await copied()
    expect(text).toMatch(new RegExp(`/reports\\?result=bad&sort_by=score&sort=asc&newest=${newest}$`))
    expect(html).toContain('Bad reports · lowest score first')
  })

  it('loses defaults at the first change', async () => {
    const { path } = await open('/reports?sort=desc&sort_by=id&per_page=10&page=1&search_by=url&search=')
    await untilRows(10)
    click('radio', 'Bad')
    await waitFor(() => expect(path()).toBe('/reports?result=bad'))
  })

  it('is corrected with a notice for each invalid value, and keeps unknown parameters', async () => {
    const { path } = await open('/reports?per_page=30&result=great&utm_source=mail&sort=asc')
    await screen.findByText(listNoticeWords.repair('per_page', '30', 25))
    expect(screen.getByText(listNoticeWords.repair('result', 'great', null))).toBeTruthy()
    await waitFor(() => expect(path()).toMatch(/^[^?]*\?(?!.*great).*per_page=25/))
    expect(path()).toContain('utm_source=mail')
    await untilRows(23)
    click('radio', 'Bad')
    await waitFor(() => expect(screen.queryByText(/isn’t valid/)).toBeNull())
  })

  it('can have hostile values, which are corrected or searched for unchanged', async () => {
    const { path, goTo } = await open(`/reports?search=${'x'.repeat(10_000)}`, 3)
    await screen.findByText(/^“search=x+…” isn’t valid, so we’re showing everything\.$/)
    await waitFor(() => expect(path()).toBe('/reports'))
    await goTo('/reports?page=9999999999&website_id=0&sort_by=toString&sort=__proto__&search_by=constructor&result=%00')
    await waitFor(() => expect(screen.getAllByText(/isn’t valid/)).toHaveLength(6))
    await waitFor(() => expect(path()).toBe('/reports'))
    await goTo('/reports?search=%ff%fe%')
    await waitFor(() => expect(search().value).toBe('\uFFFD\uFFFD%'))
    for (const text of [
      '🦊👩‍👩‍👧',
      'שלום עולם',
      '100%_\\',
      `"><img src=x onerror=alert(1)>'`,
      '%00',
      '\uD800x',
      '?a=1#c',
    ]) {
      searchFor(text)
      const expected = text.toWellFormed()
      await waitFor(() => expect(new URLSearchParams(path().split('?')[1]).get('search')).toBe(expected))
      await screen.findByRole('button', { name: emptyListWords.drop(listWords.quoted(expected)) })
    }
  })

  it('can repeat parameters: the last value counts, with a notice', async () => {
    const once = 'search=e&search_by=url&website_id=1&result=bad&sort_by=score&sort=asc&per_page=25&page=1'
    const { path } = await open(`/reports?${once}&${once}&utm_source=a&utm_source=b`)
    await waitFor(() => expect(screen.getAllByText(/appears more than once/)).toHaveLength(8))
    await waitFor(() =>
      expect(path()).toBe(
        '/reports?utm_source=a&utm_source=b&search=e&website_id=1&result=bad&sort_by=score&sort=asc&per_page=25',
      ),
    )
  })
})

describe('a search of reports', () => {
  it('replaces the one before, whose request is aborted', async () => {
    const { path, on, aborted } = await open('/reports')
    await untilRows(10)
    on('GET', /search=site-1/, new Promise(() => {}))
    searchFor('site-1')
    await waitFor(() => expect(path()).toContain('search=site-1'))
    searchFor('site-2')
    await waitFor(() => expect(path()).toBe('/reports?search=site-2&titles=1'))
    await untilRows(7)
    expect(aborted).toEqual(['GET /reports?search=site-1&titles=1'])
  })

  it.each([
    ['', '3 reports'],
    ['?latest=1', '3 pages'],
  ])('of /reports%s counts %s', async (search, counted) => {
    await openDashboard(await serviceWithReports(3), `/reports${search}`)
    await screen.findByText(counted)
  })

  it('finds titles too, unless an old link searches URLs', async () => {
    const { path, goTo } = await open('/reports')
    await untilRows(10)
    expect(screen.getByRole('searchbox', { name: reportsWords.searchTitles })).toBe(search())
    searchFor('PAGE 7')
    await waitFor(() => expect(path()).toMatch(/&titles=1$/))
    await untilRows(1)
    await goTo('/reports?search=PAGE+7')
    await screen.findByText(emptyListWords.noMatch)
    expect(screen.getByRole('searchbox', { name: reportsWords.search })).toBe(search())
    click('button', new RegExp(emptyListWords.drop('')))
    await waitFor(() => expect([path(), search().value]).toEqual(['/reports', '']))
  })

  it('is one of URLs on a server that cannot search titles', async () => {
    const service = await serviceWithReports(5)
    const { path } = await openDashboard(service, '/reports', [{ method: 'GET', path: '', fault: noDescription }])
    await untilRows(5)
    expect(screen.getByRole('searchbox', { name: reportsWords.search })).toBe(search())
    searchFor('site-1')
    await waitFor(() => expect(path()).toBe('/reports?search=site-1'))
    await untilRows(2)
  })
})

describe('a list without rows', () => {
  it('offers the last page if the requested one is past the end', async () => {
    const { path } = await open('/reports?page=1000000000')
    fireEvent.click(await screen.findByRole('button', { name: /Go to page/ }))
    await waitFor(() => expect(path()).toBe('/reports?page=3'))
    await untilRows(3)
  })

  it('offers the last page if it has shrunk while it was paged', async () => {
    const { service } = await open('/reports?sort=asc')
    await untilRows(10)
    const { body } = await service.call('GET /api/v1/reports?sort=asc&per_page=100')
    for (const { id } of body.data.slice(5)) await service.call(`DELETE /api/v1/reports/${id}`)
    click('button', listWords.nextPage)
    await screen.findByText(emptyListWords.pastEnd('2'))
    click('button', /Go to page/)
    await untilRows(5)
  })

  it('names its filters and removes them one by one', async () => {
    const { path } = await open('/reports?search=nothing-has-this&result=bad', 40)
    await screen.findByText(emptyListWords.noMatch)
    click('button', emptyListWords.drop('“nothing-has-this”'))
    await waitFor(() => expect(path()).toBe('/reports?result=bad'))
    await untilRows(10)
  })

  it('says that the website of its filter is not there', async () => {
    await open('/reports?website_id=987654')
    await screen.findByText(emptyListWords.noMatch)
    await screen.findByRole('button', {
      name: emptyListWords.drop(reportsWords.ofWebsite(websiteNameWords.notFound(987654))),
    })
  })
})

type Facts = Parameters<typeof describeError>[0]
const sentence = (kind: Facts['kind'], status: number | null = null, message = '') => {
  const { title, text } = describeError({ kind, status, message })
  return `${title}. ${text}`
}

describe('a list that fails', () => {
  it.each<[string, Fault, string]>([
    [
      'a key that may not read',
      { status: 403, body: { message: 'For another team' } },
      sentence('forbidden', 403, 'For another team'),
    ],
    ['no list at all', { status: 404, body: { message: 'Not found.' } }, sentence('missing')],
    ['a method it does not know', { status: 405 }, sentence('forbidden', 405)],
    ['a conflict', { status: 409, body: { message: 'Being rebuilt' } }, sentence('conflict', 409, 'Being rebuilt')],
    [
      'fields and sentences',
      { status: 422, body: { message: { sort_by: ['Off today.'] } } },
      sentence('invalid', 422, 'Off today.'),
    ],
    [
      'RFC 9457 problem details',
      {
        status: 422,
        body: { title: 'No', detail: 'Off today.' },
        headers: { 'content-type': 'application/problem+json' },
      },
      sentence('invalid', 422, 'Off today.'),
    ],
    ['a page in place of data', { status: 200, body: '<!doctype html><title>Hello</title>' }, errorWords.copyDetail],
    ['data cut in the middle', { status: 200, body: '{"data":[{"id":1,' }, errorWords.copyDetail],
    ['nothing', { status: 200, body: '' }, errorWords.copyDetail],
    ['other data', { status: 200, body: { hello: 'world' } }, sentence('unreadable')],
  ])('with %s shows one message, and goes on at Retry', async (_, fault, says) => {
    const service = await serviceWithReports(3)
    const { on, goTo } = await openDashboard(service, '/settings')
    const ends = on('GET', /^\/reports(\?|$)/, fault)
    await goTo('/reports?result=bad')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(says)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    ends()
    fireEvent.click(within(alert).getByRole('button', { name: errorWords.retry }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await untilRows(2)
  })

  it.each<[string, () => unknown, string]>([
    ['the order', () => click('button', /^Score/), '?sort_by=score&sort=asc'],
    ['the page', () => click('button', listWords.nextPage), '?page=2'],
  ])('after a change of %s keeps the previous rows and says so', async (_, change, url) => {
    const { path, on } = await open('/reports')
    await untilRows(10)
    const before = rowIds()
    const ends = on('GET', /^\/reports\?/, { status: 422, body: { message: 'No such thing.' } })
    change()
    const alert = await screen.findByRole('alert')
    expect(path()).toBe(`/reports${url}`)
    expect(alert.textContent).toMatch(/^Couldn’t load these results\. The rows below are the previous ones\./)
    expect(alert.textContent).toContain('No such thing.')
    expect(rowIds()).toEqual(before)
    expect(screen.getByRole('columnheader', { name: reportsWords.analysed }).getAttribute('aria-sort')).toBe(
      'descending',
    )
    expect(screen.getByRole('navigation', { name: 'Pages' }).textContent).toContain('1–10 of 23')
    ends()
    fireEvent.click(within(alert).getByRole('button', { name: errorWords.retry }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await waitFor(() => expect(rowIds()).not.toEqual(before))
  })

  it('after a change of the filter shows no rows that do not match it', async () => {
    const { path, on } = await open('/reports')
    await untilRows(10)
    const ends = on('GET', /^\/reports\?/, { status: 422, body: { message: 'No such thing.' } })
    click('radio', 'Bad')
    const alert = await screen.findByRole('alert')
    expect(path()).toBe('/reports?result=bad')
    expect(alert.textContent).toMatch(/^Couldn’t load the list\./)
    expect(rowIds()).toEqual([])
    ends()
    fireEvent.click(within(alert).getByRole('button', { name: errorWords.retry }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await waitFor(() => expect(rowIds()).not.toEqual([]))
  })

  it('after an empty result does not show that as the new one', async () => {
    const { on } = await open('/reports?search=nothing-like-this&result=bad')
    await screen.findByText(emptyListWords.noMatch)
    on('GET', /^\/reports\?/, { status: 403 })
    click('button', emptyListWords.drop('“nothing-like-this”'))
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Couldn’t load the list\. Your API key doesn’t allow this\./,
    )
    expect(screen.queryByText(emptyListWords.noMatch)).toBeNull()
  })

  it('shows no rows under filters that they don’t match, however long the next ones take', async () => {
    const { on } = await open('/reports')
    await untilRows(10)
    on('GET', /^\/reports\?/, new Promise(() => {}))
    click('radio', 'Bad')
    await waitFor(() => expect(rowIds()).toEqual([]))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('marks its count as outdated while it loads', async () => {
    const { on } = await open('/reports')
    await untilRows(10)
    const count = document.querySelector('main header [role=status]')
    expect(count?.getAttribute('aria-busy')).toBe('false')
    on('GET', /^\/reports\?/, new Promise(() => {}))
    click('radio', 'Bad')
    await waitFor(() => expect(count?.getAttribute('aria-busy')).toBe('true'))
  })
})

describe('an analysis that fails', () => {
  const holiday = 'That page is on holiday.'
  it.each<[string, Fault, string]>([
    ['a sentence about the URL', { status: 422, body: { message: 'No.', errors: { url: [holiday] } } }, holiday],
    ['an object of sentences', { status: 422, body: { message: { url: [holiday] } } }, holiday],
    ['413', { status: 413, body: '<html>' }, sentence('invalid', 413)],
    ['415', { status: 415, body: '<html>' }, sentence('invalid', 415)],
    ['500', { status: 500, body: '<html>' }, sentence('server', 500)],
    ['429', { status: 429, headers: { 'retry-after': '30' } }, sentence('limited')],
  ])('with %s is explained at the field, and sent once', async (_, fault, says) => {
    const { on, requests } = await open('/reports', 3)
    await untilRows(3)
    on('POST', '/reports', fault)
    const field = await openPageForm()
    fireEvent.change(field, { target: { value: 'copper-cellar.example' } })
    fireEvent.submit(field.form!)
    expect((await screen.findByRole('alert')).textContent).toContain(says)
    expect(field.value).toBe('copper-cellar.example')
    expect(requests.filter((request) => request.startsWith('POST /reports'))).toHaveLength(1)
  })
})

it('reports are filtered by the clicks and the position of their pages', async () => {
  const service = await serviceWithReports(3)
  await service.store.db.updateTable('pages').set({ clicks: 40, position: 2 }).where('id', '=', 2).execute()
  const { path } = await openDashboard(service, '/reports?latest=1')
  await untilRows(3)
  await act(async () => screen.getByRole('button', { name: listWords.filter }).click())
  const field = (name: string) => screen.findByLabelText(name)
  fireEvent.change(await field(pageFilters.clicks.name), { target: { value: 'many' } })
  await screen.findByText(textFilterWords.mustBe(pageFilters.clicks.param.allowed))
  expect(path()).toBe('/reports?latest=1')
  fireEvent.change(await field(pageFilters.clicks.name), { target: { value: '10-' } })
  fireEvent.change(await field(pageFilters.position.name), { target: { value: '1-3' } })
  await untilRows(1)
  await waitFor(() => expect(path()).toBe('/reports?latest=1&clicks=10-&position=1-3'))
})
