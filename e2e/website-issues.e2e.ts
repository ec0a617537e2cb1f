import { readFile } from 'node:fs/promises'
import { pageFilters } from '#contract/lists/page-filters.ts'
import type { WebsiteIssue } from '#contract/websites/website-pages.ts'
import { listWords } from '#web/list/words.ts'
import { figureWords, issueTicketWords, issueWords, websiteTabsWords, websiteWords } from '#web/websites/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { chooseFilter, expect, settled, test } from './support/test.ts'

type Website = { id: number; pages_count: number; pages_counted: number }
type Issue = Pick<WebsiteIssue, 'check' | 'problem' | 'pages' | 'rank' | 'scope' | 'importance'>

test('a website names its issues, and each leads to its pages', async ({ page, service }) => {
  const site = (await service.api('/api/v1/websites?sort_by=reports_count')).body.data[0] as Website
  const issues = (await service.api(`/api/v1/websites/${site.id}/issues`)).body.data as Issue[]
  const [worst] = issues
  await page.goto(`/websites/${site.id}?latest=1`)
  const tabs = page.getByRole('navigation', { name: websiteTabsWords.tabs })
  await expect(tabs.getByRole('link', { name: 'Pages' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Issues' }).click()
  await expect(page).toHaveURL(`/websites/${site.id}?tab=issues`)

  const table = page.getByRole('table', { name: 'Issues' })
  const groups = new Set(issues.map(({ rank, scope }) => (scope === 'website' ? scope : rank)))
  await expect(table.getByRole('heading')).toHaveCount(groups.size)
  await expect(table.getByRole('row')).toHaveCount(issues.length + groups.size + 1)
  await expect(table.getByRole('row').nth(2)).toContainText(worst!.problem!)
  await settled(page)
  await expectNoFindings(page, 'issues of a website', [desk, phone])
  await page.setViewportSize(desk)

  await table.getByRole('link', { name: worst!.problem!, exact: true }).click()
  await expect(page).toHaveURL(`/websites/${site.id}?tab=pages&check=${worst!.check}&per_page=50`)
  await expect(page.getByRole('table', { name: 'Pages' }).locator('tbody tr')).toHaveCount(Math.min(50, worst!.pages))
  await expect(page.getByRole('heading', { name: worst!.problem! })).toBeVisible()
  await expect(tabs.getByRole('link', { name: 'Pages' })).toHaveAttribute('aria-current', 'page')
  await settled(page)
  await expectNoFindings(page, 'the pages of an issue', [desk, phone])
  await page.setViewportSize(desk)
  await page.getByRole('button', { name: /^Remove filter: Issue: / }).press('Enter')
  await expect(page).toHaveURL(`/websites/${site.id}?tab=pages&per_page=50`)
  await expect(page.getByRole('heading', { name: worst!.problem! })).toHaveCount(0)
})

test('issues are filtered, sorted, exported and made tickets by keyboard @all', async ({ page, service }) => {
  const site = (await service.api('/api/v1/websites?sort_by=reports_count')).body.data[0] as Website
  const issues = (await service.api(`/api/v1/websites/${site.id}/issues`)).body.data as Issue[]
  const high = issues.filter(({ importance }) => importance === 'high')
  // Without a picker, the browser downloads.
  await page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  await page.goto(`/websites/${site.id}?tab=issues`)
  const table = page.getByRole('table', { name: 'Issues' })
  await page.getByLabel(issueWords.filters.importance).selectOption('high')
  await expect(page).toHaveURL(`/websites/${site.id}?tab=issues&importance=high`)
  await expect(page.getByText(issueWords.shown(high.length, issues.length))).toBeVisible()
  await table.getByRole('button', { name: issueWords.columns.pages }).press('Enter')
  await expect(page).toHaveURL(`/websites/${site.id}?tab=issues&importance=high&sort_by=pages`)
  await expect(table.getByRole('columnheader', { name: issueWords.columns.pages })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expect(table.getByRole('row')).toHaveCount(high.length + 1)
  await page.goBack()
  await expect(table.getByRole('heading').first()).toBeVisible()

  const exported = async (item: string) => {
    await page.getByRole('button', { name: issueWords.export }).press('Enter')
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: item }).press('Enter')
    return readFile(await (await download).path(), 'utf8')
  }
  expect((await exported(issueWords.exports.shown)).trim().split('\r\n')).toHaveLength(high.length + 1)
  expect(await exported(issueWords.exports.pages)).toContain('URL,Check,Issue,Outcome')

  const [first] = high
  const actions = table.getByRole('button', { name: issueWords.actionsFor(first!.problem!) })
  await actions.press('Enter')
  await page.getByRole('menuitem', { name: issueWords.ticket }).press('Enter')
  const dialog = page.getByRole('dialog', { name: issueTicketWords.title(first!.problem!) })
  await expect(dialog.getByLabel(issueTicketWords.text)).toHaveValue(
    new RegExp(`${websiteTabsWords.pages(first!.pages)} · high importance`),
  )
  await settled(page)
  await expectNoFindings(page, 'the ticket of an issue', [desk, phone])
  await page.setViewportSize(desk)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: issueTicketWords.download }).press('Enter')
  const list = await readFile(await (await download).path(), 'utf8')
  expect(list.trim().split('\r\n')).toHaveLength(first!.pages + 1)
  await page.keyboard.press('Escape')
  await expect(actions).toBeFocused()

  await page.setViewportSize(phone)
  await page.getByRole('button', { name: listWords.filters, exact: true }).press('Enter')
  await page.getByRole('dialog').getByLabel(issueWords.filters.category).selectOption('content')
  await expect(page).toHaveURL(`/websites/${site.id}?tab=issues&category=content&importance=high`)
  await expectNoFindings(page, 'the filters of issues', [phone])
})

test('page groups lead to the pages of a group @all', async ({ page, service }) => {
  const site = (await service.api('/api/v1/websites?sort_by=reports_count')).body.data[0] as Website
  const [group] = (await service.api(`/api/v1/websites/${site.id}/groups`)).body.data as {
    group: string
    pages: number
  }[]
  await page.goto(`/websites/${site.id}?tab=issues`)
  await page
    .getByRole('table', { name: websiteTabsWords.groups })
    .getByRole('link', { name: group!.group, exact: true })
    .click()
  await expect(page).toHaveURL(
    `/websites/${site.id}?latest=1&indexability=indexable&group=${encodeURIComponent(group!.group)}&per_page=50`,
  )
  const rows = page.getByRole('table', { name: 'Reports' }).locator('tbody tr')
  await expect(rows).toHaveCount(Math.min(50, group!.pages))

  await page.goto(`/websites/${site.id}?latest=1&indexability=indexable`)
  await page.getByRole('button', { name: listWords.filter, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: listWords.filter })
  await chooseFilter(page, `${pageFilters.group.name}: ${group!.group}`, `${group!.group} · average`)
  await settled(page)
  await expectNoFindings(page, 'the filters of a website’s pages', [desk, phone])
  await page.setViewportSize(desk)
  await dialog.getByRole('button', { name: /^Show / }).click()
  await expect(page).toHaveURL(
    `/websites/${site.id}?latest=1&indexability=indexable&group=${encodeURIComponent(group!.group)}`,
  )
  await expect(rows).toHaveCount(Math.min(10, group!.pages))
})

test('the summary counts pages, and the history shows each day by keyboard and as a table', async ({
  page,
  service,
}) => {
  const site = (await service.api('/api/v1/websites?sort_by=reports_count')).body.data[0] as Website
  const days = (await service.api(`/api/v1/websites/${site.id}/history`)).body.data as { date: string; pages: number }[]
  await page.goto(`/websites/${site.id}?tab=history&days=365`)
  const summary = page.getByRole('region', { name: websiteWords.summary })
  await expect(summary).toContainText(`${websiteWords.urls(site.pages_count)}: `)
  await expect(summary.getByRole('link', { name: figureWords.state.indexable(site.pages_counted) })).toHaveAttribute(
    'href',
    `/websites/${site.id}?latest=1&indexability=indexable&per_page=50`,
  )

  const slider = page.getByRole('slider', { name: websiteTabsWords.chooseDay })
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`, ${days.at(-1)!.pages} pages$`))
  await slider.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`, ${days[0]!.pages} pages?$`))
  await page.getByText(websiteTabsWords.asTable).press('Enter')
  await expect(page.getByRole('table', { name: /^Average score and pages/ }).getByRole('row')).toHaveCount(
    days.length + 1,
  )
  await settled(page)
  await expectNoFindings(page, 'history of a website', [desk, phone])
})
