// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Grant } from '#contract/access/people.ts'
import { messageOf } from '#contract/forms/form.ts'
import { NewViewForm } from '#contract/forms/view-forms.ts'
import type { TestService } from '#testing/service/service.ts'
import { openDashboard, rows, serviceWithReports, sessionWith, untilRows } from '#testing/web/dashboard.tsx'
import { frameWords } from '#web/app/words.ts'
import { wordsOf } from '#web/data/error-words.ts'
import { emptyListWords, listWords } from '#web/list/words.ts'
import { reportMenuWords, reportsWords } from '#web/reports/words.ts'
import { viewFileWords, viewsWords as words } from './words.ts'

const create = async ({ call }: TestService, name: string, query = '', list = 'reports'): Promise<number> =>
  (await call('POST /api/v1/views', { form: { name, list, query } })).body.data.id
const viewsOf = async ({ call }: TestService): Promise<{ id: number; name: string; list: string; query: string }[]> =>
  (await call('GET /api/v1/views')).body.data
const namesOf = async (service: TestService) => (await viewsOf(service)).map(({ name }) => name)

async function press(name: string | RegExp) {
  const button = await screen.findByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
const select = async (menu: string, item: string) => {
  await press(menu)
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}
const sidebar = () => within(screen.getByRole('navigation', { name: 'Main' }))
const pinned = async () => within(await sidebar().findByRole('list', { name: words.pinned }))
const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const toasts = () => within(screen.getByRole('region', { name: 'Notifications' }))
const namesOn = () => [...document.querySelectorAll('[data-view-link]')].map((link) => link.textContent)

async function nameView(dialogTitle: string, name: string) {
  const dialog = within(await screen.findByRole('dialog', { name: dialogTitle }))
  const field = dialog.getByLabelText<HTMLInputElement>('Name')
  fireEvent.change(field, { target: { value: name } })
  fireEvent.submit(field.form!)
  return dialog
}

describe('an opened view', () => {
  it('names the page, and is updated, restored or saved as new', async () => {
    const service = await serviceWithReports(23)
    const { path } = await openDashboard(service, '/reports?result=bad')
    await press(listWords.saveView)
    await nameView(words.saveTitle, 'Worst first')
    await waitFor(() => expect(heading()).toBe('Worst first'))
    expect(document.title).toMatch(/^Worst first/)
    await waitFor(() => expect(path()).toMatch(/\?view=\d+&result=bad$/))
    expect(screen.queryByText(words.changed)).toBeNull()

    fireEvent.click(screen.getByRole('radio', { name: 'Decent' }))
    await screen.findByText(words.changed)
    expect(heading()).toBe('Worst first')
    await press(words.update)
    await waitFor(() => expect(screen.queryByText(words.changed)).toBeNull())
    // The button that had it has gone.
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(await viewsOf(service)).toMatchObject([{ name: 'Worst first', query: 'result=decent' }])
    const link = (await pinned()).getByRole('link', { name: /^Worst first/ })
    expect(link.getAttribute('aria-current')).toBe('page')
    fireEvent.click(await toasts().findByRole('button', { name: words.undo }))
    await screen.findByText(words.changed)
    await waitFor(async () => expect(await viewsOf(service)).toMatchObject([{ query: 'result=bad' }]))

    await select(words.otherWays, words.saveAsNew)
    await nameView(words.saveTitle, 'Middling')
    await waitFor(() => expect(heading()).toBe('Middling'))
    expect(screen.queryByText(words.changed)).toBeNull()
    expect(await namesOf(service)).toEqual(['Worst first', 'Middling'])
    fireEvent.click((await pinned()).getByRole('link', { name: /^Worst first/ }))
    await waitFor(() => expect(heading()).toBe('Worst first'))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Bad' }).checked).toBe(true)
    fireEvent.click(sidebar().getByRole('link', { name: /^Reports/ }))
    await waitFor(() => expect(heading()).toContain('Reports'))
  })

  it('is of the team only if its maker sees all of it', async () => {
    const service = await serviceWithReports(3)
    const edit: Grant = { right: 'edit', scope: 'website', client_id: null, website_id: 1 }
    const session = await sessionWith(service, 'member', [edit])
    await openDashboard({ ...service, session }, '/reports?result=bad')
    await press(listWords.saveView)
    const dialog = await nameView(words.saveTitle, 'Worst first')
    await dialog.findByText(messageOf(NewViewForm, { field: 'owner', code: 'not_allowed' }))
    fireEvent.click(dialog.getByRole('radio', { name: words.owners.me }))
    await nameView(words.saveTitle, 'Worst first')
    await waitFor(() => expect(heading()).toBe('Worst first'))
  })

  it('is saved only once something has changed', async () => {
    const service = await serviceWithReports(3)
    await create(service, 'Worst', 'sort=asc&sort_by=score')
    const { path } = await openDashboard(service, '/reports?sort_by=score&sort=asc')
    const link = (await pinned()).getByRole('link', { name: /^Worst/ })
    expect(link.getAttribute('aria-current')).toBe('page')
    await waitFor(() => expect(heading()).toBe('Worst'))
    for (const name of [listWords.saveView, words.update, words.otherWays])
      expect(screen.queryByRole('button', { name })).toBeNull()
    fireEvent.click(link)
    await waitFor(() => expect(path()).toContain('view='))
    fireEvent.click(await screen.findByRole('radio', { name: 'Bad' }))
    await screen.findByRole('button', { name: words.update })
    expect(screen.queryByRole('button', { name: listWords.saveView })).toBeNull()
  })

  it('can be the reports of a website, whose page is marked as that view', async () => {
    const service = await serviceWithReports(40)
    const [{ id, domain }] = (await service.call('GET /api/v1/websites?sort_by=domain&sort=asc')).body.data
    const { path } = await openDashboard(service, `/websites/${id}?result=bad`)
    await press(listWords.saveView)
    const dialog = within(await screen.findByRole('dialog', { name: words.saveTitle }))
    const name = `Bad reports · ${domain}`
    const field = dialog.getByLabelText<HTMLInputElement>('Name')
    await waitFor(() => expect(field.value).toBe(name))
    fireEvent.submit(field.form!)
    await waitFor(async () => expect(await namesOf(service)).toEqual([name]))
    const [{ query } = { query: '' }] = await viewsOf(service)
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({ website_id: String(id), result: 'bad' })
    const link = (await pinned()).getByRole('link', { name: new RegExp(`^${name}`) })
    await waitFor(() => expect(link.getAttribute('aria-current')).toBe('page'))
    fireEvent.click(link)
    await waitFor(() => expect(path()).toContain(`website_id=${id}`))
    await screen.findByRole('button', { name: emptyListWords.drop(reportsWords.ofWebsite(domain)) })
  })
})

describe('the views', () => {
  it('are eight in the sidebar, with the open one as a ninth and a link to manage them all', async () => {
    const service = await serviceWithReports(3)
    for (let number = 1; number <= 10; number += 1) await create(service, `View ${number}`, `search=${number}`)
    const { path } = await openDashboard(service, '/reports?search=10')
    await waitFor(async () => expect((await pinned()).getAllByRole('link')).toHaveLength(9))
    const tenth = (await pinned()).getByRole('link', { name: /^View 10/ })
    expect(tenth.getAttribute('aria-current')).toBe('page')
    expect(document.querySelectorAll('[aria-current=page]')).toHaveLength(1)
    const manage = sidebar().getByRole('link', { name: frameWords.manageViews })
    fireEvent.click(manage)
    await waitFor(() => expect(path()).toBe('/views'))
    expect(manage.getAttribute('aria-current')).toBe('page')
    expect((await pinned()).getAllByRole('link', { name: /^View/ })).toHaveLength(8)
  })

  it('have counts in the sidebar that follow the list', async () => {
    const service = await serviceWithReports(3)
    await create(service, 'Ours', 'search=site')
    await openDashboard(service, '/reports')
    await (await pinned()).findByRole('link', { name: 'Ours 3' })
    await untilRows(3)
    fireEvent.click(within(rows()[0]!).getByRole('button', { name: /^Actions for/ }))
    fireEvent.click(await screen.findByRole('menuitem', { name: reportMenuWords.remove }))
    await (await pinned()).findByRole('link', { name: 'Ours 2' })
  })

  it('are moved by their menus, which keep the focus, renamed, unpinned, and deleted with Undo', async () => {
    const service = await serviceWithReports(0)
    for (const name of ['First', 'Second', 'Third']) await create(service, name, `search=${name}`)
    await openDashboard(service, '/views')
    await waitFor(() => expect(namesOn()).toHaveLength(3))
    const isOrder = async (...names: string[]) => {
      await waitFor(() => expect(namesOn()).toEqual(names))
      await waitFor(async () => expect(await namesOf(service)).toEqual(names))
    }
    await select(words.actionsFor('Third'), words.up)
    await isOrder('First', 'Third', 'Second')
    const menu = screen.getByRole('button', { name: words.actionsFor('Third') })
    await waitFor(() => expect(document.activeElement).toBe(menu))
    await select(words.actionsFor('First'), words.down)
    await isOrder('Third', 'First', 'Second')
    await press(words.actionsFor('Third'))
    const up = await screen.findByRole('menuitem', { name: words.up })
    expect(up.getAttribute('aria-disabled') ?? up.getAttribute('disabled')).not.toBeNull()
    fireEvent.click(screen.getByRole('menuitem', { name: words.renameIt }))
    await nameView(words.renameDialog, 'Bronze')
    await isOrder('Bronze', 'First', 'Second')

    await press(words.pinThis('First'))
    await waitFor(async () => expect((await pinned()).getAllByRole('link')).toHaveLength(2))
    await select(words.actionsFor('First'), words.removeIt)
    await isOrder('Bronze', 'Second')
    fireEvent.click(await toasts().findByRole('button', { name: words.undo }))
    await isOrder('Bronze', 'First', 'Second')
    expect(screen.getByRole('button', { name: words.pinThis('First') }).getAttribute('aria-pressed')).toBe('false')
  })

  it('say that the website of one was deleted', async () => {
    const service = await serviceWithReports(0)
    await create(service, 'Gone', 'website_id=987654')
    await openDashboard(service, '/views')
    await within(screen.getByRole('main')).findByText(words.websiteDeleted)
    await (await pinned()).findByRole('link', { name: `Gone ${words.websiteDeleted}` })
  })

  it('keep the order of the server if another user changed them meanwhile, with a message', async () => {
    const service = await serviceWithReports(0)
    for (const name of ['First', 'Second']) await create(service, name, `search=${name}`)
    await openDashboard(service, '/views')
    await waitFor(() => expect(namesOn()).toEqual(['First', 'Second']))
    await create(service, 'Third', 'search=Third')
    await select(words.actionsFor('Second'), words.up)
    await toasts().findByText(new RegExp(wordsOf('conflict')!.title))
    await waitFor(() => expect(namesOn()).toEqual(['First', 'Second', 'Third']))
    expect(await namesOf(service)).toEqual(['First', 'Second', 'Third'])
  })
})

describe('a file of views', () => {
  function choose(text: string, name = 'mine.json') {
    const file = new File([text], name, { type: 'application/json' })
    fireEvent.change(screen.getByLabelText(words.chooseFile), { target: { files: [file] } })
  }

  it('is exported and imported, and one invalid line rejects all of it', async () => {
    const service = await serviceWithReports(0)
    await create(service, 'Worst', 'result=bad')
    const shops = await create(service, 'Shops', 'search=shop', 'websites')
    await openDashboard(service, '/views')
    await waitFor(() => expect(namesOn()).toEqual(['Worst', 'Shops']))
    // Node's URLs don't know the files of this page.
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#views')
    await press(words.exportViews)
    const [[file]] = saved.mock.calls as [[Blob]]
    const text = await file.text()
    saved.mockRestore()
    await service.call(`DELETE /api/v1/views/${shops}`)

    choose(text.replace('"search=shop"', '"sort_by=url"'))
    const refused = within(await screen.findByRole('dialog', { name: words.importRefused('mine.json') }))
    refused.getByText(
      words.line(6, 'sort_by must be id, domain, reports_avg_score, reports_count, pages_avg_score or attention.'),
    )
    fireEvent.click(refused.getByRole('button', { name: words.close }))
    expect(await viewsOf(service)).toHaveLength(1)

    choose('{"views": [\n{"name"')
    await screen.findByText(words.line(2, viewFileWords.notJson))
    await press(words.close)
    await select(words.actionsFor('Shops'), words.removeIt)
    await waitFor(() => expect(namesOn()).toEqual(['Worst']))

    choose(text)
    const dialog = within(await screen.findByRole('dialog', { name: words.importTitle }))
    dialog.getByText(words.importText(1, 1))
    fireEvent.click(dialog.getByRole('button', { name: words.importCount(1) }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await viewsOf(service)).map(({ name, list, query }) => `${name} ${list} ${query}`)).toEqual([
      'Worst reports result=bad',
      'Shops websites search=shop',
    ])
  })

  it('leaves nothing behind if the server rejects a view halfway', async () => {
    const service = await serviceWithReports(0)
    const { on, requests } = await openDashboard(service, '/views')
    await screen.findByText(words.emptyTitle)
    const views = ['a', 'b', 'c'].map((name) => ({ name, list: 'reports', query: `search=${name}` }))
    choose(JSON.stringify(views), 'three.json')
    const dialog = within(await screen.findByRole('dialog', { name: words.importTitle }))
    on('POST', /^\/views .*name=c/, { status: 422, body: { message: 'No more today.', status: 422 } })
    fireEvent.click(dialog.getByRole('button', { name: words.importCount(3) }))
    await dialog.findByText(/No more today\./)
    expect(requests.filter((request) => request === 'POST /views')).toHaveLength(3)
    await waitFor(async () => expect(await viewsOf(service)).toEqual([]))
  })
})
