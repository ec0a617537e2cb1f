import { expect, test } from './support/rehearsal/test.ts'

test('a server of the eight operations alone is listed, and nothing beyond them is needed', async ({ page, rehearse }) => {
  const { origin, asked, reports } = await rehearse()
  await page.goto(`${origin}/reports`)
  await expect(page.getByRole('row')).toHaveCount(11)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`of ${reports.length}`)
  const list = asked.find(({ path }) => path === '/reports')
  expect(list).toMatchObject({ method: 'GET', headers: { accept: 'application/json', authorization: 'Bearer a-key-of-the-rehearsal' } })
})
