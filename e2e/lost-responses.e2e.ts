import type { Page } from '@playwright/test'
import { pendingWords, runningWords } from '#web/analyse/words.ts'
import { listWords } from '#web/list/words.ts'
import { viewsWords } from '#web/views/words.ts'
import { cutNext } from './support/cut-connections.ts'
import { delayUntil } from './support/mock-server/faults.ts'
import type { MockServer } from './support/mock-server/mock-server.ts'
import { test as otherServerTest } from './support/mock-server/test.ts'
import { analysePage, deleteViews, expect, test } from './support/test.ts'

const notice = (page: Page) => page.getByRole('region', { name: pendingWords.label })

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

  test('survives a reload of the page if it analyses a page @all', async ({ page, pages, service }) => {
    const url = `${pages.origin}/article?reloaded`
    const respond = pages.hold('/article?reloaded')
    await page.goto('/websites')
    await analysePage(page, url)
    await expect(page.getByRole('region', { name: runningWords.label })).toContainText('/article?reloaded')
    await page.reload()
    await expect(notice(page)).toContainText(`${pendingWords.why('left')} ${pendingWords.repeating}`)
    respond()
    await expect(notice(page)).toContainText(/Report \d+ is ready\./, { timeout: 30_000 })
    expect((await service.api(`/api/v1/reports?${new URLSearchParams({ search: url })}`)).body.meta.total).toBe(1)
  })
})

otherServerTest.describe('on a server that knows no Idempotency-Key, an analysis', () => {
  const address = 'copper-cellar.example/vases'
  const posts = ({ requests }: MockServer) => requests.filter(({ method }) => method === 'POST')

  otherServerTest('is sent again by hand, also after a reload @all', async ({ page, startServer }) => {
    const server = await startServer()
    let finish = () => {}
    server.on('POST', '/reports', delayUntil(new Promise<void>((resolve) => (finish = resolve))), 1)
    await page.goto(`${server.origin}/reports`)
    await analysePage(page, address)
    await expect.poll(() => posts(server).length).toBe(1)
    await page.reload()
    await expect(notice(page)).toContainText(`${pendingWords.why('left')} ${pendingWords.unknown}`)
    finish()
    await notice(page).getByRole('button', { name: pendingWords.analyseAgain }).click()
    await expect(page).toHaveURL(/\/reports\/\d+$/)
    await expect(notice(page)).toBeHidden()
    expect(posts(server)).toHaveLength(2)
  })
})
