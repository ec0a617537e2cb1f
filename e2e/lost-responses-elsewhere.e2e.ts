import type { Page } from '@playwright/test'
import { pendingWords, analyseWords } from '#web/analyse/words.ts'
import { formWords } from '#web/forms/words.ts'
import { selectionWords } from '#web/list/words.ts'
import { privacyWords } from '#web/privacy/words.ts'
import { deletingWords, reportSelectionWords, runningWords } from '#web/reports/words.ts'
import { keyDialogWords } from '#web/session/words.ts'
import { delayUntil, empty, html, performThen, performThenCut, reset, status } from './support/mock-server/faults.ts'
import type { MockServer, Reaction } from './support/mock-server/mock-server.ts'
import { expect, test } from './support/mock-server/test.ts'

const field = analyseWords.label
const address = 'copper-cellar.example/vases'

const sent = ({ requests }: MockServer, method: string) => requests.filter((one) => one.method === method)
const notice = (page: Page) => page.getByRole('region', { name: pendingWords.label })

async function analyse(page: Page) {
  await page.getByLabel(field).fill(address)
  await page.getByLabel(field).press('Enter')
}

test.describe('on a server that knows no Idempotency-Key, an analysis', () => {
  const broke = pendingWords.why('network')
  const reactions: [string, Reaction, string][] = [
    ['the connection breaks after the operation', performThen(reset()), broke],
    ['the response is cut off', performThenCut(), broke],
    ['the response is empty', performThen(empty(201)), pendingWords.why('unreadable')],
    ['a gateway has given up', performThen(html(504)), pendingWords.why(null)],
  ]
  for (const [what, reaction, why] of reactions) {
    test(`is sent once if ${what}, and the reports of its URL are linked`, async ({ page, startServer }) => {
      const server = await startServer()
      server.on('POST', '/reports', reaction, 1)
      await page.goto(`${server.origin}/settings`)
      await analyse(page)
      await expect(notice(page)).toContainText(`${why} ${pendingWords.unknown}`)
      await notice(page).getByRole('button', { name: pendingWords.find }).click()
      await expect(page).toHaveURL(/\/reports\?search=/)
      await expect(page.getByRole('row').nth(1)).toContainText('/vases')
      await expect(notice(page)).toBeHidden()
      expect(sent(server, 'POST').map(({ body, headers }) => [body, headers['idempotency-key']])).toEqual([
        ['url=https%3A%2F%2Fcopper-cellar.example%2Fvases', undefined],
      ])
    })
  }

  test('is sent again by hand, and stays reported after a reload until then', async ({ page, startServer }) => {
    const server = await startServer()
    let finish = () => {}
    server.on('POST', '/reports', delayUntil(new Promise<void>((resolve) => (finish = resolve))), 1)
    await page.goto(`${server.origin}/reports`)
    await analyse(page)
    await expect.poll(() => sent(server, 'POST').length).toBe(1)
    await page.reload()
    await expect(notice(page)).toContainText(`${pendingWords.why('left')} ${pendingWords.unknown}`)
    await expect(page.getByLabel(field)).toHaveValue(address)
    finish()
    await notice(page).getByRole('button', { name: pendingWords.analyseAgain }).click()
    await expect(page).toHaveURL(/\/reports\/\d+$/)
    await expect(notice(page)).toBeHidden()
    expect(sent(server, 'POST')).toHaveLength(2)
  })

  test('of a batch is retried only if it certainly failed', async ({ page, startServer }) => {
    const server = await startServer()
    const reactions = [performThenCut(), status(500, { body: {} })]
    server.on('POST', '/reports', (exchange) => reactions.shift()?.(exchange), 2)
    await page.goto(`${server.origin}/reports`)
    for (const at of [1, 2, 3]) await page.getByRole('row').nth(at).getByRole('checkbox').check()
    await page
      .getByRole('region', { name: selectionWords.bar })
      .getByRole('button', { name: reportSelectionWords.again })
      .click()
    await expect(notice(page)).toContainText(pendingWords.unknown)
    const card = page.getByRole('region', { name: 'Notifications' })
    await expect(card).toContainText('1 of 3 reports couldn’t be re-run. 1 with an unknown result')
    await card.getByRole('button', { name: 'Retry' }).click()
    await expect(card).toContainText(runningWords.done(1))
    expect(sent(server, 'POST')).toHaveLength(4)
  })
})

test('a rejected key asks for another one, and the analysis is sent again', async ({ page, startServer }) => {
  const server = await startServer()
  await page.goto(`${server.origin}/reports`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  server.key = 'another'
  await analyse(page)
  await page.getByRole('dialog').getByLabel(keyDialogWords.label).fill('another')
  await page.getByRole('dialog').getByRole('button', { name: keyDialogWords.submit }).click()
  await expect(page).toHaveURL(`${server.origin}/reports/61`)
  expect(sent(server, 'POST')).toHaveLength(2)
})

test('a privacy change and a delete are repeated on every server', async ({ page, startServer }) => {
  const server = await startServer()
  server.on('PUT', '/websites/1', performThenCut(), 1)
  server.on('DELETE', '/reports/60', performThen(reset()), 1)
  await page.goto(`${server.origin}/websites/1/privacy`)
  await page.getByRole('radio', { name: /^Public/ }).check()
  await page.getByRole('button', { name: formWords.save }).click()
  await expect(page.getByText(privacyWords.saved('amber-bakery.example', 'Public'))).toBeVisible()
  expect(sent(server, 'PUT')).toHaveLength(2)

  await page.goto(`${server.origin}/reports`)
  const row = page.getByRole('row').nth(1)
  await row.hover()
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: /^Delete/ }).click()
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText(deletingWords.done(1))).toBeVisible()
  expect(server.reports).toHaveLength(59)
  expect(sent(server, 'DELETE')).toHaveLength(2)
})
