import type { Page } from '@playwright/test'
import { passwordMessages } from '#contract/forms/website-form.ts'
import { describeError } from '#web/data/error-words.ts'
import { linksWords, sharingWords } from '#web/links/words.ts'
import { batchWords, selectionWords, listWords } from '#web/list/words.ts'
import { bulkPrivacyWords } from '#web/privacy/words.ts'
import { visitorWords } from '#web/session/words.ts'
import { websitesWords } from '#web/websites/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import type { Service } from './support/service.ts'
import { expect, settled, test } from './support/test.ts'

type Website = { id: number; domain: string; reports_count: number; privacy: number }

const form = (fields: Record<string, string>) => new URLSearchParams(fields)
const websites = async (service: Service, query = 'sort_by=reports_count'): Promise<Website[]> =>
  (await service.api(`/api/v1/websites?${query}`)).body.data

const clipboard = (page: Page) =>
  page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const read = async (type: string) => (await item?.getType(type))?.text()
    return { text: await read('text/plain'), html: await read('text/html') }
  })

test('several websites get one privacy and password with a result each, and the list can be filtered by it @all', async ({
  page,
  service,
}) => {
  const before = (await websites(service, 'privacy=2&per_page=100')).length
  const chosen = (await websites(service, 'search=lamp&privacy=1&sort_by=domain&sort=asc')).slice(0, 3)
  const [late, gone, overtaken] = chosen
  if (!late || !gone || !overtaken) throw new Error('There are too few websites.')
  await page.goto('/websites?search=lamp&privacy=1&sort_by=domain&sort=asc')
  await expect(page).toHaveTitle(/^Private websites · “lamp” · domain A to Z/)
  for (const { domain } of chosen) await page.getByRole('checkbox', { name: listWords.select(domain) }).check()
  await page.getByRole('region', { name: selectionWords.bar }).getByRole('button', { name: 'Privacy' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Password' }).check()
  await dialog.getByRole('button', { name: 'Change 3 websites' }).click()
  await expect(dialog.getByText(passwordMessages.required)).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: /password/i })).toBeFocused()
  await expectNoFindings(page, 'the privacy of many')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await service.api(`/api/v1/websites/${gone.id}`, { method: 'DELETE' })
  await service.api(`/api/v1/websites/${overtaken.id}`, { method: 'PUT', body: form({ privacy: '0' }) })
  // Another user changes this website between our read and our write.
  let others = 0
  await page.route(`**/api/v1/websites/${late.id}`, async (route) => {
    if (route.request().method() === 'PUT' && (others += 1) === 1)
      await service.api(`/api/v1/websites/${late.id}`, { method: 'PUT', body: form({ privacy: '0' }) })
    return route.fallback()
  })
  await dialog.getByRole('button', { name: 'Change 3 websites' }).click()

  const card = page.getByRole('region', { name: 'Notifications' })
  await expect(card).toContainText(bulkPrivacyWords.failed(3, 3))
  await expectNoFindings(page, 'outcomes')
  await expect(card.getByRole('listitem').filter({ hasText: gone.domain })).toContainText(
    describeError({ kind: 'missing', status: 404, message: '' }).title,
  )
  for (const { domain } of [late, overtaken]) {
    await expect(card.getByRole('listitem').filter({ hasText: domain })).toContainText(
      'Someone else changed this. It’s now Public, so we left it alone. Try again to apply your change.',
    )
  }
  await card.getByRole('button', { name: /^Retry/ }).click()
  await expect(card).toContainText(bulkPrivacyWords.failed(1, 3))
  await expect(card).toContainText(batchWords.outcomesDone(2))
  await page.goto('/websites?privacy=2')
  await expect(page).toHaveTitle(new RegExp(`^${websitesWords.ofPrivacy[2]}`))
  await expect(page.locator('h1 + div')).toContainText(`${before + 2} of`)
  await expect(page.getByRole('button', { name: /Privacy: Password/ })).toBeVisible()
})

test('a view with any search text is shared by clipboard, email, app and QR code @all', async ({
  page,
  context,
  service,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // Most desktop browsers have no system share sheet.
  await page.addInitScript(() =>
    Object.assign(navigator, { share: async (what: object) => void Object.assign(globalThis, { given: what }) }),
  )
  const search = '<img src=x onerror="alert(1)">\u202E&bcc=a@b.example'
  await page.goto(`/reports?${form({ search, result: 'bad' })}`)
  await settled(page)
  const name = (await page.title()).replace(/ · SEO Reports$/, '')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: sharingWords.title.view })
  await expect(dialog).toContainText(sharingWords.access.view)
  const address = await dialog.getByLabel('Link', { exact: true }).inputValue()
  expect(new URL(address).searchParams.get('search')).toBe(search)

  await dialog.getByRole('button', { name: sharingWords.copy, exact: true }).click()
  await expect(dialog.getByRole('button', { name: sharingWords.copied })).toBeVisible()
  const copied = await clipboard(page)
  expect(copied.text).toBe(address)
  expect(copied.html).toContain('&lt;img src=x onerror=')
  expect(copied.html).not.toContain('<img')

  await dialog.getByText(sharingWords.moreOptions).click()
  await dialog.getByRole('checkbox', { name: sharingWords.showClicks }).check()
  await dialog.getByRole('button', { name: sharingWords.create }).click()
  const made = page.getByRole('dialog', { name: sharingWords.createdTitle })
  await expect(made).toContainText(sharingWords.copiedOnce)
  expect((await service.api('/api/v1/links')).body.data[0]).toMatchObject({ kind: 'view', clicks: true })
  const url = await made.getByLabel('Link', { exact: true }).inputValue()
  expect((await clipboard(page)).text).toBe(url)
  const mail = await made.getByRole('link', { name: 'Email' }).getAttribute('href')
  const [subject, body, ...others] = mail?.slice('mailto:?'.length).split('&') ?? []
  expect(others).toEqual([])
  expect(decodeURIComponent(subject ?? '')).toBe(`subject=${name.replace('\u202E', ' ')}`)
  expect(decodeURIComponent(body ?? '')).toContain(`\r\n${url}\r\n`)

  const more = made.getByRole('button', { name: sharingWords.more, exact: true })
  await more.click()
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  expect(await page.evaluate(() => (globalThis as unknown as { given: object }).given)).toEqual({
    title: name,
    url,
  })
  await more.click()
  await page.getByRole('menuitem', { name: sharingWords.qr }).click()
  await expect(made.getByRole('img', { name: sharingWords.qrOf(url) })).toBeVisible()
  await expectNoFindings(page, 'the dialog for sharing', [desk, phone])
})

test('the password of a new share link can be copied until its dialog is closed @all', async ({
  page,
  context,
  service,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const report = (await service.api('/api/v1/reports')).body.data[0] as { id: number }
  await page.goto(`/reports/${report.id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const form = page.getByRole('dialog', { name: sharingWords.title.report })
  await form.getByText(sharingWords.moreOptions).click()
  await form.getByRole('checkbox', { name: sharingWords.requirePassword }).check()
  await form.getByRole('button', { name: 'Generate' }).click()
  const password = await form.getByRole('textbox', { name: 'Password' }).inputValue()
  await form.getByRole('button', { name: sharingWords.create }).click()
  await page
    .getByRole('dialog', { name: sharingWords.createdTitle })
    .getByRole('button', { name: sharingWords.copyPassword, exact: true })
    .click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(password)
})

test('a share link to a private report is created, opens, counts visits and stops working once revoked', async ({
  page,
  service,
  browser,
}) => {
  const [site] = await websites(service, 'privacy=1&sort_by=reports_count')
  if (!site) throw new Error('There is no private website.')
  const report = (await service.api(`/api/v1/reports?website_id=${site.id}`)).body.data[0] as {
    id: number
    url: string
  }
  await page.goto(`/reports/${report.id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  let dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(sharingWords.access.private(site.domain))
  await expect(dialog.getByRole('link', { name: sharingWords.access.change(site.domain) })).toHaveAttribute(
    'href',
    `/websites/${site.id}/privacy`,
  )
  await dialog.getByText(sharingWords.moreOptions).click()
  await dialog.getByLabel('Label').fill('For the board')
  await dialog.getByRole('radio', { name: sharingWords.modes.frozen }).check()
  await dialog.getByLabel('Expires').selectOption(sharingWords.expiries.date)
  await dialog.getByRole('button', { name: sharingWords.create }).click()
  await expect(dialog.getByText(sharingWords.dateMissing)).toBeVisible()
  await expect(dialog.getByLabel(sharingWords.date)).toBeFocused()
  await expectNoFindings(page, 'the form of a new link')
  await dialog.getByLabel('Expires').selectOption(sharingWords.expiries[7])
  await dialog.getByRole('button', { name: sharingWords.create }).click()
  dialog = page.getByRole('dialog', { name: sharingWords.createdTitle })
  await expect(dialog).toContainText('You won’t be able to see it again.')
  const address = await dialog.getByLabel('Link', { exact: true }).inputValue()
  expect(address).toMatch(new RegExp(`^${service.origin}/s/[\\w-]{32}$`))

  const visitor = await browser.newContext({ baseURL: service.origin, storageState: { cookies: [], origins: [] } })
  const visitorPage = await visitor.newPage()
  await visitorPage.goto(address)
  await expect(visitorPage.locator('h1')).toHaveText('For the board')
  await expect(visitorPage.locator('h1 + div')).toContainText(new URL(report.url).pathname)

  await dialog.getByRole('link', { name: sharingWords.seeAll }).click()
  await expect(page).toHaveURL('/settings/sharing')
  const row = page.getByRole('listitem').filter({ hasText: 'For the board' })
  await expect(row).toContainText('Snapshot')
  await row.getByText(linksWords.visitCount(1)).click()
  await expect(
    row.getByRole('list', { name: linksWords.visitsOf('For the board') }).getByRole('listitem'),
  ).toContainText(/Chrome|Chromium/)
  await expect(page.getByRole('main')).not.toContainText(address)
  await settled(page)
  await expectNoFindings(page, 'the links', [desk, phone])

  await row.getByRole('button', { name: linksWords.revokeThis('For the board') }).click()
  const confirm = page.getByRole('dialog', { name: linksWords.revokeTitle('For the board') })
  await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await confirm.getByRole('button', { name: linksWords.revokeConfirm }).click()
  await expect(row).toContainText('Revoked')
  await expect(row.getByRole('button')).toHaveCount(0)
  await visitorPage.reload()
  await expect(visitorPage.getByRole('main')).toContainText('This link was revoked.')
  await visitor.close()
})

test('the share dialog begins with the link that a client can open @all', async ({ page, service, browser }) => {
  const [site] = await websites(service, 'sort_by=reports_count&per_page=10')
  if (!site) throw new Error('There is no website.')
  const [report] = (await service.api(`/api/v1/reports?website_id=${site.id}`)).body.data as { id: number }[]
  const client = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const clientPage = await client.newPage()
  for (const { privacy, first } of [
    { privacy: '0', first: 'address' },
    { privacy: '1', first: 'link' },
    { privacy: '2', first: 'address' },
  ] as const) {
    const body = form({ privacy, ...(privacy === '2' && { password: 'open sesame' }) })
    expect((await service.api(`/api/v1/websites/${site.id}`, { method: 'PUT', body })).status).toBe(200)
    for (const path of [`/reports/${report?.id}`, `/websites/${site.id}`]) {
      await page.goto(path)
      await settled(page)
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      const dialog = page.getByRole('dialog')
      const address = dialog.getByLabel(sharingWords.url, { exact: true })
      const create = dialog.getByRole('button', {
        name: first === 'address' ? sharingWords.createLink : sharingWords.create,
      })
      await expect(address).toBeVisible()
      await expect(create).toBeVisible()
      await expect(dialog.getByRole('group', { name: sharingWords.layout })).toHaveCount(first === 'address' ? 0 : 1)
      if (first === 'link') {
        await create.press('Enter')
        await expect(page.getByRole('dialog', { name: sharingWords.createdTitle })).toBeVisible()
        await expect(dialog.getByRole('button', { name: sharingWords.copy, exact: true })).toBeVisible()
      }
      await clientPage.goto(await address.inputValue())
      await expect(clientPage.locator('h1')).toHaveCount(1)
      await expect(clientPage.locator('h1')).not.toHaveText(visitorWords.nothing.title)
    }
  }
  await client.close()
  await service.api(`/api/v1/websites/${site.id}`, { method: 'PUT', body: form({ privacy: '1' }) })
})

test('a hostile label is shown as text in dialog, email, list and visitor page @all', async ({
  page,
  service,
  browser,
}) => {
  const label = '"><img src=x onerror=alert(1)>&bcc=a@b.example'
  const shown = '"><img src=x onerror=alert(1)>'
  const [site] = await websites(service, 'privacy=1&sort_by=domain')
  if (!site) throw new Error('There is no private website.')
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto('/reports?result=bad')
  await settled(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('dialog').getByText(sharingWords.moreOptions).click()
  await page.getByLabel('Label').fill(label)
  await page.getByRole('button', { name: sharingWords.create }).click()
  const made = page.getByRole('dialog', { name: sharingWords.createdTitle })
  const address = await made.getByLabel('Link', { exact: true }).inputValue()
  const mail = (await made.getByRole('link', { name: 'Email' }).getAttribute('href')) ?? ''
  const parts = mail.slice('mailto:?'.length).split('&')
  expect(parts.map((part) => part.split('=', 1)[0])).toEqual(['subject', 'body'])
  expect(parts.map(decodeURIComponent).join()).toContain(address)

  await made.getByRole('link', { name: sharingWords.seeAll }).click()
  await expect(page.getByRole('listitem').filter({ hasText: shown }).first()).toBeVisible()
  await expect(page.locator('img[src=x]')).toHaveCount(0)

  const visitor = await browser.newContext({ baseURL: service.origin, storageState: { cookies: [], origins: [] } })
  const opened = await visitor.newPage()
  await opened.goto(address)
  await expect(opened.locator('h1')).toContainText(shown)
  await expect(opened).toHaveTitle(/onerror/)
  await expect(opened.locator('img[src=x]')).toHaveCount(0)
  await visitor.close()
  expect(dialogs).toEqual([])
})

test('a public website has a badge to embed, and a private one has none @all', async ({ page, service }) => {
  const site = (await websites(service)).at(-1)!
  const set = (privacy: string) =>
    service.api(`/api/v1/websites/${site.id}`, { method: 'PUT', body: form({ privacy }) })
  await set('1')
  await page.goto(`/websites/${site.id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(sharingWords.access.private(site.domain))
  await expect(dialog.getByRole('region', { name: 'Badge' })).toHaveCount(0)
  await set('0')
  await page.reload()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const badge = dialog.getByRole('region', { name: 'Badge' })
  const html = await badge.getByLabel(sharingWords.badge.code).inputValue()
  expect(html).toBe(
    `<a href="${service.origin}/websites/${site.id}"><img src="${service.origin}/badges/websites/${site.id}.svg" alt="SEO score" height="20"></a>`,
  )
  const image = badge.getByRole('img', { name: sharingWords.badge.alt })
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(144)
  await expectNoFindings(page, 'the badge', [desk, phone])
  await set('1')
})
