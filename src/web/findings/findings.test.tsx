// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { isIssue, type Outcome } from '#contract/reports/analysis.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { openDashboard, serviceWithReports, withoutExtensions } from '#testing/web/dashboard.tsx'
import { listNoticeWords } from '#web/list/words.ts'
import { findingWords as words } from './words.ts'

type Check = { outcome: Outcome; points_lost: number; name: string }

/** A service with a report of a small page with faults, and its issue that costs most. */
async function serviceWithIssue() {
  const { host, url } = await servePages({ '/': smallPage })
  const service = await serviceWithReports(0)
  service.allowHosts.add(host)
  const report = (await service.call('POST /api/v1/reports', { form: { url: `${url}/` } })).body.data
  const [worst] = Object.entries<Check>(report.results)
    .filter(([, result]) => isIssue(result) && result.points_lost > 0)
    .toSorted(([, a], [, b]) => b.points_lost - a.points_lost)
  const [check, { name }] = worst!
  return { service, report, check, name, path: `/reports/${report.id}`, website: report.website_id as number }
}

/** The line of an issue with its status, owner and plan. */
const tools = async (check: string) => {
  const issue = await waitFor(() => {
    const found = document.querySelector(`#check-${check}`)
    expect(found).toBeTruthy()
    return found!
  })
  return within(issue.previousElementSibling as HTMLElement)
}
const menuOf = async (check: string) => (await tools(check)).findByRole('button')
const planText = () => screen.queryByRole('region', { name: words.planBar })?.textContent ?? ''

describe('a finding', () => {
  it('that the server refuses to change is shown as it was', async () => {
    const { service, check, path } = await serviceWithIssue()
    const { on } = await openDashboard(service, path)
    expect((await menuOf(check)).textContent).toBe(words.status.open)
    on('PUT', /\/findings\//, { status: 422, body: { message: 'No.', status: 422 } })
    fireEvent.click(await menuOf(check))
    fireEvent.click(await screen.findByRole('menuitemradio', { name: words.status.fixed }))
    await screen.findByText(words.notSaved, { exact: false })
    await waitFor(async () => expect((await menuOf(check)).textContent).toBe(words.status.open))
  })

  it('has neither a status nor a waiver on other servers', async () => {
    const { service, check, path } = await serviceWithIssue()
    await openDashboard(service, path, withoutExtensions)
    const shown = await tools(check)
    await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull())
    expect(shown.queryByRole('button')).toBeNull()
  })
})

describe('a plan', () => {
  it('shows the average of a website without the issues in the URL, and repairs the URL', async () => {
    const { service, check, website } = await serviceWithIssue()
    const { data } = (await service.call(`GET /api/v1/websites/${website}/issues`)).body
    const { problem } = data.find((issue: { check: string }) => issue.check === check)
    const { average, average_fixed } = (await service.call(`GET /api/v1/websites/${website}/what-if?fixed=${check}`))
      .body.data
    const { path, goTo } = await openDashboard(service, `/websites/${website}?tab=issues`)
    fireEvent.click(await screen.findByRole('checkbox', { name: words.plan(problem) }))
    await waitFor(() => expect(path()).toBe(`/websites/${website}?tab=issues&fixed=${check}`))
    await waitFor(() =>
      expect(planText()).toContain(words.ifFixedEverywhere(1, 0) + words.change(average, average_fixed)),
    )
    await goTo(`/websites/${website}?tab=issues&fixed=${check},nonsense`)
    await screen.findByText(listNoticeWords.repair('fixed', `${check},nonsense`, null))
    await waitFor(() => expect(planText()).toContain(words.change(average, average_fixed)))
  })
})
