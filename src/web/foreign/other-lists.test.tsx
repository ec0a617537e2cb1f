// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openDashboard, rows, serviceWithReports, untilRows, withoutExtensions } from '#testing/web/dashboard.tsx'
import { emptyListWords, listWords, selectionWords } from '#web/list/words.ts'
import { reportsWords } from '#web/reports/words.ts'
import { deviationWords, valueWords } from './words.ts'

type Body = { data: Record<string, unknown>[] } & Record<string, unknown>

/** Opens a page on another server, whose responses to `path` are those of the service after a change. */
async function open(page: string, path: RegExp, change: (body: any) => unknown, count = 20) {
  const service = await serviceWithReports(count)
  const fault = ({ status, body }: { status: number; body: Body }) => ({ status, body: change(body) })
  return openDashboard(service, page, [{ method: 'GET', path, fault }, ...withoutExtensions])
}

const main = () => screen.getByRole('main')
const pages = () => screen.getByRole('navigation', { name: 'Pages' })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const lists = /^\/(reports|websites)(\?|$)/
const only = (fields: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name]]))

describe('a list of another server', () => {
  it("without totals is paged until a page isn't full", async () => {
    await open('/reports?page=2', lists, ({ data }: Body) => ({ data }))
    await untilRows(10)
    expect(pages().textContent).toContain('11–20')
    expect(main().textContent).not.toMatch(/of \d/)
    await press(listWords.nextPage)
    await screen.findByText(emptyListWords.pastEnd('3'))
    await press(emptyListWords.goToNumber('2'))
    await untilRows(10)
  })

  it('shows missing values as missing, not as 0', async () => {
    const { goTo } = await open('/reports', lists, ({ data }: Body) => ({
      data: data.map((row) => only(row, 'id', ...('url' in row ? ['url', 'score'] : ['domain']))),
    }))
    await untilRows(10)
    for (const row of rows()) expect(row.textContent).toContain(listWords.notSaid)
    await goTo('/websites')
    await untilRows(3)
    for (const row of rows()) expect(row.textContent.replaceAll(/site-\d/g, '')).not.toMatch(/0|No reports|Private/)
  })

  it('that always sends the first page ends there, with a notice', async () => {
    let first: unknown
    const { goTo } = await open('/reports', /^\/reports(\?|$)/, ({ data }: Body) => (first ??= { data }))
    await untilRows(10)
    await goTo('/reports?page=2')
    await screen.findByText(deviationWords.samePage(1))
    const next = screen.getByRole('button', { name: listWords.nextPage })
    expect(next.getAttribute('aria-disabled') ?? next.getAttribute('disabled')).not.toBeNull()
  })

  it('in the wrong order says so until the order is right', async () => {
    await open('/reports', lists, ({ data, ...rest }: Body) => ({
      data: data.toSorted((one, other) => Number(other['id']) - Number(one['id'])),
      ...rest,
    }))
    await untilRows(10)
    const sentence = deviationWords.unordered(reportsWords.order.score.asc)
    expect(screen.queryByText(sentence)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /^Score/ }))
    await screen.findByText(sentence)
    fireEvent.click(screen.getByRole('button', { name: reportsWords.analysed }))
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
  })

  it('has its unreadable rows below the others, with their content', async () => {
    await open('/reports', lists, ({ data, ...rest }: Body) => ({
      data: data.map((row, at) => (at === 2 ? { id: 4711 } : at === 3 ? 'a row' : row)),
      ...rest,
    }))
    await untilRows(8)
    const unreadable = await screen.findByRole('region', { name: deviationWords.unreadable(2) })
    expect(within(unreadable).getByRole('link', { name: deviationWords.open }).getAttribute('href')).toBe(
      '/reports/4711',
    )
    expect(unreadable.textContent).toContain(deviationWords.nameless)
    expect(pages().textContent).toContain('1–10 of 20')
    fireEvent.click(within(unreadable).getAllByText(deviationWords.sent)[0]!)
    await waitFor(() => expect(unreadable.textContent).toContain('ID:4711'))
    fireEvent.click(within(rows()[0]!).getByRole('checkbox'))
    await screen.findByText(selectionWords.selectedAll('1'))
  })

  it("with only unreadable rows isn't shown as empty", async () => {
    const id = '7d5c1f0e-2b64-4c1c-9f3e-000000000060'
    await open('/reports', lists, ({ data, ...rest }: Body) => ({ data: data.map((row) => ({ ...row, id })), ...rest }))
    const unreadable = await screen.findByRole('region', { name: deviationWords.unreadable(10) })
    expect(unreadable.textContent).toContain(deviationWords.named.reports(id))
    expect(main().textContent).not.toMatch(/No results|No reports yet|doesn’t exist/)
  })
})

describe('a website of another server', () => {
  it('whose list has reports of others says so', async () => {
    const own = [
      { website_id: 1, result: 'good', score: 95 },
      { website_id: 2, result: 'decent', score: 70 },
      { website_id: 3, result: 'bad', score: 10 },
    ]
    await open(
      '/websites/1',
      /^\/(reports\?|websites\/1$)/,
      ({ data, ...rest }) => ({
        ...rest,
        data: Array.isArray(data)
          ? data.map((row, at) => ({ ...row, ...own[at % 3] }))
          : only(data, 'id', 'domain', 'reports_count', 'reports_avg_score'),
      }),
      60,
    )
    await screen.findByText(deviationWords.otherWebsite)
  })

  it('has its unknown fields under "Other fields"', async () => {
    await open('/websites/1', /^\/websites\/1$/, ({ data }) => ({
      data: { ...data, owner_team: 'Shop', quota: { used: 12 } },
    }))
    const fields = (await screen.findByText(valueWords.others)).closest('details')!
    fireEvent.click(fields.querySelector('summary')!)
    await waitFor(() => expect(fields.textContent).toContain('Owner team'))
    expect(fields.textContent).toContain('Shop')
  })
})
