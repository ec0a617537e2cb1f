import { listWords } from '#web/list/words.ts'
import { runsWords as words } from '#web/runs/words.ts'
import { expectNoFindings, desk, phone } from './support/axe.ts'
import { chooseFilter, expect, test } from './support/test.ts'

test.describe.configure({ timeout: 120_000 })

test('the failed run of a colleague is found by its filters, with its URLs, reasons and Retry', async ({
  page,
  pages,
  service,
}) => {
  const label = 'Spring shop'
  const form = new URLSearchParams({
    urls: [`${pages.origin}/article`, `${pages.origin}/brochure.pdf`].join('\n'),
    label,
  })
  const { id } = (await service.api('/api/v1/jobs', { method: 'POST', body: form })).body.data
  await expect
    .poll(async () => (await service.api(`/api/v1/jobs/${id}`)).body.data.state, { timeout: 60_000 })
    .toBe('done')

  await page.goto('/')
  await page.getByRole('navigation').getByRole('link', { name: words.title, exact: true }).click()
  await expect(page.locator('h1')).toHaveText(words.title)
  const row = page.getByRole('row').filter({ hasText: label })
  await expect(row).toContainText('1 failed')
  await page.getByRole('button', { name: listWords.filter, exact: true }).click()
  await chooseFilter(page, words.kind, words.kinds.urls)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/runs\?(.*&)?kind=urls(&|$)/)
  await page.reload()
  await expect(row).toBeVisible()
  await expectNoFindings(page, 'runs', [phone, desk])

  await row.getByRole('button', { name: words.details(label) }).click()
  const dialog = page.getByRole('dialog', { name: label })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'brochure.pdf' })).toContainText(/\w+ .+\./)
  await expectNoFindings(page, 'a run', [desk])
  await dialog.getByRole('button', { name: words.close }).click()
  const endOf = async () => (await service.api(`/api/v1/jobs/${id}`)).body.data.finished_at as string | null
  const before = await endOf()
  await row.getByRole('button', { name: words.retryOf(1, label) }).click()
  await expect.poll(async () => ((await endOf()) ?? '') > (before ?? ''), { timeout: 60_000 }).toBe(true)
  await expect(row.getByRole('button', { name: words.retryOf(1, label) })).toBeVisible()
})
