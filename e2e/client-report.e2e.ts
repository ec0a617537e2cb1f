import type { Page } from '@playwright/test'
import { getDocumentProxy } from 'unpdf'
import { isIssue, type Outcome } from '#contract/reports/analysis.ts'
import { documentSections } from '#contract/sharing/client-document.ts'
import { frameWords } from '#web/app/words.ts'
import { brandWords, documentWords, introductionWords } from '#web/document/words.ts'
import { sharingWords } from '#web/links/words.ts'
import { reportActionWords } from '#web/reports/report/words.ts'
import { visitorWords } from '#web/session/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import type { Service } from './support/service.ts'
import { expect, tabTo, test } from './support/test.ts'

const brand = {
  name: 'Northlight',
  color: '#ffd400',
  footer: 'Made by Northlight · hello@northlight.example',
  sections: 'actions,progress,appendix',
}

async function setBrand(service: Service) {
  const body = new URLSearchParams(brand)
  expect((await service.api('/api/v1/brand', { method: 'PUT', body })).status).toBe(200)
}

// Shared pages of other tests would have the brand. An empty form would leave client reports without sections.
test.afterEach(async ({ service }) => {
  const body = new URLSearchParams({ sections: documentSections.join() })
  expect((await service.api('/api/v1/brand', { method: 'PUT', body })).status).toBe(200)
  await service.api('/api/v1/brand/logo', { method: 'DELETE' })
})

/** Pages that other tests analyse. */
const isOfTests = (url: string) => /^http:\/\/(?:127\.|localhost)/.test(url)
/** The seeded report with the lowest score. */
const worst = async (service: Service): Promise<{ id: number; url: string; website_id: number }> =>
  (await service.api('/api/v1/reports?sort_by=score&sort=asc&latest=1&per_page=100')).body.data.find(
    ({ url }: { url: string }) => !isOfTests(url),
  )

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** Returns the names of the controls above the client report that are filled with the accent colour. */
const primaryButtons = (page: Page) =>
  page
    .locator('main > div')
    .first()
    .locator('a, button')
    .evaluateAll((controls) =>
      controls
        .filter((control) => {
          const probe = document.body.appendChild(document.createElement('i'))
          probe.style.background = 'var(--accent-fill)'
          const { backgroundColor: accent } = getComputedStyle(probe)
          probe.remove()
          return getComputedStyle(control).backgroundColor === accent
        })
        .map((control) => control.textContent),
    )

test('five clicks lead from a report to a link that opens as a branded client report', async ({
  page,
  service,
  browser,
}) => {
  await setBrand(service)
  const report = await worst(service)
  await page.goto(`/reports/${report.id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('radio', { name: sharingWords.layouts.document }).check()
  await page.getByText(sharingWords.moreOptions).click()
  await page.getByRole('textbox', { name: 'Label' }).fill('Your report for May')
  await page.getByRole('button', { name: sharingWords.create }).click()
  await expect(page.getByRole('heading', { name: sharingWords.createdTitle })).toBeVisible()
  const url = await page.getByRole('dialog').getByRole('textbox').first().inputValue()

  const client = await browser.newContext()
  const clientPage = await client.newPage()
  await clientPage.goto(url)
  await expect(clientPage.getByRole('heading', { level: 1 })).toHaveText('Your report for May')
  const main = clientPage.getByRole('main')
  await expect(main).toContainText('Northlight')
  await expect(main).toContainText('A score is no ranking.')
  await expect(main).toContainText(/The score rests on \d+ checks?\. \d+ of them cite Google’s documentation/)
  await expect(main.locator('ol ol > li, section#actions ol > li')).toHaveCount(5)
  for (const name of [visitorWords.signIn, 'Share', reportActionWords.again])
    await expect(clientPage.getByText(name, { exact: true })).toHaveCount(0)
  await expectNoFindings(clientPage, 'client report', [desk, phone])
  await clientPage.setViewportSize({ width: 320, height: 640 })
  expect(await widthOf(clientPage)).toBe(320)
  await client.close()
})

test('sixty key presses lead from an opened report to a link that opens as a branded client report @all', async ({
  page,
  service,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await setBrand(service)
  const report = await worst(service)
  await page.goto('/reports?sort_by=score&sort=asc&latest=1')
  await page.locator(`tr[data-row="${report.id}"] a[href^="/reports/"]`).press('Enter')
  await expect(page.locator('h1')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeVisible()

  const dialog = page.getByRole('dialog')
  let presses = await tabTo(page, page.getByRole('button', { name: 'Share', exact: true }))
  await page.keyboard.press('Enter')
  presses += await tabTo(page, dialog.getByRole('radio', { name: sharingWords.layouts.page }))
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: sharingWords.layouts.document })).toBeChecked()
  presses += await tabTo(page, dialog.getByText(sharingWords.moreOptions))
  await page.keyboard.press('Enter')
  presses += await tabTo(page, dialog.getByRole('textbox', { name: 'Label' }))
  await page.keyboard.type('For May')
  presses += await tabTo(page, dialog.getByRole('button', { name: sharingWords.create, exact: true }))
  await page.keyboard.press('Enter')
  const copy = dialog.getByRole('button', { name: sharingWords.copy, exact: true })
  await expect(copy).toBeVisible()
  presses += await tabTo(page, copy)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: sharingWords.copied })).toBeVisible()
  // Besides Tab: Enter four times, an arrow and the label.
  expect(presses + 5 + 'For May'.length).toBeLessThanOrEqual(60)

  const client = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const clientPage = await client.newPage()
  await clientPage.goto(await page.evaluate(() => navigator.clipboard.readText()))
  await expect(clientPage.getByRole('heading', { level: 1 })).toHaveText('For May')
  await expect(clientPage.getByRole('main')).toContainText(brand.name)
  await client.close()
})

test('a report, a website and a list open as client reports, and as PDF files where there is a browser @all', async ({
  page,
  service,
}) => {
  test.setTimeout(120_000)
  await setBrand(service)
  const { id, website_id: website } = await worst(service)
  const canPrint = (await service.api('/api/v1')).body.extensions.includes('document_pdf')
  for (const path of [`/reports/${id}/document`, `/websites/${website}/document`, '/documents/reports?result=bad']) {
    await page.goto(path)
    await expect(page.locator('article').getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoFindings(page, path, [desk])
    expect(await primaryButtons(page)).toEqual([canPrint ? documentWords.download : documentWords.printOrSave])
    if (!canPrint) continue
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 60_000 }),
      page.getByRole('button', { name: documentWords.download }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d ([\w.-]+|pages) SEO report\.pdf$/)
    const bytes = await (await download.createReadStream()).toArray()
    const pdf = Buffer.concat(bytes).toString('latin1')
    expect(pdf.startsWith('%PDF-')).toBe(true)
    // A list is short enough for the first page.
    expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(path.startsWith('/documents') ? 0 : 1)
    expect(pdf).toMatch(/\/FontName \/[A-Z]{6}\+InterVariable/)
  }
  if (!canPrint) test.info().annotations.push({ type: 'skipped', description: 'There is no Chromium for PDF files.' })
})

test('the introduction of a client report is written, kept, and replaced by the default again', async ({
  page,
  service,
}) => {
  const intro = 'What we found,\nin short.'
  const body = new URLSearchParams({ ...brand, intro })
  expect((await service.api('/api/v1/brand', { method: 'PUT', body })).status).toBe(200)
  const { website_id: website } = await worst(service)
  await page.goto(`/websites/${website}/document`)
  const cover = page.locator('article header')
  await expect(cover).toContainText(intro)
  const dialog = page.getByRole('dialog')
  const edit = page.getByRole('button', { name: introductionWords.edit })
  await edit.click()
  await expect(dialog.getByLabel('Introduction')).toHaveValue(intro)
  await expectNoFindings(page, 'introduction', [desk, phone])
  await dialog.getByLabel('Introduction').fill('Dear Ms Lamp,\nMay was a good month.')
  await dialog.getByRole('button', { name: introductionWords.save }).click()
  await expect(cover).toContainText('May was a good month.')
  await page.reload()
  await expect(cover).toContainText('May was a good month.')
  await edit.click()
  await dialog.getByRole('button', { name: introductionWords.useDefault }).click()
  await expect(cover).toContainText(intro)
})

test('shared pages have the brand in their header, as in client reports @all', async ({ service, browser }) => {
  await setBrand(service)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
  const image = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  await service.api('/api/v1/brand/logo', { method: 'PUT', body: new URLSearchParams({ image }) })
  const { website_id: website, id } = await worst(service)
  const link = new URLSearchParams({ kind: 'website', website_id: String(website) })
  const { token } = (await service.api('/api/v1/links', { method: 'POST', body: link })).body.data
  await service.api(`/api/v1/websites/${website}`, { method: 'PUT', body: new URLSearchParams({ privacy: '0' }) })
  const client = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const clientPage = await client.newPage()
  for (const path of [`/s/${token}`, `/websites/${website}`, `/reports/${id}`]) {
    await clientPage.goto(path)
    await expect(clientPage.getByRole('heading', { level: 1 })).toBeVisible()
    const header = clientPage.getByRole('banner')
    await expect(header).toContainText(brand.name)
    await expect(header).not.toContainText(frameWords.product)
    await expect(clientPage).toHaveTitle(new RegExp(` · ${brand.name}$`))
    const ask = header.getByRole('link', { name: visitorWords.ask })
    await expect(ask).toHaveAttribute('href', 'mailto:hello@northlight.example')
    const signIn = clientPage.getByRole('link', { name: visitorWords.signIn })
    await expect(signIn).toHaveCount(path.startsWith('/s/') ? 0 : 1)
    await expect(header.getByRole('link', { name: visitorWords.signIn })).toHaveCount(0)
    await expect(header.locator('img')).toHaveJSProperty('naturalWidth', 280)
    await expectNoFindings(clientPage, path, [desk, phone])
  }
  const make = async (options: Record<string, string>) => {
    const body = new URLSearchParams({ kind: 'website', website_id: String(website), ...options })
    return (await service.api('/api/v1/links', { method: 'POST', body })).body.data
  }
  const revoked = await make({})
  await service.api(`/api/v1/links/${revoked.id}`, { method: 'DELETE' })
  const locked = await make({ password: 'correct horse battery' })
  const lockedDocument = await make({ password: 'correct horse battery', layout: 'document' })
  for (const path of [revoked, locked, lockedDocument, { token: 'A'.repeat(32) }].map((link) => `/s/${link.token}`)) {
    await clientPage.goto(path)
    await expect(clientPage.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(clientPage.getByRole('banner')).toContainText(brand.name)
    await expect(clientPage.getByRole('link', { name: visitorWords.ask })).toBeVisible()
    await expect(clientPage.getByRole('link', { name: visitorWords.signIn })).toHaveCount(0)
    await expectNoFindings(clientPage, path, [desk, phone])
  }
  await client.close()
})

test('a client report begins with a summary on one page, and no heading ends a page @all', async ({
  page,
  service,
}) => {
  test.setTimeout(120_000)
  const canPrint = (await service.api('/api/v1')).body.extensions.includes('document_pdf')
  test.skip(!canPrint, 'There is no Chromium for PDF files.')
  await setBrand(service)
  const { id, website_id: website } = await worst(service)
  for (const path of [`/websites/${website}/document`, `/reports/${id}/document`]) {
    await page.goto(path)
    const article = page.locator('article')
    await expect(article.getByRole('heading', { level: 1 })).toBeVisible()
    const [headline = '', second] = await article.getByRole('heading', { level: 2 }).allTextContents()
    const headings = new Set(await article.getByRole('heading').allTextContents())
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 60_000 }),
      page.getByRole('button', { name: documentWords.download }).click(),
    ])
    const pages = await linesOf(Buffer.concat(await (await download.createReadStream()).toArray()))
    expect(pages[0]?.join(' '), path).toContain(headline)
    expect(pages[0]?.join(' '), path).toContain(documentWords.biggestFixes(3))
    expect(pages[0]?.join(' '), path).toContain(`${documentWords.sections.actions}, page 2`)
    expect(pages[1]?.[0], path).toBe(second)
    for (const lines of pages) expect([...headings], path).not.toContain(lines.at(-1))
  }
})

/** Returns the lines of each page of a PDF file from its top, without its number and its footer. */
async function linesOf(pdf: Buffer): Promise<string[][]> {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const pages: string[][] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    const texts = items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : []))
    const lines = Map.groupBy(texts, ({ transform }) => Math.round(transform[5] as number))
    const fromTop = [...lines].toSorted(([one], [other]) => other - one)
    const inside = number === 1 ? fromTop : fromTop.filter(([bottom]) => bottom > 50)
    pages.push(
      inside.map(([, line]) =>
        line
          .map(({ str }) => str)
          .join('')
          .trim(),
      ),
    )
  }
  return pages
}

test('the brand is edited beside a preview, which says how its colour is used', async ({ page, service }) => {
  await setBrand(service)
  await page.goto('/settings/brand')
  await expect(page.getByRole('main')).toContainText('so it is only used for surfaces')
  await page.getByLabel('Colour', { exact: true }).fill('#0b5d4e')
  await expect(page.getByRole('main')).toContainText('Headings use it too')
  await page.getByLabel('Name').fill('Northlight Studio')
  await expect(page.getByRole('region', { name: brandWords.preview })).toContainText('Northlight Studio')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
  await page.getByLabel('Logo').setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
  await page.getByRole('button', { name: brandWords.save }).click()
  await expect(page.getByText(brandWords.saved)).toBeVisible()
  await expectNoFindings(page, 'brand', [desk, phone])
  expect((await service.api('/api/v1/brand')).body.data).toMatchObject({
    name: 'Northlight Studio',
    color: '#0b5d4e',
    logo: expect.stringMatching(/^data:image\/png;base64,/),
  })
})

type Evidence = { note?: string }

test('a client report shows all evidence and every note of the open checks @all', async ({ page, service }) => {
  const { id } = await worst(service)
  const { results } = (await service.api(`/api/v1/reports/${id}`)).body.data
  const open = Object.entries<{ outcome: Outcome; evidence: Evidence[] }>(results).filter(
    ([, result]) => isIssue(result) && result.evidence.length > 0,
  )
  expect(open.length).toBeGreaterThan(0)
  await page.goto(`/reports/${id}/document`)
  for (const [check, { evidence }] of open) {
    const section = page.locator(`section#check-${check}`)
    await expect(section.locator('tbody tr'), check).toHaveCount(evidence.length)
    await expect(section.locator('thead th'), check).not.toHaveCount(0)
    for (const { note } of evidence) if (note) await expect(section, check).toContainText(note)
  }
})
