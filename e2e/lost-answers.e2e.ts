import { expect, test } from './support/test.ts'

test('a view, a key and a link whose answers are lost are said to be perhaps made, and are there to be looked at', async ({ page, service }) => {
  const made: string[] = []
  await page.route(/\/api\/v1\/(views|keys|links)$/, async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    await route.fetch()
    made.push(new URL(request.url()).pathname)
    await route.abort('connectionreset')
  })
  const dialog = page.getByRole('dialog')
  const perhaps = dialog.getByText('It may have been done all the same: look before you try again.')

  await page.goto('/reports?result=bad')
  await page.getByRole('button', { name: 'Save view' }).click()
  await dialog.getByLabel('Name').fill('Lost on the way')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(perhaps).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Lost on the way')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: /^Lost on the way/ })).toBeVisible()

  await page.goto('/settings/keys')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await dialog.getByLabel('Name').fill('Lost key')
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  await expect(perhaps).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listitem').filter({ hasText: 'Lost key' })).toBeVisible()

  const report = (await service.api('/api/v1/reports')).body.data[0] as { id: number }
  await page.goto(`/reports/${report.id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await dialog.getByRole('button', { name: 'Make such a link' }).click()
  await dialog.getByLabel('Label').fill('Lost link')
  await dialog.getByRole('button', { name: 'Make link' }).click()
  await expect(perhaps).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/links')
  await expect(page.getByText('Lost link')).toBeVisible()
  // None was sent twice.
  expect(made).toEqual(['/api/v1/views', '/api/v1/keys', '/api/v1/links'])

  for (const { id, name } of (await service.api('/api/v1/views')).body.data) if (name === 'Lost on the way') await service.api(`/api/v1/views/${id}`, { method: 'DELETE' })
})
