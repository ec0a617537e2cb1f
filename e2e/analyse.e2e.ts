import { expect, keysWork, test } from './support/test.ts'

const field = 'Analyse a URL'

test('a URL without a scheme is analysed from the top bar', async ({ page, pages }) => {
  await page.goto('/websites')
  await page.getByLabel(field).fill(`${pages.host}/handwerk`)
  await page.getByRole('button', { name: 'Analyse', exact: true }).click()
  // The field adds https://, which this website doesn't support. The error is shown and the text stays.
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel(field)).toHaveValue(new RegExp(`${pages.host}/handwerk$`))

  await page.getByLabel(field).fill(`${pages.origin}/handwerk`)
  await page.getByLabel(field).press('Enter')
  await expect(page).toHaveURL(/\/reports\/\d+/)
  await expect(page.locator('h1')).toContainText('/handwerk')
  await expect(page.getByLabel(field)).toHaveValue('')
})

for (const [what, path, sentence] of [
  ['a PDF', '/brochure.pdf', /HTML/],
  ['a redirect loop', '/loop', /redirect/i],
  ['a bot check', '/challenge', /Cloudflare.*403.*Allow “SEO-Reports\//],
] as const) {
  test(`${what} shows an error next to the field and keeps the text`, async ({ page, pages, service }) => {
    const before = (await service.api('/api/v1/reports')).body.meta.total
    await page.goto('/reports')
    await page.getByLabel(field).fill(pages.origin + path)
    await page.getByLabel(field).press('Enter')
    await expect(page.getByRole('alert')).toContainText(sentence)
    await expect(page.getByLabel(field)).toHaveValue(pages.origin + path)
    await expect(page.getByLabel(field)).toBeFocused()
    expect((await service.api('/api/v1/reports')).body.meta.total).toBe(before)
  })
}

test('an empty field shows what to enter', async ({ page }) => {
  await page.goto('/reports')
  await page.getByRole('button', { name: 'Analyse', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Enter a page URL')
})

for (const [how, text] of [
  ['on two lines', 'https://one.example/a\nhttps://two.example/b\n'],
  ['separated by a space', 'https://one.example/a https://two.example/b'],
  ['separated by a comma', 'one.example, www.two.example/b'],
] as const) {
  test(`two URLs ${how} are refused with a sentence and kept`, async ({ page, context, service }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const before = (await service.api('/api/v1/reports')).body.meta.total
    await page.goto('/reports')
    await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
    await page.getByLabel(field).press('Control+v')
    await page.getByLabel(field).press('Enter')
    await expect(page.getByRole('alert')).toHaveText(/^Enter one URL at a time\./)
    await expect(page.getByLabel(field)).toHaveValue(text.trim().replace('\n', ' '))
    await expect(page.getByLabel(field)).toBeFocused()
    expect((await service.api('/api/v1/reports')).body.meta.total).toBe(before)
  })
}

test('while offline no analysis is sent, and the field says so and keeps the text', async ({
  page,
  context,
  pages,
  service,
}) => {
  const before = (await service.api('/api/v1/reports')).body.meta.total
  await page.goto('/reports')
  await keysWork(page)
  const posts: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && posts.push(request.url())))
  await context.setOffline(true)
  await page.getByLabel(field).fill(`${pages.origin}/article?offline`)
  await page.getByLabel(field).press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/^You’re offline, so nothing was sent\./)
  await expect(page.getByLabel(field)).toHaveValue(`${pages.origin}/article?offline`)
  await expect(page.getByRole('region', { name: 'Analyses with an unknown result' })).toHaveCount(0)
  expect(posts).toEqual([])
  await context.setOffline(false)
  await page.getByLabel(field).press('Enter')
  await expect(page).toHaveURL(/\/reports\/\d+/)
  expect((await service.api('/api/v1/reports')).body.meta.total).toBe(before + 1)
})

test('while offline a report is not run again, and the page says so', async ({ page, context, pages, service }) => {
  const { body } = await service.api('/api/v1/reports', {
    method: 'POST',
    body: new URLSearchParams({ url: `${pages.origin}/article?again` }),
  })
  await page.goto(`/reports/${body.data.id}`)
  await keysWork(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByRole('alert')).toContainText('You’re offline, so nothing was sent.')
  await expect(page.getByRole('region', { name: 'Analyses with an unknown result' })).toHaveCount(0)
})

test('a slow analysis shows the elapsed time and can be cancelled without losing the text', async ({ page, pages }) => {
  await page.goto('/reports')
  await page.getByLabel(field).fill(`${pages.origin}/slow`)
  await page.getByLabel(field).press('Enter')
  await expect(page.getByText('Analysing: 1 s')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel(field)).toHaveValue(`${pages.origin}/slow`)
  await expect(page).toHaveURL('/reports')
})

test('submitting twice creates one report', async ({ page, pages, service }) => {
  const before = (await service.api('/api/v1/reports')).body.meta.total
  await page.goto('/reports')
  await page.getByLabel(field).fill(`${pages.origin}/article`)
  await page.getByLabel(field).press('Enter')
  await page.getByLabel(field).press('Enter')
  await expect(page).toHaveURL(/\/reports\/\d+/)
  expect((await service.api('/api/v1/reports')).body.meta.total).toBe(before + 1)
})

test('Run again creates a new report of the same URL, and Delete returns to the list', async ({
  page,
  pages,
  service,
}) => {
  const made = await service.api('/api/v1/reports', {
    method: 'POST',
    body: new URLSearchParams({ url: `${pages.origin}/category` }),
  })
  expect(made.status).toBe(201)
  await page.goto(`/reports/${made.body.data.id}`)
  await page.getByRole('button', { name: 'Run again' }).click()
  await expect(page).not.toHaveURL(`/reports/${made.body.data.id}`)
  await expect(page).toHaveURL(/\/reports\/\d+/)
  const again = Number(new URL(page.url()).pathname.split('/').at(-1))
  expect(again).toBeGreaterThan(made.body.data.id)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete report' }).click()
  await expect(page).toHaveURL(/\/reports(\?|$)/)
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' }).last().click()
  await expect.poll(async () => (await service.api(`/api/v1/reports/${again}`)).status).toBe(404)

  await page.goto(`/reports/${again}`)
  await expect(page.locator('h1')).toHaveText('Report not found')
  await page.getByRole('link', { name: 'View the latest report' }).click()
  await expect(page).toHaveURL(`/reports/${made.body.data.id}`)
})
