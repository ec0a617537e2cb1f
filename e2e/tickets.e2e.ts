import { ticketWords } from '#web/checks/words.ts'
import { reportFactsWords } from '#web/reports/report/words.ts'
import { exampleWords } from '#web/reports/words.ts'
import { expect, settled, test } from './support/test.ts'

test('a finding is copied as a ticket, and opens the form of a tracker that is set up @all', async ({
  page,
  service,
}) => {
  const [report] = (await service.api('/api/v1/reports?result=bad')).body.data as { id: number; url: string }[]
  await page.goto('/settings/trackers')
  await page.getByLabel('GitHub').fill('https://github.com/acme')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Enter the URL of a repository')).toBeVisible()
  await page.getByLabel('GitHub').fill('https://github.com/acme/website')
  await page.goto(`/reports/${report?.id}`)
  const finding = page.locator('details[open][id^=check-]').first()
  await expect(finding.getByRole('button', { name: ticketWords.copy })).toBeVisible()
  const link = finding.getByRole('link', { name: ticketWords.send('GitHub') })
  const href = new URL((await link.getAttribute('href')) ?? '')
  expect(href.pathname).toBe('/acme/website/issues/new')
  expect(href.searchParams.get('body')).toContain(`**Page:** <${report?.url}>`)
})

test('the example report opens with and without a key, and asks no server for more', async ({
  page,
  browser,
  service,
}) => {
  const asked: string[] = []
  page.on('request', (request) => /\/api\/v1\/reports\/\d/.test(request.url()) && asked.push(request.url()))
  await page.goto('/reports/example?tab=facts')
  await expect(page.getByText(exampleWords.lead)).toBeVisible()
  await expect(page.getByRole('img', { name: /^Score \d+ of 100/ })).toBeVisible()
  const last = page.getByRole('region', { name: reportFactsWords.structured })
  await expect(last).toBeVisible()
  await settled(page)
  expect(asked).toEqual([])
  const gap = await last.evaluate((card) => {
    const above = [...card.previousElementSibling!.children].map((one) => one.getBoundingClientRect().bottom)
    return card.getBoundingClientRect().top - Math.max(...above)
  })
  expect(gap, 'the gap between the cards').toBe(16)
  const visitor = await browser.newPage()
  await visitor.goto(`${service.origin}/reports/example`)
  await expect(visitor.getByText(exampleWords.lead)).toBeVisible()
  await visitor.close()
})
