// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { canJudge } from '#contract/reports/analysis.ts'
import { openDashboard, serviceWithReports, withoutExtensions } from '#testing/web/dashboard.tsx'
import { errorWords } from '#web/data/error-words.ts'
import { signInWords } from '#web/session/words.ts'
import { checksPageWords as words } from './words.ts'

/** Opens a page without a key. */
async function open(path: string, faults: Parameters<typeof openDashboard>[2] = []) {
  const service = await serviceWithReports(0)
  const catalogue = (await service.call('GET /api/v1/checks', { key: null })).body
  return { catalogue, checks: catalogue.data, ...(await openDashboard({ ...service, key: '' }, path, faults)) }
}

const heading = async () => (await screen.findByRole('heading', { level: 1 })).textContent
const rows = () => document.querySelectorAll('main tbody tr')
const search = (text: string) =>
  fireEvent.change(screen.getByRole('searchbox', { name: words.search }), { target: { value: text } })

it('every check is listed by category, and the search covers all texts', async () => {
  const { checks, path, catalogue } = await open('/checks')
  expect(await heading()).toBe(words.title)
  await screen.findByText(words.lead(checks.filter(canJudge).length, catalogue.ruleset))
  await waitFor(() => expect(rows()).toHaveLength(checks.length))
  const crawling = within(screen.getByRole('table', { name: 'Crawling' }))
  expect(crawling.getByRole('row', { name: /robots-blocked/ }).textContent).toMatch(/High\s*Blocker.*12.*Required/s)
  search('580 px')
  await waitFor(() => expect(rows()).toHaveLength(1))
  await waitFor(() => expect(path()).toMatch(/\?search=580/))
  const judging = checks.filter(canJudge).length
  expect(judging).toBeLessThan(checks.length)
  screen.getByText(words.found(1, judging, 0))
  search('field-vitals')
  const notRun = await screen.findByRole('table', { name: words.notRun })
  expect(within(notRun).getAllByRole('row')).toHaveLength(2)
  screen.getByText(words.found(0, judging, 1))
  search('nothing speaks of this')
  fireEvent.click(await screen.findByRole('button', { name: words.clearSearch }))
  await waitFor(() => expect(rows()).toHaveLength(checks.length))
})

it('the page of a check has its name, both titles, its limits and its points', async () => {
  const { checks, path } = await open('/checks')
  const blocker = checks.find(({ id }: { id: string }) => id === 'noindex')
  fireEvent.click(await screen.findByRole('link', { name: blocker.name }))
  await waitFor(() => expect(path()).toBe('/checks/noindex'))
  await waitFor(async () => expect(await heading()).toBe(blocker.name))
  const main = screen.getByRole('main')
  for (const text of [
    blocker.title_pass,
    blocker.title_fail,
    blocker.why,
    blocker.how,
    blocker.thresholds,
    'Blocker: while this check fails',
  ])
    expect(main.textContent).toContain(text)
  expect(main.textContent).toMatch(/Deducts up to 12 points from 100.*A failure deducts all of them, a warning half/s)
  const reference = within(main).getByRole('link', { name: new RegExp(`^${blocker.reference.label}`) })
  expect(reference.getAttribute('href')).toBe(blocker.reference.url)
  fireEvent.click(within(main).getByRole('link', { name: words.allChecks }))
  await waitFor(() => expect(path()).toBe('/checks'))
})

it('an unknown check is named as text', async () => {
  await open('/checks/%3Cscript%3E')
  await waitFor(async () => expect(await heading()).toBe(words.missing))
  screen.getByText(words.missingText('<script>'))
})

it('a server without a catalogue says so, and its sign-in page has no link to it', async () => {
  const { goTo } = await open('/checks', withoutExtensions)
  await screen.findByText(words.none)
  await goTo('/sign-in')
  await screen.findByRole('heading', { level: 1, name: signInWords.title })
  await waitFor(() => expect(screen.queryByRole('link', { name: signInWords.checks })).toBeNull())
})

it('a failed request is shown once and can be retried', async () => {
  const { catalogue, checks, on } = await open('/checks', [
    { path: '/checks', fault: { status: 403, body: { message: 'No.' } } },
  ])
  const alert = await screen.findByRole('alert')
  expect(screen.getAllByRole('alert')).toEqual([alert])
  on('GET', '/checks', { status: 200, body: catalogue })
  fireEvent.click(screen.getByRole('button', { name: errorWords.retry }))
  await waitFor(() => expect(rows()).toHaveLength(checks.length))
  expect(screen.queryByRole('alert')).toBeNull()
})
