import { deviationWords } from '#web/foreign/words.ts'
import { newPasswordWords } from '#web/forms/words.ts'
import { emptyListWords, selectionWords, listWords } from '#web/list/words.ts'
import { reportsWords } from '#web/reports/words.ts'
import { expect, rows, test } from './support/mock-server/test.ts'
import { variants } from './support/mock-server/variants.ts'

test('unreadable rows are shown below the others with their content', async ({ page, startServer }) => {
  const { origin } = await startServer({ variant: variants.unreadableRows })
  await page.goto(`${origin}/reports?page=5`)
  const unreadable = page.getByRole('region', { name: deviationWords.unreadable(1) })
  await expect(unreadable).toContainText(deviationWords.named.reports('4711'))
  await expect(unreadable.getByRole('link', { name: 'View' })).toHaveAttribute('href', '/reports/4711')
  await expect(rows(page)).toHaveCount(9)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('41–50 of 60')

  await unreadable.getByText(deviationWords.sent, { exact: true }).click()
  await expect(unreadable).toContainText('4711')
  await rows(page).first().getByRole('checkbox').check()
  await expect(page.getByRole('region', { name: selectionWords.bar })).toContainText('1')
})

test('a page with only unreadable rows is not an empty list', async ({ page, startServer }) => {
  const server = await startServer({ variant: { ...variants.plain, row: () => ({ id: 'r-1', path: '/a' }) } })
  await page.goto(`${server.origin}/reports`)
  await expect(page.getByRole('region', { name: deviationWords.unreadable(10) })).toContainText(
    deviationWords.named.reports('r-1'),
  )
  await expect(page.locator('main')).not.toContainText(/No reports|No results/)
})

test('a wrong order is reported until the order is right', async ({ page, startServer }) => {
  const { origin } = await startServer({ variant: variants.sortIgnored })
  await page.goto(`${origin}/reports`)
  await expect(rows(page)).toHaveCount(10)
  const message = page.getByText(deviationWords.unordered(reportsWords.order.score.asc))
  await expect(message).toHaveCount(0)
  await page.getByRole('button', { name: 'Score' }).click()
  await expect(message).toBeVisible()
  await page.getByRole('button', { name: listWords.created }).click()
  await expect(message).toHaveCount(0)
})

test('an ignored filter is reported and its counts are hidden', async ({ page, startServer }) => {
  const { origin } = await startServer({ variant: variants.filtersIgnored })
  await page.goto(`${origin}/reports?result=bad`)
  await expect(page.getByText('Some of these reports aren’t rated')).toBeVisible()
  await page.goto(`${origin}/websites/3`)
  await expect(page.getByText('Some of these reports belong to other websites')).toBeVisible()
  await expect(page.getByRole('link', { name: /^(Good|Decent|Bad)/ })).toHaveText(['Good–', 'Decent–', 'Bad–'])
})

test('a server that always sends the first page is also recognised on a direct visit', async ({
  page,
  startServer,
}) => {
  const server = await startServer({ variant: variants.pageIgnoredSilently })
  await page.goto(`${server.origin}/websites?page=2`)
  await expect(page.getByText('The server sent page 1 again.')).toBeVisible()
  await expect(page.getByRole('button', { name: listWords.nextPage })).toBeDisabled()
  await expect(page.getByRole('navigation', { name: 'Pages' })).not.toContainText('11–20')
  expect(server.requests.filter(({ path }) => path === '/websites').length).toBeLessThanOrEqual(3)
})

test('after a full last page the next one is empty and links back', async ({ page, startServer }) => {
  const { origin } = await startServer({ variant: variants.dataOnly, reports: 20 })
  await page.goto(`${origin}/reports?page=2`)
  await page.getByRole('button', { name: listWords.nextPage }).click()
  await expect(page.getByText(emptyListWords.pastEnd('3'))).toBeVisible()
  await page.getByRole('button', { name: emptyListWords.goToNumber('2') }).click()
  await expect(rows(page)).toHaveCount(10)
})

test('a correct list shows no message', async ({ page, startServer }) => {
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

test('privacy can be changed if the server sends neither privacy nor password', async ({ page, startServer }) => {
  const server = await startServer({ variant: variants.sparse })
  await page.goto(`${server.origin}/websites/3/privacy`)
  await expect(page.getByText('This server doesn’t report the current privacy setting.')).toBeVisible()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()

  await page.getByRole('radio', { name: 'Password' }).check()
  await expect(page.getByText(newPasswordWords.maybeSet)).toBeVisible()
  await page.getByRole('radio', { name: 'Public' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('is now Public')).toBeVisible()
  expect(server.websites.find(({ id }) => id === 3)?.privacy).toBe(0)
})
