import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CheckView } from './check-view.ts'
import { newIssueUrl, ticketOf } from './tickets.tsx'

const ticket = { title: 'Title & more', text: '### Why\n\n`<a>`' }
const read = (url: string | null) => {
  const { origin = '', pathname = '', searchParams } = URL.parse(url ?? '') ?? {}
  return { address: origin + pathname, params: Object.fromEntries(searchParams ?? []) }
}

describe('the URL of a new issue', () => {
  it.each([
    [
      'jira',
      'https://acme.atlassian.net/?pid=10000&issuetype=10001',
      'https://acme.atlassian.net/secure/CreateIssueDetails!init.jspa',
      { pid: '10000', issuetype: '10001', summary: ticket.title, description: ticket.text },
    ],
    [
      'github',
      'https://github.com/acme/website/',
      'https://github.com/acme/website/issues/new',
      { title: ticket.title, body: ticket.text },
    ],
    [
      'github',
      'https://github.com/acme/website/issues/new?labels=seo#top',
      'https://github.com/acme/website/issues/new',
      { labels: 'seo', title: ticket.title, body: ticket.text },
    ],
    [
      'linear',
      'https://linear.app/acme/team/SEO',
      'https://linear.app/acme/team/SEO/new',
      { title: ticket.title, description: ticket.text },
    ],
  ] as const)('is filled in for %s at %s', (tracker, base, address, params) => {
    expect(read(newIssueUrl(tracker, base, ticket))).toEqual({ address, params })
  })

  it.each([
    ['jira', 'https://acme.atlassian.net'],
    ['github', 'https://github.com/acme'],
    ['linear', 'https://linear.app/acme'],
    ['github', 'javascript:alert(1)//a/b'],
    ['github', 'github.com/acme/website'],
    ['github', ''],
  ] as const)('is null for %s at %j, which is incomplete or not a web URL', (tracker, base) => {
    expect(newIssueUrl(tracker, base, ticket)).toBeNull()
  })

  it('shortens a long text, so that trackers accept the URL', () => {
    const url = newIssueUrl('github', 'https://github.com/acme/website', { title: 'T', text: 'ü'.repeat(20_000) })
    expect(url!.length).toBeLessThanOrEqual(6000)
    expect(read(url).params['body']).toMatch(/^ü{500,}…$/)
  })
})

beforeAll(() => void vi.stubGlobal('location', new URL('https://reports.example/reports/482?list=x')))
afterAll(() => void vi.unstubAllGlobals())

const check = {
  id: 'title-length',
  title: 'The title is\n too long',
  outcome: 'warn',
  importance: 'high',
  points: 2.4,
  rise: null,
  reason: null,
  info: null,
  evidence: [],
  evidence_total: null,
  pageUrl: '',
} as unknown as CheckView

describe('a finding as a ticket', () => {
  it('names the page, the result, its worth and the report', () => {
    expect(ticketOf({ ...check, pageUrl: 'https://shop.example/a b' })).toEqual({
      title: 'The title is too long',
      text: [
        '**Page:** <https://shop.example/a%20b>',
        '**The title is too long:** Warning · high importance · 2 points lost',
        '[Open the report](https://reports.example/reports/482#check-title-length)\n',
      ].join('\n\n'),
    })
  })

  it('gives the score with and without a blocker instead of its points', () => {
    expect(ticketOf({ ...check, rise: { from: 49, to: 66 } }).text).toContain('high importance · score 49 → 66')
  })

  it('keeps what comes from the page as code, whatever it contains', () => {
    const evidence = [
      { snippet: '<a href="`x`">', line: 3, column: 5, note: '@everyone' },
      { url: 'https://a.example/' },
    ]
    const { text } = ticketOf({ ...check, evidence })
    expect(text).toContain('- `` <a href="`x`"> `` · line 3, column 5 · `@everyone`\n- `https://a.example/`')
  })

  it('has ten findings and the number of the others', () => {
    const evidence = Array.from({ length: 12 }, (_, line) => ({ snippet: `<b${line}>` }))
    const { text } = ticketOf({ ...check, evidence, evidence_total: 40 })
    expect(text).toContain('<b9>')
    expect(text).not.toContain('<b10>')
    expect(text).toContain('The report has 30 more findings.')
  })
})
