import type { Locator, Page } from '@playwright/test'
import {
  canJudge,
  type CheckInfo,
  type Importance,
  isIssue,
  isOfPage,
  type Outcome,
} from '#contract/reports/analysis.ts'
import { indexabilityText } from '#contract/reports/indexability.ts'
import { compareIssues } from '#contract/reports/issue-order.ts'
import { checkBodyWords, ticketWords } from '#web/checks/words.ts'
import { findingWords } from '#web/findings/words.ts'
import { listWords } from '#web/list/words.ts'
import { reportActionWords, reportFactsWords, reportWords } from '#web/reports/report/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { analyse } from './support/changing-page.ts'
import type { Service } from './support/service.ts'
import { expect, holdResponses, layoutShifts, settled, tabTo, test as base, tick } from './support/test.ts'

const blockedByRobots = indexabilityText({ state: 'blocked', check: 'robots-blocked', deliberate: false })

type Result = {
  outcome: Outcome
  importance: Importance
  scored: boolean
  category: string
  evidence_grade: string
  reason: string | null
  title: string
  points_lost: number
  evidence: unknown[]
}

/** A report of `pages`. `results` are those of the checks that can judge a page, as the report shows them. */
const test = base.extend<{ reportOf: (path: string) => ReturnType<typeof readReport> }>({
  reportOf: async ({ service, analysed }, use) => use(async (path) => readReport(service, await analysed(path))),
})

async function readReport(service: Service, data: { id: number } & Record<string, any>) {
  const catalogue = (await service.api('/api/v1/checks')).body.data as CheckInfo[]
  const judging = new Map(catalogue.filter(canJudge).map((info) => [info.id, info]))
  const results = Object.entries(data['results'] as Record<string, Result>)
    .map(([id, result]) => ({ id, ...result }))
    .filter(({ id }) => judging.has(id))
  const ordered = ({ id, importance, scored, points_lost: points }: (typeof results)[number]) => ({
    rank: judging.get(id)!.rank ?? null,
    importance,
    scored,
    affected: 1,
    points,
  })
  const issues = results.filter(isIssue).toSorted((one, other) => compareIssues(ordered(one), ordered(other)))
  return { path: `/reports/${data.id}`, data, results, issues }
}

const checks = (page: Page) => page.getByRole('region', { name: reportWords.checks, exact: true })
const check = (page: Page, id: string) => page.locator(`#check-${id}`)

test("the first sentence explains why Google won't read the page and links to the check @all", async ({
  page,
  reportOf,
}) => {
  const report = await reportOf('/article?print=1')
  await page.goto(report.path)
  const score = page.getByRole('region', { name: 'Score', exact: true })
  await expect(score).toContainText(blockedByRobots)
  await expect(score).toContainText(/robots\.txt line 2 disallows it\. Fix the issue: \d+ → \d+$/)
  await score.getByRole('link', { name: 'robots.txt line 2 disallows it' }).click()
  await expect(page).toHaveURL(/#check-robots-blocked$/)
  await expect(check(page, 'robots-blocked')).toHaveAttribute('open', '')
  await expect(check(page, 'robots-blocked').locator('summary')).toBeFocused()
})

test('category and result filters are in the URL, and Back removes them one by one', async ({ page, reportOf }) => {
  const { path, results: all } = await reportOf('/knitting')
  const results = all.filter(isOfPage)
  await page.goto(`${path}?utm_source=mail`)
  const shown = checks(page).locator('details[id^=check-]')
  await expect(shown).toHaveCount(results.length)
  const category = (name: RegExp) =>
    page.getByRole('navigation', { name: reportWords.categories }).getByRole('link', { name })
  await category(/^Security/).click()
  await expect(page).toHaveURL(/\?utm_source=mail&category=security$/)
  const security = results.filter(({ category }) => category === 'security')
  await expect(shown).toHaveCount(security.length)
  await tick(page.getByRole('radio', { name: /passed$/ }))
  await expect(page).toHaveURL(/category=security&outcome=pass$/)
  await expect(shown).toHaveCount(security.filter(({ outcome }) => outcome === 'pass').length)
  await page.goBack()
  await expect(page).toHaveURL(/category=security$/)
  await expect(page.getByRole('radio', { name: /^All/ })).toBeChecked()
  await expect(shown).toHaveCount(security.length)
  await page.goBack()
  await expect(shown).toHaveCount(results.length)
  await category(/^Content/).click()
  await expect(page).toHaveURL(/category=content$/)
  await expect(category(/^Content/)).toHaveAttribute('aria-current', 'true')
  await category(/^Content/).click()
  await expect(shown).toHaveCount(results.length)
})

test('a link to a check expands it, even if it is collapsed or filtered out @all', async ({ page, reportOf }) => {
  const { path, results } = await reportOf('/knitting')
  const passed = results.find(({ outcome }) => outcome === 'pass')!
  await page.goto(`${path}#check-${passed.id}`)
  await expect(check(page, passed.id)).toBeInViewport()
  await expect(check(page, passed.id).getByRole('link', { name: /^About “/ })).toBeVisible()

  await page.goto(`${path}?category=security#check-image-alt`)
  await expect(check(page, 'image-alt')).toHaveCount(1)
  await expect(check(page, 'image-alt')).toBeInViewport()
  await expect(check(page, 'image-alt')).toContainText('<img src="/img/row-1.jpg" width="400" height="300">')
  await expect(page.getByText(reportWords.hiddenByFilter)).toBeVisible()
})

test('evidence is collapsed after five items, counts the rest, expands and can be copied', async ({
  page,
  reportOf,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { path } = await reportOf('/knitting')
  await page.goto(`${path}#check-image-alt`)
  const images = check(page, 'image-alt')
  const pieces = images.locator('tbody tr')
  await expect(pieces).toHaveCount(5)
  await images.getByRole('button', { name: checkBodyWords.showEvery(20) }).click()
  await expect(pieces).toHaveCount(20)
  await expect(images).toContainText(checkBodyWords.kept(20, 26))
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await pieces.first().getByRole('button', { name: checkBodyWords.copySnippet }).click()
  await expect.poll(copied).toBe('<img src="/img/row-1.jpg" width="400" height="300">')
  await pieces.first().getByRole('button', { name: checkBodyWords.copyPlace }).click()
  await expect.poll(copied).toMatch(/^\d+:5$/)
  await pieces.first().getByRole('button', { name: checkBodyWords.copySelector }).click()
  await expect.poll(copied).toContain('img')
})

test('the previews truncate by width and load nothing from the page', async ({ page, reportOf, service }) => {
  const { path } = await reportOf('/knitting')
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(service.origin)) foreign.push(request.url())
  })
  await page.goto(`${path}?tab=facts`)
  const search = page.getByRole('region', { name: reportFactsWords.serp })
  const title = await search.getByText(/^How to knit/).textContent()
  expect(title).toMatch(/^How to knit a warm winter jumper from start to .*\w \.\.\.$/)
  const [, full] = (await search.getByText(/^Title: \d+ px/).textContent())!.match(/(\d+) px/)!
  // Widths differ between fonts, but hardly the share of the title that is shown.
  const share = await page.evaluate(
    (texts) => {
      const pen = document.createElement('canvas').getContext('2d')!
      pen.font = '20px Arial, "Liberation Sans", Arimo'
      const [shown, whole] = texts.map((text) => pen.measureText(text).width)
      return shown! / whole!
    },
    [title!, 'How to knit a warm winter jumper from start to finish: yarn, needles, gauge and every single row'],
  )
  expect(share * Number(full)).toBeLessThanOrEqual(590)
  expect(share * Number(full)).toBeGreaterThan(460)
  await expect(search).toContainText(/Description: 1,\d+ px \(truncated at 920 px\)/)
  const shared = page.getByRole('region', { name: reportFactsWords.social })
  await expect(shared).toContainText('Knit a winter jumper')
  await expect(shared).toContainText(reportFactsWords.socialNoImage)
  await expect(shared).toContainText(
    'Not shown. Social networks need an absolute URL, but the page uses /img/share.png',
  )
  await expect(page.locator('main img')).toHaveCount(0)
  expect(foreign).toEqual([])
})

test('redirects are listed, headers are copied completely, and structured data lists missing properties @all', async ({
  page,
  reportOf,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { path } = await reportOf('/jumper')
  await page.goto(path)
  await page.getByRole('link', { name: reportWords.factsTab }).click()
  await expect(page).toHaveURL(/tab=facts$/)
  const facts = page.getByRole('region', { name: reportFactsWords.facts })
  await expect(facts.getByRole('listitem')).toHaveText([/302.*\/jumper/, /200.*\/knitting/])
  await facts.getByText(/\d+ headers/).click()
  await facts.getByRole('button', { name: reportFactsWords.copyHeaders }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^content-type: text\/html; charset=utf-8$/m)
  const product = page.getByRole('region', { name: 'Structured data' }).getByRole('row', { name: /Product/ })
  await expect(product).toContainText('Jumper pattern')
  await expect(product).toContainText('offers.price')
  await expect(page.getByRole('region', { name: reportFactsWords.crawling })).toContainText(
    reportFactsWords.robotsAllowed,
  )
})

test('axe finds nothing in a fully expanded report on phone and desktop, and nothing scrolls sideways', async ({
  page,
  reportOf,
}) => {
  test.setTimeout(120_000)
  const { path } = await reportOf('/jumper')
  for (const size of [desk, { width: 320, height: 640 }]) {
    await page.setViewportSize(size)
    for (const view of ['?google=1#check-https', '?tab=facts']) {
      await page.goto(path + view)
      await expect(
        view === '?tab=facts' ? page.getByRole('region', { name: reportFactsWords.social }) : check(page, 'https'),
      ).toBeVisible()
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll('details')) fold.open = true
      })
      await expectNoFindings(page, path + view)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        `${view}, ${size.width} px`,
      ).toBeLessThanOrEqual(0)
    }
  }
})

test('the filters work by keyboard @all', async ({ page, reportOf }) => {
  const { path } = await reportOf('/knitting')
  await page.goto(path)
  await page.getByRole('radio', { name: /^All/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/outcome=(fail|warn)$/)
  await expect(page.getByRole('radio', { checked: true })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: reportWords.filter }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: reportWords.googleOnly }).press('Space')
  await expect(page).toHaveURL(/google=1$/)
})

test('a finding with a few pieces of evidence takes 240 px at most, with one row of actions @all', async ({
  page,
  reportOf,
}) => {
  const { path, issues } = await reportOf('/knitting')
  const finding = issues.find(({ evidence }) => evidence.length > 0 && evidence.length <= 3)!
  await page.goto(`${path}#check-${finding.id}`)
  await settled(page)
  const opened = check(page, finding.id)
  await expect(opened).toHaveAttribute('open', '')
  await expect.poll(async () => (await opened.boundingBox())?.height).toBeLessThanOrEqual(240)
  const actions = [ticketWords.copy, findingWords.markFixed, checkBodyWords.copyCheckLink]
  const tops = await Promise.all(
    actions.map(async (name) => (await opened.getByRole('button', { name, exact: true }).boundingBox())?.y),
  )
  expect(new Set(tops).size).toBe(1)
  await opened.getByRole('button', { name: findingWords.markFixed }).click()
  await expect(opened.locator('..').getByRole('button', { name: findingWords.status.fixed })).toBeVisible()
  await expect(opened.getByRole('button', { name: findingWords.markFixed })).toHaveCount(0)
})

test('the header says what the first fixes gain, and the list of them stands once @all', async ({ page, reportOf }) => {
  const { path, results, issues, data } = await reportOf('/knitting')
  await page.goto(path)
  const sum = (some: { points_lost: number }[]) => some.reduce((all, { points_lost: points }) => all + points, 0)
  expect(data.capped_by).toEqual([])
  const to = Math.round(100 - sum(results) + sum(issues.toSorted((a, b) => b.points_lost - a.points_lost).slice(0, 3)))
  await expect(page.getByRole('region', { name: 'Score', exact: true })).toContainText(
    `${reportWords.gain.fixes(3)} ${data.score} → ${to}`,
  )
  await expect(page.getByRole('heading', { name: issues[0]!.title })).toHaveCount(1)
  await expect(page.getByText(issues[0]!.title, { exact: true })).toHaveCount(1)
})

test('the header is low, and the lines of checks are level with their tools @all', async ({ page, reportOf }) => {
  const { path } = await reportOf('/knitting')
  for (const [width, height] of [
    [1440, 140],
    [768, 180],
    [375, 180],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(path)
    await settled(page)
    const header = page.getByRole('main').locator('header').first()
    await expect(header).toContainText('→')
    await expect.poll(async () => (await header.boundingBox())?.height, `${width} px`).toBeLessThanOrEqual(height)
  }
  await page.setViewportSize(desk)
  const middleOf = async (part: Locator) => {
    const box = (await part.boundingBox())!
    return box.y + box.height / 2
  }
  const line = checks(page).getByRole('article').nth(1)
  const parts = [
    line.locator('summary'),
    line.getByRole('checkbox'),
    line.getByRole('button'),
    line.getByRole('heading'),
    line.locator('summary > svg'),
  ]
  // The lines can still move between two measurements.
  const difference = async () => {
    const middles = await Promise.all(parts.map(middleOf))
    return Math.max(...middles) - Math.min(...middles)
  }
  await expect.poll(difference).toBeLessThan(1)
})

for (const size of [desk, phone])
  test(`a report, its findings and history move nothing when they arrive late at ${size.width} px${size === phone ? ' @all' : ''}`, async ({
    page,
    pages,
    service,
  }) => {
    await analyse(service, `${pages.origin}/knitting`)
    const { id } = await analyse(service, `${pages.origin}/knitting`)
    await page.setViewportSize(size)
    const sendReport = await holdResponses(page, /\/api\/v1\/reports\/\d+$/)
    const sendRest = await holdResponses(page, /\/reports\/\d+\/(findings|history)$/)
    await page.goto(`/reports/${id}`, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1, name: reportWords.loadingTitle, exact: true })).toBeVisible()
    sendReport()
    await expect(checks(page).getByRole('heading', { level: 3 }).first()).toBeVisible()
    sendRest()
    await expect(checks(page).getByRole('article').first().getByRole('button').first()).toBeVisible()
    await expect(page.getByRole('link', { name: /Compare the reports/ })).toBeVisible()
    await settled(page)
    const moved = (await layoutShifts(page)).reduce((sum, { value }) => sum + value, 0)
    expect(moved).toBeLessThan(0.01)
  })

test('on a phone, the actions are in one menu @all', async ({ page, reportOf }) => {
  const { path } = await reportOf('/knitting')
  await page.setViewportSize(phone)
  await page.goto(path)
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: reportActionWords.more })).toBeVisible()
  await expect(main.getByRole('button', { name: listWords.share, exact: true })).toBeHidden()
  await main.getByRole('button', { name: reportActionWords.more }).press('Enter')
  await expect(page.getByRole('menuitem', { name: reportActionWords.again })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize(desk)
  await expect(main.getByRole('button', { name: reportActionWords.again })).toBeVisible()
  await main.getByRole('button', { name: reportActionWords.more }).press('Enter')
  await expect(page.getByRole('menuitem', { name: reportActionWords.openPage })).toBeFocused()
})
