import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { redirectFormWords, trayWords } from '#web/jobs/words.ts'
import { exportWords, listWords } from '#web/list/words.ts'
import { redirectWords as words } from '#web/runs/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { startService } from './support/service.ts'
import { chooseFilter, expect, openAnalyseDialog, test as base } from './support/test.ts'

const moved: Record<string, string> = { '/lamps': '/light/lamps', '/sofas': '/beds', '/beds': '/light', '/gone': '/' }
const pages = new Set(['/', '/light/lamps', '/light'])

/** A website that has moved some of its pages, on loopback, with a service of its own. */
const test = base.extend<{ site: string }>({
  site: async ({ context }, use) => {
    const server = createServer(({ url = '' }, response) => {
      const location = moved[url]
      if (location !== undefined) return response.writeHead(301, { location }).end()
      const html = `<!doctype html><html lang="en"><title>Page ${url}</title><h1>Page</h1></html>`
      return response.writeHead(pages.has(url) ? 200 : 404, { 'content-type': 'text/html' }).end(html)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const service = await startService({ allowHosts: [host] })
    await context.addInitScript(([name, key]) => localStorage.setItem(name, key), [
      `seo-reports:key:${service.origin}`,
      service.key,
    ] as const)
    await use(`${service.origin} http://${host}`)
    await service.stop()
    server.closeAllConnections()
    server.close()
  },
})

test.describe.configure({ timeout: 120_000 })

test('a redirect map is pasted, checked, filtered and exported', async ({ page, site }) => {
  const [dashboard, origin] = site.split(' ')
  await page.goto(`${dashboard}/reports`)
  await openAnalyseDialog(page, 'redirects')
  const map = [
    'Old URL;New URL',
    `${origin}/lamps;/light/lamps`,
    `${origin}/sofas;/light`,
    `${origin}/gone;/light`,
    `${origin}/desks;/light`,
    'desks;',
  ]
  await page.getByLabel(redirectFormWords.label).fill(map.join('\n'))
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(redirectFormWords.summary(4, 1))
  await expectNoFindings(page, 'the redirect map', [phone, desk])
  await page.getByRole('button', { name: redirectFormWords.check(4) }).click()
  await page.getByRole('link', { name: trayWords.viewRedirects }).click({ timeout: 60_000 })

  const rows = page.getByRole('rowheader')
  await expect(rows).toHaveCount(4)
  const row = (path: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: path }) })
  await expect(row('/lamps')).toContainText(words.results.as_expected)
  await expect(row('/sofas')).toContainText(words.results.chain)
  await expect(row('/gone')).toContainText(words.results.home_page)
  await expect(row('/desks')).toContainText(words.results.not_found)
  await expectNoFindings(page, 'redirects', [phone, desk])
  await page.getByRole('button', { name: listWords.filter, exact: true }).click()
  await chooseFilter(page, words.filters.hops, words.hops['2-'])
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/[?&]hops=2-/)
  await expect(rows).toHaveCount(1)
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: exportWords.csv }).click()
  expect((await download).suggestedFilename()).toMatch(/^redirects-\d+\.csv$/)
})
