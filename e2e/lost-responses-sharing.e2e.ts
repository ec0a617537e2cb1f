import type { Page } from '@playwright/test'
import { linksWords, sharingWords } from '#web/links/words.ts'
import { privacyWords } from '#web/privacy/privacy-words.ts'
import { unlockWords } from '#web/session/words.ts'
import { cutNext, notSoFar } from './support/cut-connections.ts'
import type { Service } from './support/service.ts'
import { expect, test } from './support/test.ts'

type Report = { id: number; website_id: number }

const newest = async (service: Service, at: number): Promise<Report> =>
  (await service.api('/api/v1/reports')).body.data[at]
const linksOf = async (service: Service): Promise<{ label: string; revoked_at: string | null }[]> =>
  (await service.api('/api/v1/links')).body.data
const linkTo = async (service: Service, id: number, label: string, password?: string): Promise<string> => {
  const form = { kind: 'report', mode: 'live', report_id: String(id), label, ...(password && { password }) }
  return new URL(
    (await service.api('/api/v1/links', { method: 'POST', body: new URLSearchParams(form) })).body.data.url,
  ).pathname
}

test.describe('a share link whose response is lost', () => {
  test('is listed without its URL if it was created, and stays in the form if not', async ({ page, service }) => {
    const cut = await cutNext(page, 'POST', /\/links$/, 'before')
    await page.goto(`/reports/${(await newest(service, 0)).id}`)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: sharingWords.createLink }).click()
    await dialog.getByLabel('Label').fill('Lost link')
    const make = dialog.getByRole('button', { name: sharingWords.create })
    await make.click()
    await expect(dialog.getByRole('alert')).toHaveText(notSoFar)
    expect((await linksOf(service)).filter(({ label }) => label === 'Lost link')).toHaveLength(0)
    cut.again('after')
    await make.click()
    await expect(dialog.getByRole('alert')).toContainText(
      'The link was created, but we lost the connection before we could show it',
    )
    await expect(dialog.getByLabel('Label')).toHaveValue('Lost link')
    expect((await linksOf(service)).filter(({ label }) => label === 'Lost link')).toHaveLength(1)
    expect(cut.sent).toBe(2)
  })

  test('is shown as revoked only if it was revoked', async ({ page, service }) => {
    await linkTo(service, (await newest(service, 0)).id, 'To be revoked')
    const cut = await cutNext(page, 'DELETE', /\/links\/\d+$/, 'before')
    await page.goto('/links')
    await page.getByRole('button', { name: linksWords.revokeThis('To be revoked') }).click()
    const dialog = page.getByRole('dialog')
    const revoke = dialog.getByRole('button', { name: linksWords.revokeConfirm })
    await revoke.click()
    await expect(dialog.getByText(notSoFar)).toBeVisible()
    cut.again('after')
    await revoke.click()
    await expect(page.getByText(linksWords.revoked('To be revoked'))).toBeVisible()
    await expect(page.getByRole('button', { name: linksWords.revokeThis('To be revoked') })).toHaveCount(0)
    expect(cut.sent).toBe(2)
  })
})

test.describe('a password whose response is lost', () => {
  const heading = (page: Page) => page.getByRole('heading', { level: 1 })

  test("unlocks if it was right, stays in the form if it didn't arrive, and is forgotten in the same way", async ({
    page,
    service,
  }) => {
    const path = await linkTo(service, (await newest(service, 0)).id, 'Behind a password', 'open sesame')
    const unlock = await cutNext(page, 'POST', /\/unlock$/, 'before')
    await page.goto(path)
    await page.getByRole('textbox', { name: 'Password' }).fill('open sesame')
    await page.keyboard.press('Enter')
    await expect(page.getByText(notSoFar)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('open sesame')
    unlock.again('after')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('button', { name: unlockWords.lockAgain })).toBeVisible()
    expect(unlock.sent).toBe(2)

    const forget = await cutNext(page, 'POST', /\/forget$/, 'before')
    await page.getByRole('button', { name: unlockWords.lockAgain }).click()
    await expect(page.getByText(notSoFar)).toBeVisible()
    await expect(heading(page)).not.toHaveText(unlockWords.title)
    forget.again('after')
    await page.getByRole('button', { name: unlockWords.lockAgain }).click()
    await expect(heading(page)).toHaveText(unlockWords.title)
    expect(forget.sent).toBe(2)
  })
})

test.describe('a search engine setting whose response is lost', () => {
  test('is read back: saved if it was, otherwise still ticked in the form', async ({ page, service }) => {
    const { website_id: id } = await newest(service, 0)
    await service.api(`/api/v1/websites/${id}`, {
      method: 'PUT',
      body: new URLSearchParams({ privacy: '0', findable: '0' }),
    })
    const cut = await cutNext(page, 'PUT', /\/websites\/\d+$/, 'before')
    await page.goto(`/websites/${id}/privacy`)
    const findable = page.getByRole('checkbox', { name: privacyWords.findable })
    await findable.check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText('your changes haven’t been saved yet')
    await expect(findable).toBeChecked()
    cut.again('after')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/^Search engines can now list /)).toBeVisible()
    await expect(page).toHaveURL(`/websites/${id}`)
    expect((await service.api(`/api/v1/websites/${id}`)).body.data.findable).toBe(true)
    expect(cut.sent).toBe(2)
  })
})
