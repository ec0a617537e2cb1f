import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { defaultsOf } from '#contract/lists/query-params.ts'
import { rankLabels } from '#contract/reports/analysis.ts'
import type { WebsiteIssue } from '#contract/websites/website-pages.ts'
import { issueWords } from '../words.ts'
import { ticketOfIssue } from './issue-ticket.tsx'
import { groupIssues, issuesCsv, issuesParams, type IssuesView } from './issues-view.ts'

const issue = (check: string, given: Partial<WebsiteIssue> = {}): WebsiteIssue => ({
  check,
  name: `Check ${check}`,
  problem: `Problem ${check}`,
  rank: 3,
  scope: 'page',
  importance: 'medium',
  category: 'content',
  source: 'practice',
  scored: true,
  pages: 1,
  waived_pages: 0,
  unread_pages: 0,
  points: 1,
  clicks: null,
  since: null,
  sample: null,
  causes: [],
  targets: [],
  ...given,
})

const issues = [
  issue('a', { rank: 1, importance: 'high', category: 'crawl', source: 'google', since: '2026-05-02' }),
  issue('b', { rank: 2, scope: 'website', points: 9, clicks: 3 }),
  issue('c', { rank: 3, pages: 7, since: '2026-05-03', clicks: 0 }),
  issue('d', { rank: 3, pages: 7, points: 2, category: null, clicks: 40 }),
]
const shown = (view: Partial<IssuesView>) =>
  groupIssues(issues, { ...defaultsOf(issuesParams), ...view }).map(({ label, issues }) => [
    label,
    ...issues.map(({ check }) => check),
  ])

describe('issues', () => {
  it('are in groups by their rank, with settings of the whole website last', () => {
    expect(shown({})).toEqual([
      [rankLabels[1], 'a'],
      [rankLabels[3], 'c', 'd'],
      [issueWords.settings, 'b'],
    ])
  })

  it.each<[Partial<IssuesView>, string[]]>([
    [{ sort_by: 'pages' }, ['c', 'd', 'a', 'b']],
    [{ sort_by: 'points' }, ['b', 'd', 'a', 'c']],
    [{ sort_by: 'newest' }, ['c', 'a', 'b', 'd']],
    [{ sort_by: 'clicks' }, ['d', 'b', 'c', 'a']],
  ])('are one list in another order: %o', (view, order) => {
    expect(shown(view)).toEqual([[null, ...order]])
  })

  it('are ordered by clicks only if Google told some', () => {
    const view = { ...defaultsOf(issuesParams), sort_by: 'clicks' as const }
    const unknown = issues.map((one) => ({ ...one, clicks: null }))
    expect(groupIssues(unknown, view).map(({ label }) => label)).toEqual(shown({}).map(([label]) => label))
  })

  it.each<[Partial<IssuesView>, string[]]>([
    [{ category: 'content' }, ['c', 'b']],
    [{ importance: 'high' }, ['a']],
    [{ since: '2026-05-03' }, ['c']],
    [{ since: '2026-05-02' }, ['a', 'c']],
    [{ category: 'links' }, []],
  ])('are filtered by %o', (view, order) => {
    expect(shown(view).flatMap(([, ...checks]) => checks)).toEqual(order)
  })

  it('are exported as they are shown, without formulas', () => {
    const groups = groupIssues(
      [
        issue('=a', {
          problem: '=cmd',
          clicks: 12,
          targets: [{ url: 'https://a.example/x', status: 404, pages: 2, samples: [] }],
        }),
      ],
      defaultsOf(issuesParams),
    )
    const [head, line] = issuesCsv(groups).split('\r\n')
    expect(head).toBe(
      '\ufeffIssue,Check,Priority,Category,Importance,Google-backed,Pages,Points lost,Since,Example,Targets,Clicks',
    )
    expect(line).toBe(`'=cmd,Check =a,"${rankLabels[3]}",Content,Medium,no,1,1,,,https://a.example/x,12`)
  })
})

describe('an issue as a ticket', () => {
  beforeAll(() => void vi.stubGlobal('location', new URL('https://reports.example/websites/1')))
  afterAll(() => void vi.unstubAllGlobals())

  it('names its pages, what decides it, and the list', () => {
    const samples = [{ report_id: 1, url: 'https://a.example/', title: null, anchor: 'Old `lamps`' }]
    const target = { url: 'https://a.example/gone', status: 404, pages: 2, samples }
    const page = { report_id: 1, title: null, status: 200, indexability: null, indexing_code: null }
    const evidence = [{ snippet: '<a href="/gone">', line: 7, note: 'It returns 404.' }]
    const { title, text } = ticketOfIssue(
      issue('broken-internal', { problem: 'Some links are broken', pages: 300, targets: [target] }),
      [
        { ...page, url: 'https://a.example/', indexability: 'blocked', indexing_code: 'robots' },
        { ...page, url: 'https://a.example/b c', evidence },
      ],
      undefined,
      '/websites/1?latest=1&check=broken-internal',
    )
    expect(title).toBe('Some links are broken (300 pages)')
    expect(text).toBe(
      `${[
        '**Website:** <https://a.example>',
        '**Some links are broken:** 300 pages · medium importance · 1 point lost',
        '### URLs\n\n- `https://a.example/gone` · 404, 2 pages link to it\n  - <https://a.example/> · `` “Old `lamps`” ``',
        '### Pages\n\n- <https://a.example/> · Google: Blocked by robots.txt\n- <https://a.example/b%20c>\n  - `<a href="/gone">` · line 7 · `It returns 404.`',
        '298 more pages in the list',
        '[Open the list](https://reports.example/websites/1?latest=1&check=broken-internal)',
      ].join('\n\n')}\n`,
    )
  })
})
