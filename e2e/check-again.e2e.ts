import { sharingWords } from '#web/links/words.ts'
import { listWords } from '#web/list/words.ts'
import { reportWords } from '#web/reports/report/words.ts'
import { checkAgainWords as words } from '#web/session/words.ts'
import { expectNoFindings } from './support/axe.ts'
import { analyse, lampPage } from './support/changing-page.ts'
import { expect, test } from './support/test.ts'

test('the visitor of a share link checks the page again, and the agency sees the new report @all', async ({
  page,
  service,
  pages,
  browser,
}) => {
  const path = '/check-again'
  pages.set(path, lampPage({ title: '', image: '<img src="/lamp.png" width="600" height="400">' }))
  const report = await analyse(service, pages.origin + path)

  await page.goto(`/reports/${report.id}`)
  await page.getByRole('button', { name: listWords.share, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(sharingWords.moreOptions).click()
  await dialog.getByRole('radio', { name: sharingWords.modes.frozen }).check()
  await expect(dialog.getByRole('checkbox', { name: sharingWords.canCheck })).toHaveCount(0)
  await dialog.getByRole('radio', { name: sharingWords.modes.live }).check()
  await dialog.getByRole('checkbox', { name: sharingWords.canCheck }).check()
  await dialog.getByRole('button', { name: sharingWords.create }).click()
  await expect(dialog.getByRole('heading', { name: sharingWords.createdTitle })).toBeVisible()
  const link = await dialog.getByRole('textbox', { name: sharingWords.url }).inputValue()

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const visitor = await context.newPage()
  await visitor.goto(link)
  await visitor.getByRole('button', { name: words.open }).click()
  const check = visitor.getByRole('dialog')
  await expect(check).toContainText(words.text)
  await expect(check.getByRole('list', { name: words.findings })).toHaveCount(0)

  pages.set(path, lampPage({ image: '\n\n<img src="/lamp.png" width="600" height="400">' }))
  await check.getByRole('button', { name: words.check }).press('Enter')
  const finding = (name: string) => check.getByRole('listitem').filter({ hasText: name })
  await expect(finding('Title tag')).toContainText(words.change('fixed', '', null))
  await expect(finding('Image alt text')).toContainText(words.change('unchanged', '', 4))
  const again = check.getByRole('button', { name: words.check })
  const reason = words.wait(42, '').split('42')[0] ?? ''
  await expect(again).toBeFocused()
  await expect(again).toBeDisabled()
  await expect(again).toHaveAccessibleDescription(new RegExp(`^${reason}[1-9]`))
  await expectNoFindings(visitor, 'a page checked again')
  await visitor.reload()
  await visitor.getByRole('button', { name: words.open }).click()
  await expect(finding('Image alt text')).toContainText(words.change('unchanged', '', 4))
  await context.close()

  const { data } = (await service.api(`/api/v1/reports?search=${encodeURIComponent(path)}`)).body
  expect(data).toMatchObject([{ previous_score: report.score }, { id: report.id }])
})

test('the button to check again waits until the server allows it, also after a check that failed @all', async ({
  page,
  service,
  pages,
}) => {
  pages.set('/waits', lampPage())
  const { id } = await analyse(service, `${pages.origin}/waits`)
  const form = new URLSearchParams({ kind: 'report', report_id: String(id), can_check: '1' })
  const { body } = await service.api('/api/v1/links', { method: 'POST', body: form })
  await page.clock.install()
  let wait = 0
  await page.route('**/check', (route) => {
    if (route.request().method() === 'GET')
      return route.fulfill({ json: { data: null, wait_seconds: wait, status: 200 } })
    wait = 45
    return route.fulfill({ status: 422, json: { code: 'refused', message: 'Rejected.', status: 422 } })
  })
  await page.goto(`/s/${body.data.token}`)
  await page.getByRole('button', { name: words.open }).click()
  const check = page.getByRole('button', { name: words.check })
  await expect(check).toBeEnabled()
  await check.press('Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await expect(check).toBeDisabled()
  await expect(check).toHaveAccessibleDescription(/\d/)
  await page.clock.fastForward(46_000)
  await expect(check).toBeEnabled()
  await expect(check).toHaveAccessibleDescription('')
})

test('a share link without that right has no button to check again @all', async ({ page, service, pages }) => {
  pages.set('/no-check', lampPage())
  const { id } = await analyse(service, `${pages.origin}/no-check`)
  const form = new URLSearchParams({ kind: 'report', report_id: String(id) })
  const { body } = await service.api('/api/v1/links', { method: 'POST', body: form })
  await page.goto(`/s/${body.data.token}`)
  await expect(page.getByRole('button', { name: reportWords.copyLink, exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: words.open })).toHaveCount(0)
})
