import { describe, expect, it } from 'vitest'
import { newIssueUrl } from './trackers.ts'

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
