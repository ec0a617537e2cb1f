import type { Page } from '@playwright/test'
import { pendingWords, runningWords, analyseWords } from '#web/analyse/words.ts'
import { formWords } from '#web/forms/words.ts'
import { selectionWords, listWords } from '#web/list/words.ts'
import { reportSelectionWords, runningWords as batchWords } from '#web/reports/words.ts'
import { signInWords } from '#web/session/words.ts'
import { keysWords } from '#web/settings/words.ts'
import { viewsWords } from '#web/views/words.ts'
import { cutNext } from './support/cut-connections.ts'
import { delayUntil, performThenCut, status } from './support/mock-server/faults.ts'
import type { MockServer } from './support/mock-server/mock-server.ts'
import { test as otherServerTest } from './support/mock-server/test.ts'
import { deleteViews, expect, signInByLink, test } from './support/test.ts'

const notice = (page: Page) => page.getByRole('region', { name: pendingWords.label })

async function analyse(page: Page, url: string) {
  await page.getByLabel(analyseWords.label).fill(url)
  await page.getByLabel(analyseWords.label).press('Enter')
}

// src/web/data/repeat.test.ts tests the number and times of repeats.
test.describe('a write whose response is lost', () => {
  test.afterEach(({ service }) => deleteViews(service))

  test('is repeated and done once if it creates something @all', async ({ page, service }) => {
    const cut = await cutNext(page, 'POST', /\/views$/, 'before', 'after')
    // No other test saves a view of this list.
    await page.goto('/reports?search=marble')
    await page.getByRole('button', { name: listWords.saveView }).click()
    await page.getByRole('dialog', { name: viewsWords.saveTitle }).getByLabel('Name').fill('Saved once')
    await page.keyboard.press('Enter')
    await expect(page.getByText(viewsWords.saved('Saved once'))).toBeVisible()
    const { body } = await service.api('/api/v1/views')
    expect(body.data.filter(({ name }: { name: string }) => name === 'Saved once')).toHaveLength(1)
    expect(cut.sent).toBe(3)
  })

  test('is saved if it changes a version, and not blamed on someone else @all', async ({ page, service }) => {
    const { website_id: id } = (await service.api('/api/v1/reports')).body.data[0]
    await service.api(`/api/v1/websites/${id}`, { method: 'PUT', body: new URLSearchParams({ privacy: '1' }) })
    const cut = await cutNext(page, 'PUT', /\/websites\/\d+$/, 'after')
    await page.goto(`/websites/${id}/privacy`)
    await page.getByRole('radio', { name: /^Public/ }).check()
    await page.getByRole('button', { name: formWords.save }).click()
    await expect(page).toHaveURL(`/websites/${id}?tab=issues`)
    expect((await service.api(`/api/v1/websites/${id}`)).body.data.privacy).toBe(0)
    expect(cut.sent).toBe(2)
  })

  test('is done if it deletes something @all', async ({ page, service }) => {
    const form = new URLSearchParams({ name: 'Deleted once', list: 'reports', query: 'result=bad' })
    await service.api('/api/v1/views', { method: 'POST', body: form })
    const cut = await cutNext(page, 'DELETE', /\/views\/\d+$/, 'after')
    await page.goto('/views')
    await page.getByRole('button', { name: viewsWords.actionsFor('Deleted once') }).click()
    await page.getByRole('menuitem', { name: viewsWords.removeIt }).click()
    await expect(page.getByText(viewsWords.removed('Deleted once'))).toBeVisible()
    await expect.poll(() => cut.sent).toBe(2)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('leaves a secret in the list that cannot be shown any more @all', async ({ page }) => {
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

  test('survives a reload of the page if it analyses a page @all', async ({ page, pages, service }) => {
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

  test.describe('to someone who signs in', () => {
    test.use({ storageState: { cookies: [], origins: [] } })
    test('signs out if it revokes the current key @all', async ({ page, service }) => {
      await signInByLink(page, service)
      await cutNext(page, 'DELETE', /\/keys\//, 'after')
      await page.goto('/settings/keys')
      const own = page.getByRole('listitem').filter({ hasText: keysWords.current })
      await own.getByRole('button', { name: /^Revoke/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: keysWords.dialog.confirm }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(signInWords.title)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })
})

otherServerTest.describe('on a server that knows no Idempotency-Key, an analysis', () => {
  const address = 'copper-cellar.example/vases'
  const posts = ({ requests }: MockServer) => requests.filter(({ method }) => method === 'POST')

  otherServerTest('is sent once, and the reports of its URL are linked @all', async ({ page, startServer }) => {
    const server = await startServer()
    server.on('POST', '/reports', performThenCut(), 1)
    await page.goto(`${server.origin}/settings`)
    await analyse(page, address)
    await expect(notice(page)).toContainText(`${pendingWords.why('network')} ${pendingWords.unknown}`)
    await notice(page).getByRole('button', { name: pendingWords.find }).click()
    await expect(page).toHaveURL(/\/reports\?search=/)
    await expect(page.getByRole('row').nth(1)).toContainText('/vases')
    await expect(notice(page)).toBeHidden()
    expect(posts(server).map(({ headers }) => headers['idempotency-key'])).toEqual([undefined])
  })

  otherServerTest('is sent again by hand, also after a reload @all', async ({ page, startServer }) => {
    const server = await startServer()
    let finish = () => {}
    server.on('POST', '/reports', delayUntil(new Promise<void>((resolve) => (finish = resolve))), 1)
    await page.goto(`${server.origin}/reports`)
    await analyse(page, address)
    await expect.poll(() => posts(server).length).toBe(1)
    await page.reload()
    await expect(notice(page)).toContainText(`${pendingWords.why('left')} ${pendingWords.unknown}`)
    finish()
    await notice(page).getByRole('button', { name: pendingWords.analyseAgain }).click()
    await expect(page).toHaveURL(/\/reports\/\d+$/)
    await expect(notice(page)).toBeHidden()
    expect(posts(server)).toHaveLength(2)
  })

  otherServerTest('of a batch is retried only if it certainly failed @all', async ({ page, startServer }) => {
    const server = await startServer()
    const reactions = [performThenCut(), status(500, { body: {} })]
    server.on('POST', '/reports', (exchange) => reactions.shift()?.(exchange), 2)
    await page.goto(`${server.origin}/reports`)
    for (const at of [1, 2, 3]) await page.getByRole('row').nth(at).getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: selectionWords.bar })
    await bar.getByRole('button', { name: reportSelectionWords.again }).click()
    await expect(notice(page)).toContainText(pendingWords.unknown)
    const card = page.getByRole('region', { name: 'Notifications' })
    await expect(card).toContainText('1 of 3 reports couldn’t be re-run. 1 with an unknown result')
    await card.getByRole('button', { name: 'Retry' }).click()
    await expect(card).toContainText(batchWords.done(1))
    expect(posts(server)).toHaveLength(4)
  })
})
