// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDashboard, serviceWithReports, withoutExtensions } from '#testing/web/dashboard.tsx'
import { reportActionWords, reportWords } from '#web/reports/report/words.ts'
import { valueWords } from './words.ts'

const url = 'shop.example/lamps?page=2'

/** Opens a report of another server with these fields, an ID and a URL. */
async function open(fields: object) {
  const fault = { status: 200, body: { data: { id: 7, url, ...fields } } }
  const dashboard = await openDashboard(await serviceWithReports(0), '/reports/7', [
    { method: 'GET', path: '/reports/7', fault },
    ...withoutExtensions,
  ])
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(url))
  return dashboard
}

const main = () => screen.getByRole('main')
async function openOthers() {
  const others = (await screen.findByText(valueWords.others)).closest('details')!
  fireEvent.click(others.querySelector('summary')!)
  return others
}

describe('a report of another server', () => {
  it('has results without an outcome and unknown fields under "Other fields", with safe links', async () => {
    await open({
      score: 'n/a',
      results: { title: { passed: false, importance: 'high' }, dom_size: { value: 1834 } },
      owner: { team: 'Shop', mail: 'javascript:alert(1)', page: 'https://shop.example/team' },
    })
    const others = await openOthers()
    await waitFor(() => expect(others.textContent).toContain('javascript:alert(1)'))
    expect(others.textContent).toContain('Score:n/a')
    fireEvent.click(within(others).getByText('DOM size').closest('summary')!)
    await waitFor(() => expect(others.textContent).toContain('Value:1834'))
    const links = within(others).getAllByRole('link')
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])).toEqual([
      ['https://shop.example/team', 'noopener noreferrer nofollow'],
    ])
  })

  it('with only a URL shows nothing else, and can be saved and run again', async () => {
    const { requests } = await open({ created_at: 'soon', google_score: 'A', results: null })
    screen.getByRole('img', { name: reportWords.noScore })
    expect(main().textContent).toContain('Analysed soon')
    expect(main().textContent).toContain(reportWords.noChecks)
    expect(main().textContent).not.toMatch(/points|Google-backed|Page details|\b0\b/)

    // Node's URLs don't know the files of this page.
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#file')
    onTestFinished(() => saved.mockRestore())
    fireEvent.click(screen.getByRole('button', { name: reportActionWords.more }))
    fireEvent.click(await screen.findByRole('menuitem', { name: reportActionWords.download }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    const file = await (saved.mock.lastCall![0] as Blob).text()
    expect(JSON.parse(file)).toEqual({ id: 7, url, created_at: 'soon', google_score: 'A', results: null })

    fireEvent.click(screen.getByRole('button', { name: reportActionWords.again }))
    await waitFor(() => expect(requests).toContain('POST /reports'))
  })

  it('shows markup and marks of text direction as text', async () => {
    await open({
      results: JSON.parse(
        '{"<img src=x onerror=alert(1)>":{"passed":false,"importance":"<b>high</b>"},"__proto__":{"passed":true},"\\u202egnp.exe":{"passed":false,"errors":"\\u202e"}}',
      ),
    })
    const checks = await screen.findByRole('region', { name: reportWords.checks })
    for (const text of ['<img src=x onerror=alert(1)>', '<b>high</b>', '[U+202E]gnp exe', reportWords.toFix(2, 3)])
      await waitFor(() => expect(checks.textContent).toContain(text))
    expect(main().querySelector('img[src]')).toBeNull()
  })

  it('shows the importance of a check and its errors, one without a value by its name alone', async () => {
    await open({
      results: {
        title: {
          passed: false,
          importance: 'high',
          value: null,
          errors: { missing: null, too_short: { min: 30 }, 'in <head>': '' },
        },
        h1: { passed: true, importance: 'Medium', value: 'Lamps', errors: { missing: null } },
      },
    })
    const checks = await screen.findByRole('region', { name: reportWords.checks })
    await waitFor(() => expect(checks.textContent).toContain('Importance:HighErrors:3 fieldsMissingToo short:1 field'))
    expect(checks.textContent).toContain('Importance:MediumValue:Lamps')
    expect(checks.textContent).not.toMatch(/none|empty|importance/)
  })
})
