import type { Page } from '@playwright/test'
import { pendingWords } from '#web/analyse/notice-words.ts'
import { analyseWords } from '#web/analyse/words.ts'
import { selectionWords } from '#web/list/selection-words.ts'
import { listWords } from '#web/list/words.ts'
import { bulkPrivacyWords, privacyWords } from '#web/privacy/privacy-words.ts'
import { deletingWords, reportSelectionWords, runningWords } from '#web/reports/action-words.ts'
import { reportActionWords } from '#web/reports/report/words.ts'
import { keyDialogWords } from '#web/session/words.ts'
import { websiteWords, websitesWords } from '#web/websites/words.ts'
import {
  performThen,
  performThenCut,
  empty,
  delayUntil,
  html,
  reset,
  silence,
  status,
} from './support/mock-server/faults.ts'
import type { MockServer, Reaction } from './support/mock-server/mock-server.ts'
import { expect, test } from './support/mock-server/test.ts'
import { filesFetched } from './support/test.ts'

const field = analyseWords.label
const address = 'copper-cellar.example/vases'

const sent = ({ requests }: MockServer, method: string) => requests.filter((one) => one.method === method)
const notice = (page: Page) => page.getByRole('region', { name: pendingWords.label })

/** Waits for the parts of the frame that load after the first paint. */
async function analyse(page: Page, { origin, reports }: MockServer) {
  await page.goto(`${origin}/reports`)
  await expect(page.getByText(`${reports.length}`, { exact: true }).first()).toBeVisible()
  await page.getByLabel(field).fill(address)
  await page.getByLabel(field).press('Enter')
}

test.describe('an analysis whose response is lost', () => {
  const broke = pendingWords.why('network')
  const stored: [string, Reaction, string][] = [
    ['the connection breaks after the operation', performThen(reset()), broke],
    ['the answer is cut off', performThenCut(), broke],
    ['the answer is empty', performThen(empty(201)), pendingWords.why('unreadable')],
    ['a gateway has given up', performThen(html(504)), pendingWords.why(null)],
  ]
  for (const [what, reaction, why] of stored) {
    test(`is looked up and found if ${what}`, async ({ page, startServer }) => {
      const server = await startServer()
      server.on('POST', '/reports', reaction, 1)
      await analyse(page, server)
      await expect(notice(page)).toContainText(
        new RegExp(`${why} Report 61 for this URL was saved \\d+ seconds? later\\.`),
      )
      await expect(page.getByLabel(field)).toHaveValue('')
      await notice(page)
        .getByRole('button', { name: pendingWords.open(61) })
        .click()
      await expect(page).toHaveURL(`${server.origin}/reports/61`)
      await expect(notice(page)).toBeHidden()
      expect(sent(server, 'POST').map(({ body }) => body)).toEqual(['url=https%3A%2F%2Fcopper-cellar.example%2Fvases'])
      expect(sent(server, 'POST')[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    })
  }

  test('is not found if the connection broke before it, and both ways to continue are offered', async ({
    page,
    startServer,
  }) => {
    const server = await startServer()
    server.on('POST', '/reports', reset(), 1)
    await analyse(page, server)
    await expect(notice(page)).toContainText(/No report yet after \d+ seconds?\. The analysis may still be running\./)
    await expect(page.getByLabel(field)).toHaveValue(address)
    const looks = sent(server, 'GET').length
    await notice(page).getByRole('button', { name: pendingWords.lookAgain }).click()
    await expect.poll(() => sent(server, 'GET').length).toBeGreaterThan(looks)
    expect(sent(server, 'POST')).toHaveLength(1)

    await notice(page).getByRole('button', { name: pendingWords.analyseAgain }).click()
    await expect(page).toHaveURL(`${server.origin}/reports/61`)
    await expect(notice(page)).toBeHidden()
    expect(sent(server, 'POST')).toHaveLength(2)
  })

  test('can be found later, even after 5 minutes of silence', async ({ page, startServer }) => {
    const server = await startServer()
    await page.clock.install()
    server.on('POST', '/reports', silence(), 1)
    await analyse(page, server)
    await expect.poll(() => sent(server, 'POST').length).toBe(1)
    await page.clock.fastForward(301_000)
    await expect(notice(page)).toContainText(pendingWords.why('timeout'))
    await expect(notice(page)).toContainText(pendingWords.notYet(300))
    const [first] = server.reports
    if (first)
      server.reports.push({
        ...first,
        id: 61,
        url: 'https://copper-cellar.example/vases',
        created_at: new Date().toISOString(),
      })
    await page.clock.fastForward(6000)
    await expect(notice(page)).toContainText('Report 61 for this URL was saved')
  })

  test('is reported and looked up after leaving the page and coming back', async ({ page, startServer }) => {
    const server = await startServer()
    let finish = () => {}
    server.on('POST', '/reports', delayUntil(new Promise<void>((resolve) => (finish = resolve))), 1)
    await analyse(page, server)
    await expect(page.getByText(/^Analysing\b.* [1-9]\d* s$/)).toBeVisible()
    await page
      .getByRole('link', { name: /^Websites/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Websites')
    await expect(page.getByText(/ \d+ s$/)).toBeVisible()
    await page.reload()
    await expect(notice(page)).toContainText('You left the page while this URL was being analysed. No report yet')
    await expect(page.getByLabel(field)).toHaveValue(address)
    finish()
    await expect.poll(() => server.reports.length).toBe(61)
    await notice(page).getByRole('button', { name: pendingWords.lookAgain }).click()
    await expect(notice(page)).toContainText('Report 61 for this URL was saved')
    expect(sent(server, 'POST')).toHaveLength(1)
  })

  test('stays reported until it is dismissed, and a failed look-up is reported', async ({ page, startServer }) => {
    const server = await startServer()
    server.on('POST', '/reports', reset(), 1)
    const ends = server.on('GET', '/reports', reset())
    await page.goto(`${server.origin}/settings`)
    await page.getByLabel(field).fill(address)
    await page.getByLabel(field).press('Enter')
    await expect(notice(page)).toContainText(pendingWords.notFound('Can’t reach the server.'))
    ends()
    await notice(page).getByRole('button', { name: pendingWords.lookAgain }).click()
    await expect(notice(page)).toContainText('No report yet')
    await notice(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice(page)).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(notice(page)).toBeHidden()
  })

  test('is reported without a network, and looked up once the network is back', async ({
    page,
    context,
    startServer,
  }) => {
    const server = await startServer()
    let cut = () => {}
    server.on(
      'POST',
      '/reports',
      (exchange) => new Promise<void>((resolve) => (cut = resolve)).then(() => performThen(reset())(exchange)),
      1,
    )
    await analyse(page, server)
    await expect.poll(() => sent(server, 'POST').length).toBe(1)
    await filesFetched(page, 'analyse-notices')
    await context.setOffline(true)
    cut()
    await expect(notice(page)).toContainText(`${broke} We couldn’t check for a report.`)
    await context.setOffline(false)
    await expect(notice(page)).toContainText('Report 61 for this URL was saved')
  })

  test('is looked up in a batch, and only analyses that certainly failed are retried', async ({
    page,
    startServer,
  }) => {
    const server = await startServer()
    const reactions = [performThenCut(), status(500, { body: {} })]
    server.on('POST', '/reports', (exchange) => reactions.shift()?.(exchange), 2)
    await page.goto(`${server.origin}/reports`)
    for (const at of [1, 2, 3]) await page.getByRole('row').nth(at).getByRole('checkbox').check()
    await page
      .getByRole('region', { name: selectionWords.bar })
      .getByRole('button', { name: reportSelectionWords.again })
      .click()
    await expect(notice(page)).toContainText(/Report 6\d for this URL was saved/)
    const card = page.getByRole('region', { name: 'Notifications' })
    await expect(card).toContainText('1 of 3 reports couldn’t be re-run. 1 with an unknown result')
    await card.getByRole('button', { name: 'Retry' }).click()
    await expect(card).toContainText(runningWords.done(1))
    expect(sent(server, 'POST')).toHaveLength(4)
    expect(server.reports).toHaveLength(63)
  })

  test('is looked up for a report that is run again', async ({ page, startServer }) => {
    const server = await startServer()
    server.on('POST', '/reports', performThen(reset()), 1)
    await page.goto(`${server.origin}/reports/7`)
    await page.getByRole('button', { name: reportActionWords.again }).click()
    await expect(notice(page)).toContainText('Report 61 for this URL was saved')
    await expect(page.getByText('couldn’t be re-run', { exact: false })).toHaveCount(0)
    expect(sent(server, 'POST')).toHaveLength(1)
  })
})

test('a rejected key asks for another one, and the analysis is sent again', async ({ page, startServer }) => {
  const server = await startServer()
  await page.goto(`${server.origin}/reports`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  server.key = 'another'
  await page.getByLabel(field).fill(address)
  await page.getByLabel(field).press('Enter')
  await page.getByRole('dialog').getByLabel(keyDialogWords.label).fill('another')
  await page.getByRole('dialog').getByRole('button', { name: keyDialogWords.submit }).click()
  await expect(page).toHaveURL(`${server.origin}/reports/61`)
  expect(sent(server, 'POST')).toHaveLength(2)
})

test.describe('a privacy change whose response is lost', () => {
  async function choosePublic(page: Page, { origin }: MockServer) {
    await page.goto(`${origin}/websites/1/privacy`)
    await page.getByRole('radio', { name: /^Public/ }).check()
    await page.getByRole('button', { name: 'Save' }).click()
  }

  test('is read back and counts as saved if it was saved', async ({ page, startServer }) => {
    const server = await startServer()
    server.on('PUT', '/websites/1', performThenCut(), 1)
    await choosePublic(page, server)
    await expect(page.getByText(privacyWords.saved('amber-bakery.example', 'Public'))).toBeVisible()
    await expect(page).toHaveURL(`${server.origin}/websites/1`)
    expect(sent(server, 'PUT')).toHaveLength(1)
  })

  test('is read back and keeps the form if it was not saved', async ({ page, startServer }) => {
    const server = await startServer()
    server.on('PUT', '/websites/1', reset(), 1)
    await choosePublic(page, server)
    await expect(page.getByRole('alert')).toContainText(
      'We don’t know whether your changes were saved. We checked: the website is still Private, so your changes haven’t been saved yet.',
    )
    await expect(page.getByRole('radio', { name: /^Public/ })).toBeChecked()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(privacyWords.saved('amber-bakery.example', 'Public'))).toBeVisible()
  })

  test("is reported as unknown if it can't be read back", async ({ page, startServer }) => {
    const server = await startServer()
    server.on('PUT', '/websites/1', ({ request }) => {
      server.on('GET', '/websites/1', reset())
      request.socket.resetAndDestroy()
    })
    await choosePublic(page, server)
    await expect(page.getByRole('alert')).toContainText(
      'We don’t know whether your changes were saved. Can’t reach the server. The change may have gone through. Check before you try again.',
    )
    await expect(page.getByRole('alert')).toHaveCount(1)
  })
})

test.describe('a bulk privacy change with lost responses', () => {
  const card = (page: Page) => page.getByRole('region', { name: 'Notifications' })

  async function changeAll(page: Page, { origin }: MockServer) {
    await page.goto(`${origin}/websites`)
    for (const domain of ['delft-atlas', 'copper-bakery', 'birch-ceramics'])
      await page.getByRole('checkbox', { name: listWords.select(`${domain}.example`) }).check()
    await page.getByRole('region', { name: selectionWords.bar }).getByRole('button', { name: 'Privacy' }).click()
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /^Private/ })
      .check()
    await page.getByRole('dialog').getByRole('button', { name: 'Change 2 websites' }).click()
  }

  test('is read back: saved changes count, the others are retried', async ({ page, startServer }) => {
    const server = await startServer()
    server.on('PUT', '/websites/12', performThenCut(), 1)
    server.on('PUT', '/websites/11', reset(), 1)
    await changeAll(page, server)
    await expect(card(page)).toContainText(bulkPrivacyWords.failed(1, 2))
    const line = card(page).getByRole('listitem').filter({ hasText: 'copper-bakery.example' })
    await expect(line).toContainText('Connection lost. We checked: the change hasn’t been made yet.')
    await card(page)
      .getByRole('button', { name: /^Retry/ })
      .click()
    await expect(card(page)).toContainText(bulkPrivacyWords.done(1))
    expect(server.websites.slice(-3).map(({ privacy }) => privacy)).toEqual([1, 1, 1])
    expect(sent(server, 'PUT')).toHaveLength(3)
  })

  test("is not blamed on another user if it can't be read back", async ({ page, startServer }) => {
    const server = await startServer()
    let endFault = () => {}
    server.on(
      'PUT',
      '/websites/12',
      (exchange) => {
        endFault = server.on('GET', '/websites/12', reset())
        return performThenCut()(exchange)
      },
      1,
    )
    await changeAll(page, server)
    await expect(card(page).getByRole('listitem').filter({ hasText: 'delft-atlas.example' })).toContainText(
      'The change may have gone through',
    )
    endFault()
    await card(page)
      .getByRole('button', { name: /^Retry/ })
      .click()
    await expect(card(page)).toContainText(bulkPrivacyWords.done(1))
  })
})

test.describe('a delete whose response is lost', () => {
  test('counts as done if the report no longer exists', async ({ page, startServer }) => {
    const server = await startServer()
    server.on('DELETE', '/reports/60', performThen(reset()), 1)
    await deleteNewest(page, server)
    await expect(page.getByText(deletingWords.done(1))).toBeVisible()
    expect(server.reports).toHaveLength(59)
    expect(sent(server, 'DELETE').map(({ headers, body }) => [headers.accept, body])).toEqual([['*/*', '']])
  })

  test('restores the row if the report still exists', async ({ page, startServer }) => {
    const server = await startServer()
    server.on('DELETE', '/reports/60', reset(), 1)
    await deleteNewest(page, server)
    const notes = page.getByRole('region', { name: 'Notifications' })
    await expect(notes).toContainText('Connection lost. We checked: the change hasn’t been made yet.')
    await notes.getByRole('button', { name: /^Retry/ }).click()
    await expect(page.getByText(deletingWords.done(1))).toBeVisible()
    expect(server.reports).toHaveLength(59)
  })

  test('of a website counts as done if the website no longer exists, and is reported if it does', async ({
    page,
    startServer,
  }) => {
    const server = await startServer()
    server.on('DELETE', '/websites/1', performThenCut(), 1)
    server.on('DELETE', '/websites/1', reset(), 1)
    await page.goto(`${server.origin}/websites/1`)
    await page.getByRole('button', { name: reportActionWords.more }).click()
    await page.getByRole('menuitem', { name: websiteWords.remove }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('amber-bakery.example')
    await dialog.getByRole('button', { name: /^Delete website/ }).click()
    await expect(dialog.getByRole('alert')).toContainText(
      'Connection lost. We checked: the change hasn’t been made yet.',
    )
    await dialog.getByRole('button', { name: /^Delete website/ }).click()
    await expect(page.getByText(websitesWords.deleted('amber-bakery.example'))).toBeVisible()
    expect(server.websites).toHaveLength(11)
  })

  async function deleteNewest(page: Page, { origin }: MockServer) {
    await page.goto(`${origin}/reports`)
    const row = page.getByRole('row').nth(1)
    await row.hover()
    await row.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' }).click()
  }
})
