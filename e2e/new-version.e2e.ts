import type { Page } from '@playwright/test'
import { pageFailureWords } from '#web/app/words.ts'
import { errorWords } from '#web/data/error-words.ts'
import { formWords } from '#web/forms/words.ts'
import { listWords, selectionWords } from '#web/list/words.ts'
import { reportsWords } from '#web/reports/words.ts'
import type { MockServer } from './support/mock-server/mock-server.ts'
import { expect, test } from './support/mock-server/test.ts'
import { keysWork } from './support/test.ts'

// Browser and React errors for a missing script.
test.use({
  tolerated: [
    /Failed to load module script|dynamically imported module|MIME type|React Router caught|part of the page was not loaded/,
  ],
})

const isEntry = (path: string) => /\/(rolldown-runtime|libraries|app)-/.test(path)

/** Deploys a newer version: all files get new names, and the old names return the start page. */
function deploy({ files }: MockServer) {
  const shell = files.get('/index.html')?.toString() ?? ''
  const renamed = shell.replace(/\/assets\/app-/g, '/assets/app-new-')
  const old = [...files].filter(([path]) => path.startsWith('/assets/') && path.endsWith('.js'))
  for (const [path] of old) files.delete(path)
  for (const [path, body] of old) if (isEntry(path)) files.set(path.replace('/app-', '/app-new-'), body)
  files.set('/index.html', Buffer.from(renamed))
}

/**
 * Opens the page and waits for the parts of the frame that load after the first paint. It fetches nothing ahead, which
 * it does five seconds later: these tests need parts that are not there yet.
 */
async function opened(page: Page, { origin, files }: MockServer, path: string) {
  for (const file of files.keys()) if (file.startsWith('/assets/long-session-')) files.set(file, Buffer.from(''))
  await page.goto(origin + path)
  await keysWork(page)
  await page.waitForLoadState('networkidle')
}

test('a page of an old version reports it, and one reload opens the requested page @all', async ({
  page,
  startServer,
}) => {
  const server = await startServer()
  const before = new Map(server.files)
  await opened(page, server, '/reports')
  deploy(server)
  await page.getByRole('link', { name: /^Websites/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pageFailureWords.newVersion.title)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page).toHaveURL(`${server.origin}/websites?per_page=50`)
  // After the reload all files exist again.
  for (const [path, body] of before) server.files.set(path, body)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Websites')
})

test('a missing part of an old version leaves the page unchanged, and a reload keeps the form @all', async ({
  page,
  startServer,
}) => {
  const server = await startServer()
  const before = new Map(server.files)
  await opened(page, server, '/websites/3/privacy')
  await page.getByRole('radio', { name: /^Password/ }).check()
  await page.getByRole('textbox', { name: /assword/ }).fill('a secret of 24 letters')
  deploy(server)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  const notice = page
    .getByRole('dialog', { name: pageFailureWords.dialogTitle })
    .getByRole('alert')
    .filter({ hasText: pageFailureWords.replaced })
  await expect(notice).toBeVisible()
  for (const [path, body] of before) server.files.set(path, body)
  await notice.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('textbox', { name: /assword/ })).toHaveValue('a secret of 24 letters')
  await expect(page.getByRole('button', { name: formWords.save, exact: true })).toBeEnabled()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('a secret')
})

test('a reload after a deployment keeps the search @all', async ({ page, startServer }) => {
  const server = await startServer()
  const before = new Map(server.files)
  await opened(page, server, '/reports')
  deploy(server)
  await page.getByRole('searchbox', { name: reportsWords.search }).fill('birch')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  // Other parts of the page can be missing too.
  const reload = page
    .getByRole('dialog', { name: pageFailureWords.dialogTitle })
    .getByRole('button', { name: 'Reload' })
  await expect(reload).toBeVisible()
  for (const [path, body] of before) server.files.set(path, body)
  await reload.click()
  await expect(page.getByRole('searchbox', { name: reportsWords.search })).toHaveValue('birch')
})

test('a page that failed to load is requested again @all', async ({ page, startServer }) => {
  const server = await startServer()
  await opened(page, server, '/reports')
  await page.route(/\/assets\//, (route) => route.abort())
  await page.getByRole('link', { name: /^Websites/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pageFailureWords.notLoaded.title)
  await page.unroute(/\/assets\//)
  await page.getByRole('button', { name: errorWords.retry }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Websites')
})

test('a page that failed to load opens by its link later, without a reload @all', async ({ page, startServer }) => {
  const server = await startServer()
  await opened(page, server, '/reports')
  await page.route(/\/assets\//, (route) => route.abort())
  const link = page.getByRole('link', { name: /^Websites/ })
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pageFailureWords.notLoaded.title)
  await page.unroute(/\/assets\//)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reports')
  let reloads = 0
  page.on('domcontentloaded', () => (reloads += 1))
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Websites')
  expect(reloads).toBe(0)
})

test('a part that failed to load is loaded with the page @all', async ({ page, startServer }) => {
  const server = await startServer()
  await opened(page, server, '/reports')
  let isAway = true
  await page.route(/\/assets\//, (route) => (isAway ? route.abort() : route.fallback()))
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  const notice = page.getByRole('alert').filter({ hasText: pageFailureWords.missing })
  await expect(notice).toBeVisible()
  isAway = false
  await notice.getByRole('button', { name: pageFailureWords.reload }).click()
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await expect(page.getByText(selectionWords.selectedAll('1'))).toBeVisible()
})

test('a popover that failed to load leaves its button @all', async ({ page, startServer }) => {
  const server = await startServer()
  await opened(page, server, '/reports')
  await page.route(/\/assets\//, (route) => route.abort())
  const button = page.getByRole('button', { name: listWords.display })
  await button.click()
  const notice = page.getByRole('dialog', { name: pageFailureWords.dialogTitle })
  await expect(notice).toContainText(pageFailureWords.missing)
  await notice.getByRole('button', { name: pageFailureWords.close }).click()
  await expect(notice).toHaveCount(0)
  await expect(button).toBeVisible()
})
