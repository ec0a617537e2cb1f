import type { Page } from '@playwright/test'
import type { MockServer } from './support/mock-server/mock-server.ts'
import { expect, test } from './support/mock-server/test.ts'
import { keysWork } from './support/test.ts'

// What a browser says of a missing script, and React of the part that is not there.
test.use({ tolerated: [/Failed to load module script|dynamically imported module|MIME type|React Router caught/] })

const isEntry = (path: string) => /\/(rolldown-runtime|libraries|app)-/.test(path)

/** A newer version stands in the place of the one on screen: other names for all, and the address's own page for each old one. */
function deploy({ files }: MockServer) {
  const shell = files.get('/index.html')?.toString() ?? ''
  const renamed = shell.replace(/\/assets\/app-/g, '/assets/app-new-')
  const old = [...files].filter(([path]) => path.startsWith('/assets/') && path.endsWith('.js'))
  for (const [path] of old) files.delete(path)
  for (const [path, body] of old) if (isEntry(path)) files.set(path.replace('/app-', '/app-new-'), body)
  files.set('/index.html', Buffer.from(renamed))
}

/** The frame's later parts are there; those of the rest come after seconds of rest, which no test waits for. */
async function opened(page: Page, address: string) {
  await page.goto(address)
  await keysWork(page)
  await page.waitForLoadState('networkidle')
}

test('a page of a version that was replaced says so, and one reload goes on where it was wanted', async ({
  page,
  startServer,
}) => {
  const server = await startServer()
  const before = new Map(server.files)
  await opened(page, `${server.origin}/reports`)
  await page.getByLabel('Analyse a URL').fill('copper-cellar.example')
  deploy(server)
  await page.getByRole('link', { name: /^Websites/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A new version is ready')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page).toHaveURL(`${server.origin}/websites`)
  // What comes then is whole.
  for (const [path, body] of before) server.files.set(path, body)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Websites')
  await expect(page.getByLabel('Analyse a URL')).toHaveValue('copper-cellar.example')
})

test('a part of a version that was replaced leaves the page as it is, and a reload keeps what was typed', async ({
  page,
  startServer,
}) => {
  const server = await startServer()
  const before = new Map(server.files)
  await opened(page, `${server.origin}/websites/3/privacy`)
  await page.getByRole('radio', { name: /^Password/ }).check()
  await page.getByRole('textbox', { name: /assword/ }).fill('a secret of 24 letters')
  deploy(server)
  await page.getByRole('button', { name: 'Jump to' }).click()
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'A new version is ready. Reload to go on: what you typed is kept.' })
  await expect(notice).toBeVisible()
  for (const [path, body] of before) server.files.set(path, body)
  await notice.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('textbox', { name: /assword/ })).toHaveValue('a secret of 24 letters')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('a secret')
})

test('a search typed before such a reload is still there', async ({ page, startServer }) => {
  const server = await startServer()
  const before = new Map(server.files)
  await opened(page, `${server.origin}/reports`)
  deploy(server)
  await page.getByRole('searchbox', { name: 'Search URLs' }).fill('birch')
  await page.getByRole('button', { name: 'Jump to' }).click()
  const reload = page.getByRole('button', { name: 'Reload' })
  await expect(reload).toBeVisible()
  for (const [path, body] of before) server.files.set(path, body)
  await reload.click()
  await expect(page.getByRole('searchbox', { name: 'Search URLs' })).toHaveValue('birch')
})

test('a page that the network kept away is asked for again', async ({ page, startServer }) => {
  const server = await startServer()
  await opened(page, `${server.origin}/reports`)
  await page.route(/\/assets\//, (route) => route.abort())
  await page.getByRole('link', { name: /^Websites/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be loaded')
  await page.unroute(/\/assets\//)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Websites')
})

test('a part that is missing without a network is fetched when it is back, and until then one message stands', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer()
  await opened(page, `${server.origin}/reports`)
  await context.setOffline(true)
  const offline = page.getByRole('status').filter({ hasText: 'You are offline.' })
  const missing = page.getByText('A part of this page')
  await expect(offline).toBeVisible()
  // The page knows of it as soon as it looks for a newer version.
  const known = page.waitForEvent('requestfailed', (request) => request.url() === `${server.origin}/`)
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await known
  await expect(page.getByRole('row').nth(1).getByRole('checkbox')).toBeChecked()
  await expect(missing).toHaveCount(0)

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\//, (route) => held.then(() => route.fallback()))
  const asked = page.waitForRequest(/\/assets\//)
  await context.setOffline(false)
  await asked
  await expect(offline).toHaveCount(0)
  await expect(missing).toHaveCount(0)
  release()
  await expect(page.getByText('1 selected')).toBeVisible()
})

test('a part that the network kept away is asked for again, and the page stays as it is', async ({
  page,
  startServer,
}) => {
  const server = await startServer()
  await opened(page, `${server.origin}/reports`)
  let isAway = true
  await page.route(/\/assets\//, (route) => (isAway ? route.abort() : route.fallback()))
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await expect(page.getByRole('alert')).toHaveText(
    /^A part of this page could not be loaded\. Check that you are connected, then try again\./,
  )
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  const again = page.getByRole('button', { name: 'Try again' })
  const failed = page.waitForEvent('requestfailed')
  await again.click()
  await failed
  await expect(again).not.toHaveAttribute('aria-busy', 'true')
  isAway = false
  // More than one part may have been asked for meanwhile: each is asked for again.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1000 })
    await expect(page.getByRole('alert')).toBeHidden({ timeout: 1000 })
  }).toPass({ timeout: 15_000 })
  await expect(page.getByText('1 selected')).toBeVisible()
})
