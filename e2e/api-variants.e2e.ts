import type { Page } from '@playwright/test'
import { analyseWords } from '#web/analyse/words.ts'
import { frameWords } from '#web/app/words.ts'
import { outcomeWords } from '#web/checks/words.ts'
import { valueWords } from '#web/foreign/words.ts'
import { newPasswordWords } from '#web/forms/words.ts'
import { emptyListWords, listWords } from '#web/list/words.ts'
import { reportActionWords, reportWords } from '#web/reports/report/words.ts'
import { reportMissingWords, reportsWords } from '#web/reports/words.ts'
import type { MockServer } from './support/mock-server/mock-server.ts'
import { againstVariant, column, expect, notKnown, read, rows, test } from './support/mock-server/test.ts'

const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const notice = (page: Page, text: string) => expect(page.locator('main').getByText(text)).toHaveCount(1)
const every = (page: Page, heading: string, text: string) =>
  expect.poll(async () => new Set(await column(page, heading))).toEqual(new Set([text]))
const everyRating = (page: Page, rating: string) =>
  expect
    .poll(async () => new Set((await column(page, 'Score')).map((text) => text.split(', ')[1])))
    .toEqual(new Set([rating]))
const part = (page: Page, name: string) => page.getByRole('region', { name })

test.describe('envelopes', () => {
  test(
    'what only our own service has is hidden',
    againstVariant('plain', '/reports', async (page) => {
      await expect(page.locator('main header').getByRole('status')).toHaveText(reportsWords.counted('60'))
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
        frameWords.product,
        /^Reports/,
        /^Websites/,
        'Settings',
      ])
      await expect(pages(page)).toContainText('1–10 of 60')
    }),
  )
  test(
    "the command menu omits pages that the server doesn't support",
    againstVariant('plain', '/reports', async (page) => {
      await page.getByRole('button', { name: frameWords.jump }).click()
      const pages = page.getByRole('option').filter({ hasText: /Page$/ })
      await expect(pages).toHaveText([/^Reports/, /^Websites/, /^Settings/])
    }),
  )
  test(
    "a list without totals is paged until a page isn't full",
    againstVariant('dataOnly', '/reports?page=6', async (page) => {
      await expect(pages(page)).toContainText('51–60')
      expect(await read(page)).not.toMatch(/of \d|\b0\b/)
      await page.getByRole('button', { name: listWords.nextPage }).click()
      await expect(page.locator('main')).toContainText(emptyListWords.pastEnd('7'))
      await page.getByRole('button', { name: emptyListWords.goToNumber('6') }).click()
      await expect(pages(page)).toContainText('51–60')
    }),
  )
  test(
    'a bare array is read as a list',
    againstVariant('bare', '/reports?result=good', async (page, { reports }) => {
      await everyRating(page, 'Good')
      expect(await rows(page).count()).toBe(Math.min(10, reports.filter(({ result }) => result === 'good').length))
    }),
  )
  test(
    'a bare object is read as a report',
    againstVariant('bare', '/reports/60', async (page) => {
      await expect(page.locator('h1')).toHaveText('https://delft-atlas.example/help/returns')
      await expect(part(page, 'Score').getByRole('group', { name: /^Score 86 of 100/ })).toBeVisible()
    }),
  )
  test(
    'without totals the last page is recognised by its links',
    againstVariant('noTotals', '/reports?page=6', async (page) => {
      await expect(pages(page)).toContainText('51–60')
      await expect(page.getByRole('button', { name: listWords.nextPage })).toBeDisabled()
      await expect(page.getByRole('button', { name: listWords.previousPage })).toBeEnabled()
    }),
  )
  test(
    'averages as text and times in microseconds are read as numbers and dates',
    againstVariant('laravel', '/websites/3', async (page) => {
      await expect(part(page, 'Summary')).toContainText(/56\.8\s*of 100/)
      await expect(page.locator('main')).toContainText('First report 1 Feb 2026')
    }),
  )
  test(
    'an error message in object form is shown next to the field',
    againstVariant('laravel', '/reports', refusedBesideTheField),
  )
  test(
    'problem details are shown next to the field',
    againstVariant('problemDetails', '/reports', refusedBesideTheField),
  )
  test(
    'an HTML error is distinguished from a network failure, and the URL stays',
    againstVariant('htmlErrors', '/reports', async (page, { requests }) => {
      await analyse(page, 'https://unreachable.example/')
      await expect(page.getByRole('alert')).toHaveCount(1)
      await expect(page.getByRole('alert')).not.toContainText(/connection|network|<|null/i)
      await expect(page.getByLabel(analyseWords.label)).toHaveValue('https://unreachable.example/')
      expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
    }),
  )
  test(
    'an HTML 404 counts as a missing report',
    againstVariant('htmlErrors', '/reports/4711', (page) =>
      expect(page.locator('h1')).toHaveText(reportMissingWords.title),
    ),
  )
})

test.describe('values', () => {
  test(
    'numbers as text are read as numbers',
    againstVariant('numbersAsText', '/websites', async (page, { websites }) => {
      expect((await column(page, 'Score')).at(-1)).toBe('57, Decent')
      await every(page, 'Reports', '5')
      expect((await column(page, 'Privacy')).slice(0, 3)).toEqual(['Password', 'Public', 'Private'])
      await expect(pages(page)).toContainText(`1–10 of ${websites.length}`)
    }),
  )
  test(
    'a missing rating is derived from the score, and other missing values stay empty',
    againstVariant('sparse', '/reports', async (page, { reports }) => {
      const newest = reports.toReversed().slice(0, 10)
      expect(await column(page, 'Score')).toEqual(
        newest.map(({ score, result }) => `${score}, ${result[0]?.toUpperCase()}${result.slice(1)}`),
      )
      await every(page, 'Website', notKnown)
      await every(page, listWords.created, notKnown)
    }),
  )
  test(
    'a website with only a domain shows no numbers, not even 0',
    againstVariant('sparse', '/websites', async (page) => {
      for (const heading of ['Score', 'Reports', 'Privacy', listWords.created]) await every(page, heading, notKnown)
      expect(await read(page)).not.toMatch(/\b0\b|No reports|Private/)
    }),
  )
  test(
    "a website's page shows unknown numbers as unknown, not as no reports",
    againstVariant('sparse', '/websites/3', async (page) => {
      await expect(part(page, 'Summary')).toContainText(listWords.notSaid)
      await expect(page.locator('main')).not.toContainText(/No reports yet|First report|Private\b/)
    }),
  )
  test(
    'a missing score is shown as missing, not as the lowest',
    againstVariant('noScores', '/reports', async (page) => {
      await every(page, 'Score', notKnown)
    }),
  )
  test(
    'a report without a score is labelled so and shows its checks',
    againstVariant('noScores', '/reports/60', async (page) => {
      await expect(part(page, 'Score')).toHaveText(/^–?\s*No score$/)
      await expect(page.locator('main')).toContainText(outcomeWords.outcomes.fail(2))
      expect(await page.title()).not.toMatch(/null|NaN|0 ·/)
    }),
  )
  test(
    'scores such as -1, 101, "n/a" and NaN are unknown, text and decimals are read',
    againstVariant('badScores', '/reports', async (page) => {
      const unknown = Array.from({ length: 8 }, () => notKnown)
      expect(await column(page, 'Score')).toEqual(['61, Decent', ...unknown, '75, Decent'])
    }),
  )
  test(
    'a result that contains the score is ignored and the rating derived from the score',
    againstVariant('resultIsScore', '/reports?result=good', (page) => everyRating(page, 'Good')),
  )
  test(
    'a rating in capitals is recognised',
    againstVariant('upperCaseResults', '/reports?result=bad', (page) => everyRating(page, 'Bad')),
  )
  test(
    'a boolean password shows whether one is set',
    againstVariant('passwordFlags', '/websites/3/privacy', (page) => notice(page, newPasswordWords.set)),
  )
  test(
    'a URL without a scheme is shown unchanged',
    againstVariant('schemeless', '/reports', async (page) => {
      expect((await column(page, 'URL'))[0]).toMatch(/ delft-atlas\.example ?\/help\/returns$/)
    }),
  )
  test(
    'a URL without a scheme opens with https',
    againstVariant('schemeless', '/reports/60', async (page) => {
      await expect(page.locator('h1')).toHaveText('delft-atlas.example/help/returns')
      await page.getByRole('button', { name: reportActionWords.more }).click()
      await page.context().route('https://delft-atlas.example/**', (route) => route.fulfill({ body: 'Here.' }))
      const opened = page.context().waitForEvent('page')
      await page.getByRole('menuitem', { name: reportActionWords.openPage }).click()
      await expect(await opened).toHaveURL('https://delft-atlas.example/help/returns')
    }),
  )
  test(
    'missing dates are not shown',
    againstVariant('noDates', '/reports', async (page) => {
      await every(page, listWords.created, notKnown)
      expect(await read(page)).not.toMatch(/1970|Invalid|NaN/)
    }),
  )
  test(
    'invalid dates are shown unchanged or not at all',
    againstVariant('badDates', '/reports', async (page) => {
      expect(await column(page, listWords.created)).toEqual([
        notKnown,
        notKnown,
        expect.stringMatching(/^1 Mar( 2026)?$/),
        expect.any(String),
        notKnown,
        notKnown,
        notKnown,
        'yesterday',
        '13 Sep 275760',
        '1 Jan 1970',
      ])
    }),
  )
  test(
    "an invalid date doesn't break a website's page",
    againstVariant('badDates', '/websites/3', async (page) => {
      await expect(page.locator('main')).toContainText('First report yesterday')
      expect(await read(page)).not.toMatch(/Invalid|NaN/)
    }),
  )
})

test.describe('reports of other products', () => {
  test(
    'unknown checks are named, counted and shown with their values',
    againstVariant('foreignChecks', '/reports/60', async (page) => {
      for (const name of ['Page title length', 'Image alt texts'])
        await expect(page.locator('main').getByText(name).first()).toBeVisible()
      await expect(page.locator('main')).toContainText(outcomeWords.outcomes.fail(2))
      await expect(page.locator('main')).toContainText(outcomeWords.outcomes.pass(1))
      expect(await read(page)).not.toMatch(/points|undefined|\[object/)
    }),
  )
  test(
    'a report without checks shows that none were sent',
    againstVariant('noChecks', '/reports/60', async (page) => {
      await notice(page, reportWords.noChecks)
      await expect(page.locator('main')).not.toContainText(/\b0 (failed|passed)|Nothing to fix/)
    }),
  )
  test(
    `a report's unknown fields are under "Other fields"`,
    againstVariant('moreFields', '/reports/60', (page) => otherFields(page, 'Crawl depth', 'spring')),
  )
  test(
    `a website's unknown fields are under "Other fields"`,
    againstVariant('moreFields', '/websites/3', (page) => otherFields(page, 'Owner team', 'Shop')),
  )
})

async function otherFields(page: Page, ...texts: string[]) {
  const fields = page.locator('details').filter({ hasText: valueWords.others })
  await expect(fields).toBeVisible()
  const inside = fields.locator('summary + *').first()
  await expect(inside).toBeHidden()
  await fields.locator('summary').first().click()
  for (const text of texts) await expect(inside).toContainText(text)
}

async function analyse(page: Page, url: string) {
  await page.getByLabel(analyseWords.label).fill(url)
  await page.getByLabel(analyseWords.label).press('Enter')
}

async function refusedBesideTheField(page: Page, { requests }: MockServer) {
  await analyse(page, 'https://unreachable.example/')
  await expect(page.getByRole('alert')).toHaveText('The address could not be reached.')
  await expect(page.getByLabel(analyseWords.label)).toHaveValue('https://unreachable.example/')
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
}
