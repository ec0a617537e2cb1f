import { expect, rows, test } from './support/mock-server/test.ts'
import { variants } from './support/mock-server/variants.ts'

test('rows that cannot be read stand under the others with what came, and cost nothing else', async ({
  page,
  startServer,
}) => {
  const { origin } = await startServer({ variant: variants.unreadableRows })
  await page.goto(`${origin}/reports?page=5`)
  const unreadable = page.getByRole('region', { name: '1 row could not be read' })
  await expect(unreadable).toContainText('Report 4711')
  await expect(unreadable.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/reports/4711')
  await expect(rows(page)).toHaveCount(9)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('41–50 of 60')

  await unreadable.getByText('What came', { exact: true }).click()
  await expect(unreadable).toContainText('4711')
  await rows(page).first().getByRole('checkbox').check()
  await expect(page.getByRole('region', { name: 'Selected' })).toContainText('1')
})

test('a page of nothing but unreadable rows is no empty list', async ({ page, startServer }) => {
  const server = await startServer({ variant: { ...variants.plain, row: () => ({ id: 'r-1', path: '/a' }) } })
  await page.goto(`${server.origin}/reports`)
  await expect(page.getByRole('region', { name: '10 rows could not be read' })).toContainText('Report r-1')
  await expect(page.locator('main')).not.toContainText(/No reports|Nothing matches/)
})

test('an order that is not the one asked for is said until it is', async ({ page, startServer }) => {
  const { origin } = await startServer({ variant: variants.sortIgnored })
  await page.goto(`${origin}/reports`)
  await expect(rows(page)).toHaveCount(10)
  const said = page.getByText(
    'The server did not sort these rows as asked (lowest score first). They stand as it sent them.',
  )
  await expect(said).toHaveCount(0)
  await page.getByRole('button', { name: 'Score' }).click()
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: 'Date created' }).click()
  await expect(said).toHaveCount(0)
})

test('a filter that the server does not know is said, and its counts are not believed', async ({
  page,
  startServer,
}) => {
  const { origin } = await startServer({ variant: variants.filtersIgnored })
  await page.goto(`${origin}/reports?result=bad`)
  await expect(page.getByText('Reports of another rating are among these')).toBeVisible()
  await page.goto(`${origin}/websites/3`)
  await expect(page.getByText('Reports of other websites are among these')).toBeVisible()
  await expect(page.getByRole('link', { name: /^(Good|Decent|Bad)/ })).toHaveText(['Good–', 'Decent–', 'Bad–'])
})

test('a server that sends the first page whatever is asked for is found out by whoever comes by a link, too', async ({
  page,
  startServer,
}) => {
  const server = await startServer({ variant: variants.pageIgnoredSilently })
  await page.goto(`${server.origin}/websites?page=2`)
  await expect(page.getByText('The server sent the rows of page 1 again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await expect(page.getByRole('navigation', { name: 'Pages' })).not.toContainText('11–20')
  expect(server.requests.filter(({ path }) => path === '/websites').length).toBeLessThanOrEqual(3)
})

test('a full last page leads to one that says that there is none, with the way back', async ({ page, startServer }) => {
  const { origin } = await startServer({ variant: variants.dataOnly, reports: 20 })
  await page.goto(`${origin}/reports?page=2`)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('There is no page 3')).toBeVisible()
  await page.getByRole('button', { name: 'Go to page 2' }).click()
  await expect(rows(page)).toHaveCount(10)
})

test('a list that came as it was asked for says nothing', async ({ page, startServer }) => {
  const { origin } = await startServer()
  for (const path of [
    '/reports?sort_by=url&sort=asc&result=good',
    '/reports?sort_by=score&page=2',
    '/websites?sort_by=domain&sort=asc',
    '/websites?sort_by=reports_avg_score',
  ]) {
    await page.goto(origin + path)
    await expect(rows(page).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.locator('main').getByText(/server/i)).toHaveCount(0)
  }
})

test('who may see a website can be chosen where the server says neither that nor of a password', async ({
  page,
  startServer,
}) => {
  const server = await startServer({ variant: variants.sparse })
  await page.goto(`${server.origin}/websites/3/privacy`)
  await expect(page.getByText('The server does not say who may see this website now.')).toBeVisible()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()

  await page.getByRole('radio', { name: 'Password' }).check()
  await expect(
    page.getByText('The server does not say whether a password is set. Leave this empty to leave it as it is.'),
  ).toBeVisible()
  await page.getByRole('radio', { name: 'Public' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('is now Public')).toBeVisible()
  expect(server.websites.find(({ id }) => id === 3)?.privacy).toBe(0)
})
