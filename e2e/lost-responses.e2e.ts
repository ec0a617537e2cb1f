import type { Page } from '@playwright/test'
import { pendingWords, runningWords, analyseWords } from '#web/analyse/words.ts'
import { describeError, errorWords } from '#web/data/error-words.ts'
import { formWords } from '#web/forms/words.ts'
import { sharingWords } from '#web/links/words.ts'
import { listWords } from '#web/list/words.ts'
import { signInWords, unlockWords } from '#web/session/words.ts'
import { keysWords } from '#web/settings/words.ts'
import { viewsWords } from '#web/views/words.ts'
import { attempts, cutNext, perhapsSaved } from './support/cut-connections.ts'
import type { Service } from './support/service.ts'
import { expect, signInLink, test } from './support/test.ts'

type View = { id: number; name: string }

const viewsOf = async (service: Service): Promise<View[]> => (await service.api('/api/v1/views')).body.data
const namesOf = async (service: Service) => (await viewsOf(service)).map(({ name }) => name)
const newest = async (service: Service): Promise<{ id: number; website_id: number }> =>
  (await service.api('/api/v1/reports')).body.data[0]
const notice = (page: Page) => page.getByRole('region', { name: pendingWords.label })
const lost = <Cut>(cut: Cut) => Array.from({ length: attempts }, () => cut)

async function analyse(page: Page, url: string) {
  await page.getByLabel(analyseWords.label).fill(url)
  await page.getByLabel(analyseWords.label).press('Enter')
}

test.describe('a write whose response is lost', () => {
  test.beforeEach(async ({ service }) => {
    for (const { id } of await viewsOf(service)) await service.api(`/api/v1/views/${id}`, { method: 'DELETE' })
    for (const name of ['First', 'Second'])
      await service.api('/api/v1/views', {
        method: 'POST',
        body: new URLSearchParams({ name, list: 'reports', query: `search=${name}` }),
      })
  })

  test('is repeated and done once', async ({ page, service }) => {
    const cut = await cutNext(page, 'POST', /\/views$/, 'before', 'after')
    await page.goto('/reports?result=bad')
    await page.getByRole('button', { name: listWords.saveView }).click()
    await page.getByRole('dialog', { name: viewsWords.saveTitle }).getByLabel('Name').fill('Third')
    await page.keyboard.press('Enter')
    await expect(page.getByText(viewsWords.saved('Third'))).toBeVisible({ timeout: 15_000 })
    expect(await namesOf(service)).toEqual(['First', 'Second', 'Third'])
    expect(cut.sent).toBe(3)
  })

  test('is unknown if no repeat gets a response, and the button repeats it once more', async ({ page, service }) => {
    await cutNext(page, 'POST', /\/views$/, ...lost('before' as const))
    await page.goto('/reports?result=bad')
    await page.getByRole('button', { name: listWords.saveView }).click()
    const dialog = page.getByRole('dialog', { name: viewsWords.saveTitle })
    await dialog.getByLabel('Name').fill('Third')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText(perhapsSaved, { timeout: 20_000 })
    await dialog.getByRole('button', { name: viewsWords.submit }).click()
    await expect(page.getByText(viewsWords.saved('Third'))).toBeVisible()
    expect(await namesOf(service)).toEqual(['First', 'Second', 'Third'])
  })

  test('is done if it renames, moves or deletes', async ({ page, service }) => {
    await page.goto('/views')
    for (const [method, path] of [
      ['PUT', /\/views\/\d+$/],
      ['PUT', /\/views\/order$/],
      ['DELETE', /\/views\/\d+$/],
    ] as const)
      await cutNext(page, method, path, 'after')
    await page.getByRole('button', { name: viewsWords.renameThis('Second') }).click()
    const dialog = page.getByRole('dialog', { name: viewsWords.renameDialog })
    await dialog.getByLabel('Name').fill('Silver')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: viewsWords.up('Silver') }).click()
    await expect.poll(() => namesOf(service)).toEqual(['Silver', 'First'])
    await page.getByRole('button', { name: viewsWords.removeThis('First') }).click()
    await expect(page.getByText(viewsWords.removed('First'))).toBeVisible()
    await expect.poll(() => namesOf(service)).toEqual(['Silver'])
  })

  test('is saved if it changes the privacy of a website, and not blamed on someone else', async ({ page, service }) => {
    const { website_id: id } = await newest(service)
    const form = new URLSearchParams({ privacy: '1' })
    await service.api(`/api/v1/websites/${id}`, { method: 'PUT', body: form })
    const cut = await cutNext(page, 'PUT', /\/websites\/\d+$/, 'after')
    await page.goto(`/websites/${id}/privacy`)
    await page.getByRole('radio', { name: /^Public/ }).check()
    await page.getByRole('button', { name: formWords.save }).click()
    await expect(page).toHaveURL(`/websites/${id}`)
    expect((await service.api(`/api/v1/websites/${id}`)).body.data.privacy).toBe(0)
    expect(cut.sent).toBe(2)
  })
})

test.describe('an analysis whose response is lost', () => {
  test('is repeated and opens its report', async ({ page, pages }) => {
    const url = `${pages.origin}/article?lost`
    const cut = await cutNext(page, 'POST', /\/reports$/, 'after')
    await page.goto('/websites')
    await analyse(page, url)
    await expect(page).toHaveURL(/\/reports\/\d+/, { timeout: 20_000 })
    await expect(notice(page)).toBeHidden()
    expect(cut.sent).toBe(2)
  })

  test('is repeated by hand if no repeat got a response', async ({ page, pages, service }) => {
    const url = `${pages.origin}/article?lost-often`
    // The notice makes as many attempts again.
    await cutNext(page, 'POST', /\/reports$/, 'after', ...lost('before' as const), ...lost('before' as const).slice(1))
    await page.goto('/websites')
    await analyse(page, url)
    await expect(notice(page)).toContainText(`${pendingWords.why('network')} ${pendingWords.unknown}`, {
      timeout: 40_000,
    })
    await notice(page).getByRole('button', { name: errorWords.retry }).click()
    await expect(notice(page)).toContainText(/Report \d+ is ready\./)
    expect((await service.api(`/api/v1/reports?${new URLSearchParams({ search: url })}`)).body.meta.total).toBe(1)
    await notice(page)
      .getByRole('button', { name: /^View report/ })
      .click()
    await expect(page).toHaveURL(/\/reports\/\d+$/)
    await expect(notice(page)).toBeHidden()
  })

  test('survives a reload of the page', async ({ page, pages, service }) => {
    const url = `${pages.origin}/article?reloaded`
    const respond = pages.hold('/article?reloaded')
    await page.goto('/websites')
    await analyse(page, url)
    await expect(page.getByRole('region', { name: runningWords.label })).toContainText('/article?reloaded')
    await page.reload()
    await expect(notice(page)).toContainText(`${pendingWords.why('left')} ${pendingWords.repeating}`)
    respond()
    await expect(notice(page)).toContainText(/Report \d+ is ready\./, { timeout: 30_000 })
    expect((await service.api(`/api/v1/reports?${new URLSearchParams({ search: url })}`)).body.meta.total).toBe(1)
  })
})

test.describe('a secret whose response is lost', () => {
  test('is a key in the list, which cannot be shown any more', async ({ page }) => {
    await cutNext(page, 'POST', /\/keys$/, 'after')
    await page.goto('/settings/keys')
    await page.getByRole('button', { name: keysWords.create }).click()
    const dialog = page.getByRole('dialog', { name: keysWords.form.title })
    await dialog.getByLabel('Name').fill('Lost key')
    await dialog.getByRole('button', { name: keysWords.form.submit }).click()
    await expect(dialog.getByText(keysWords.form.lostKey('Lost key'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listitem').filter({ hasText: 'Lost key' })).toHaveCount(1)
  })

  test('is a share link in the list, which cannot be shown any more', async ({ page, service }) => {
    await cutNext(page, 'POST', /\/links$/, 'after')
    await page.goto(`/reports/${(await newest(service)).id}`)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: sharingWords.createLink }).click()
    await dialog.getByLabel('Label').fill('Lost link')
    await dialog.getByRole('button', { name: sharingWords.create }).click()
    await expect(dialog.getByRole('alert')).toContainText('The link was created, but we lost the connection')
    const links: { label: string }[] = (await service.api('/api/v1/links')).body.data
    expect(links.filter(({ label }) => label === 'Lost link')).toHaveLength(1)
  })
})

test('a lost response to unlocking a page or locking it again is repeated', async ({ page, service }) => {
  const form = { kind: 'report', report_id: `${(await newest(service)).id}`, password: 'open sesame' }
  const { body } = await service.api('/api/v1/links', { method: 'POST', body: new URLSearchParams(form) })
  await cutNext(page, 'POST', /\/unlock$/, 'after')
  await cutNext(page, 'POST', /\/forget$/, 'after')
  await page.goto(new URL(body.data.url).pathname)
  await page.getByRole('textbox', { name: 'Password' }).fill('open sesame')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: unlockWords.lockAgain }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(unlockWords.title)
})

test.describe('without being signed in', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('revoking the current key signs out, even if the response is lost', async ({ page, service }) => {
    await page.goto(await signInLink(service))
    await expect(page).toHaveURL(/\/reports$/)
    await cutNext(page, 'DELETE', /\/keys\//, 'after')
    await page.goto('/settings/keys')
    const own = page.getByRole('listitem').filter({ hasText: keysWords.current })
    await own.getByRole('button', { name: /^Revoke/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: keysWords.dialog.confirm }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(signInWords.title)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  for (const [when, title] of [
    ['before', 'Reports'],
    ['after', signInWords.usedTitle],
  ] as const) {
    test(`a sign-in link is repeated by hand: connection lost ${when} the operation`, async ({ page, service }) => {
      const cut = await cutNext(page, 'POST', /\/sign-in$/, when)
      await page.goto(await signInLink(service))
      await expect(page.getByText(describeError({ kind: 'network', status: null, message: '' }).text)).toBeVisible()
      expect(cut.sent).toBe(1)
      await page.getByRole('button', { name: errorWords.retry }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    })
  }
})
