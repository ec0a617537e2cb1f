import type { Page } from '@playwright/test'
import { dialects } from './support/rehearsal/dialects.ts'
import { column, notKnown, read, rows } from './support/rehearsal/look.ts'
import type { Rehearsal } from './support/rehearsal/rehearsal.ts'
import { expect, test } from './support/rehearsal/test.ts'

type See = (page: Page, server: Rehearsal) => Promise<unknown>

/** One thing that another server does, the address where it shows, and what a person then reads. */
const profile = (title: string, dialect: keyof typeof dialects, path: string, see: See) =>
  test(title, async ({ page, rehearse }) => {
    const server = await rehearse({ dialect: dialects[dialect] })
    await page.goto(server.origin + path)
    await see(page, server)
  })

const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const notice = (page: Page, text: string) => expect(page.locator('main').getByText(text)).toHaveCount(1)
const every = (page: Page, heading: string, text: string) => expect.poll(async () => new Set(await column(page, heading))).toEqual(new Set([text]))
const part = (page: Page, name: string) => page.getByRole('region', { name })

test.describe('envelopes', () => {
  profile('what a server lacks is absent: no checks, keys, activity or links are offered', 'plain', '/reports', async (page) => {
    await expect(page.locator('main header').getByRole('status')).toHaveText('60 reports')
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['SEO Reports', /^Reports/, /^Websites/, /^Views/, 'Settings'])
    await expect(pages(page)).toContainText('1–10 of 60')
  })
  profile('the palette leads to no page that the server has nothing for', 'plain', '/reports', async (page) => {
    await page.getByRole('button', { name: 'Jump to' }).click()
    const pages = page.getByRole('option').filter({ hasText: /Page$/ })
    await expect(pages).toHaveText([/^Reports/, /^Websites/, /^Views/, /^Settings/])
  })
  profile('a list without numbers is paged by full pages, to an end that says so', 'dataOnly', '/reports?page=6', async (page) => {
    await expect(pages(page)).toContainText('51–60')
    expect(await read(page)).not.toMatch(/of \d|\b0\b/)
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.locator('main')).toContainText('There is no page 7')
    await page.getByRole('button', { name: 'Go to page 6' }).click()
    await expect(pages(page)).toContainText('51–60')
  })
  profile('a bare array is a list', 'bare', '/reports?result=good', async (page, { reports }) => {
    await every(page, 'Rating', 'Good')
    expect(await rows(page).count()).toBe(Math.min(10, reports.filter(({ result }) => result === 'good').length))
  })
  profile('a bare object is a report', 'bare', '/reports/60', async (page) => {
    await expect(page.locator('h1')).toHaveText('https://delft-atlas.example/help/returns')
    await expect(part(page, 'Score').getByRole('img', { name: 'Score 86 of 100' })).toBeVisible()
  })
  profile('where only links tell the end, the last page has no next', 'noTotals', '/reports?page=6', async (page) => {
    await expect(pages(page)).toContainText('51–60')
    await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Previous page' })).toBeEnabled()
  })
  profile('averages as text and times in microseconds are numbers and days', 'laravel', '/websites/3', async (page) => {
    await expect(part(page, 'In numbers')).toContainText(/56\.8\s*of 100/)
    await expect(page.locator('main')).toContainText('First report 1 Feb 2026')
  })
  profile('a refusal whose message is an object is said beside the field', 'laravel', '/reports', refusedBesideTheField)
  profile('problem details are said beside the field', 'problemDetails', '/reports', refusedBesideTheField)
  profile('a refusal in HTML is told apart from a fault of the network, and the address stays', 'htmlRefusals', '/reports', async (page, { asked }) => {
    await analyse(page, 'https://unreachable.example/')
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(page.getByRole('alert')).not.toContainText(/connection|network|<|null/i)
    await expect(page.getByLabel('Analyse a URL')).toHaveValue('https://unreachable.example/')
    expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })
  profile('a report that is missing is missing in HTML too', 'htmlRefusals', '/reports/4711', (page) => expect(page.locator('h1')).toHaveText('This report does not exist'))
})

test.describe('values', () => {
  profile('numbers as text are numbers', 'numbersAsText', '/websites', async (page, { websites }) => {
    expect((await column(page, 'Score')).at(-1)).toBe('57')
    await every(page, 'Reports', '5')
    expect((await column(page, 'Privacy')).slice(0, 3)).toEqual(['Password', 'Public', 'Private'])
    await expect(pages(page)).toContainText(`1–10 of ${websites.length}`)
  })
  profile('a report without its rating has the one its score stands for, and nothing of what was not sent', 'sparse', '/reports', async (page, { reports }) => {
    const newest = reports.toReversed().slice(0, 10)
    expect(await column(page, 'Score')).toEqual(newest.map(({ score }) => String(score)))
    expect(await column(page, 'Rating')).toEqual(newest.map(({ result }) => `${result[0]?.toUpperCase()}${result.slice(1)}`))
    await every(page, 'Website', notKnown)
    await every(page, 'Date created', notKnown)
  })
  profile('a website of which nothing but its domain is sent has no numbers at all, not even a nought', 'sparse', '/websites', async (page) => {
    for (const heading of ['Score', 'Reports', 'Privacy', 'Date created']) await every(page, heading, notKnown)
    expect(await read(page)).not.toMatch(/\b0\b|No reports|Private/)
  })
  profile('the page of a website says what is not known instead of no reports', 'sparse', '/websites/3', async (page) => {
    await expect(part(page, 'In numbers')).toContainText('The server does not say')
    await expect(page.locator('main')).not.toContainText(/No reports yet|First report|Private\b/)
  })
  profile('no score is none, and not the worst', 'noScores', '/reports', async (page) => {
    await every(page, 'Score', notKnown)
    await every(page, 'Rating', notKnown)
  })
  profile('a report without a score says so, and shows its checks', 'noScores', '/reports/60', async (page) => {
    await expect(part(page, 'Score')).toHaveText(/^–?\s*No score$/)
    await expect(page.locator('main')).toContainText('2 failed')
    expect(await page.title()).not.toMatch(/null|NaN|0 ·/)
  })
  profile('scores of -1, 101, "n/a", NaN and the like are not known; text and decimals are', 'oddScores', '/reports', async (page) => {
    expect(await column(page, 'Score')).toEqual(['61', ...Array.from({ length: 8 }, () => notKnown), '75'])
    expect(await column(page, 'Rating')).toEqual(['Decent', ...Array.from({ length: 8 }, () => notKnown), 'Decent'])
  })
  profile('a result that holds the score is no rating: the score tells it', 'resultIsScore', '/reports?result=good', (page) => every(page, 'Rating', 'Good'))
  profile('a rating in capitals is that rating', 'shoutedResults', '/reports?result=bad', (page) => every(page, 'Rating', 'Bad'))
  profile('a password that is true or false says whether one is set', 'passwordFlags', '/websites/3/privacy', (page) => notice(page, 'A password is set. It cannot be shown again; leave this empty to keep it.'))
  profile('an address without a scheme is shown as it came', 'schemeless', '/reports', async (page) => {
    expect((await column(page, 'URL'))[0]).toMatch(/^delft-atlas\.example ?\/help\/returns/)
  })
  profile('an address without a scheme leads to https', 'schemeless', '/reports/60', async (page) => {
    await expect(page.locator('h1')).toHaveText('delft-atlas.example/help/returns')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.context().route('https://delft-atlas.example/**', (route) => route.fulfill({ body: 'Here.' }))
    const opened = page.context().waitForEvent('page')
    await page.getByRole('menuitem', { name: 'Open the page' }).click()
    await expect(await opened).toHaveURL('https://delft-atlas.example/help/returns')
  })
  profile('where there are no dates, none is shown', 'noDates', '/reports', async (page) => {
    await every(page, 'Date created', notKnown)
    expect(await read(page)).not.toMatch(/1970|Invalid|NaN/)
  })
  profile('odd dates are shown as they came, or not at all', 'oddDates', '/reports', async (page) => {
    expect(await column(page, 'Date created')).toEqual([notKnown, notKnown, expect.stringMatching(/^1 Mar( 2026)?$/), expect.any(String), notKnown, notKnown, notKnown, 'yesterday', '13 Sep 275760', '1 Jan 1970'])
  })
  profile('an odd date does not break the page of a website', 'oddDates', '/websites/3', async (page) => {
    await expect(page.locator('main')).toContainText('First report yesterday')
    expect(await read(page)).not.toMatch(/Invalid|NaN/)
  })
})

test.describe('reports of strangers', () => {
  profile('checks of no catalogue are named, counted and shown with their values', 'strangeChecks', '/reports/60', async (page) => {
    for (const name of ['Page title length', 'Image alt texts']) await expect(page.locator('main').getByText(name).first()).toBeVisible()
    const text = await read(page)
    expect(text).toContain('2 failed')
    expect(text).toContain('1 passed')
    expect(text).not.toMatch(/points|undefined|\[object/)
  })
  profile('a report without checks says that none were sent', 'noChecks', '/reports/60', async (page) => {
    await notice(page, 'This server sent no checks with this report.')
    await expect(page.locator('main')).not.toContainText(/\b0 (failed|passed)|Nothing to fix/)
  })
  profile('what else a report has is under "Other fields"', 'moreFields', '/reports/60', (page) => otherFields(page, 'Crawl depth', 'spring'))
  profile('what else a website has is under "Other fields"', 'moreFields', '/websites/3', (page) => otherFields(page, 'Owner team', 'Shop'))
})

async function otherFields(page: Page, ...texts: string[]) {
  const fields = page.locator('details').filter({ hasText: 'Other fields' })
  await expect(fields).toBeVisible()
  const inside = fields.locator('summary + *').first()
  await expect(inside).toBeHidden()
  await fields.locator('summary').first().click()
  for (const text of texts) await expect(inside).toContainText(text)
}

async function analyse(page: Page, url: string) {
  await page.getByLabel('Analyse a URL').fill(url)
  await page.getByLabel('Analyse a URL').press('Enter')
}

async function refusedBesideTheField(page: Page, { asked }: Rehearsal) {
  await analyse(page, 'https://unreachable.example/')
  await expect(page.getByRole('alert')).toHaveText('The address could not be reached.')
  await expect(page.getByLabel('Analyse a URL')).toHaveValue('https://unreachable.example/')
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1)
}
