import { describe, expect, it } from 'vitest'
import type { SiteFacts } from '#analyser/page-facts.ts'
import { checkPage } from '#testing/check-page.ts'
import { document } from '#testing/crawl.ts'

const none = { items: [], total: 0 }
const duplicate = { id: 12, url: 'https://example.com/lamps/old' }
const site = (facts: Partial<SiteFacts> = {}): SiteFacts => ({
  others: 4,
  title: none,
  description: none,
  body: none,
  similar: none,
  ...facts,
})
const html = document('', '<p>Lamps for the garden</p>')
const same = site({ body: { items: [duplicate], total: 1 } })

describe('duplicate-body', () => {
  it('passes a text that no other page has', () => {
    expect(checkPage('duplicate-body', { html, site: site() })).toMatchObject({
      outcome: 'pass',
      title: 'The text differs from those of the other pages with a report (4 when this report was judged)',
    })
  })

  it('warns of the same text', () => {
    expect(checkPage('duplicate-body', { html, site: same })).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: '1 other page of the website has the same text',
      evidence: [{ url: duplicate.url, note: 'Report 12' }],
    })
  })

  it('only tells of it where the page names the other one as canonical', () => {
    const naming = (href: string) => document(`<link rel="canonical" href="${href}">`, '<p>Lamps for the garden</p>')
    expect(checkPage('duplicate-body', { html: naming(duplicate.url), site: same })).toMatchObject({
      outcome: 'info',
      title: '1 other page of the website has the same text, and this page names the canonical one',
    })
    expect(checkPage('duplicate-body', { html: naming('https://example.com/elsewhere'), site: same }).outcome).toBe(
      'warn',
    )
    expect(
      checkPage('duplicate-body', { html: naming('https://example.com/garden/lamps?page=2'), site: same }).outcome,
    ).toBe('warn')
  })

  it('only tells of nearly the same text', () => {
    const similar = { items: [{ ...duplicate, similarity: 0.953125 }], total: 1 }
    expect(checkPage('duplicate-body', { html, site: site({ similar }) })).toMatchObject({
      outcome: 'info',
      passed: true,
      title: '1 other page of the website had nearly the same text when this report was judged',
      evidence: [{ url: duplicate.url, note: '95 % alike, report 12' }],
    })
  })

  it.each([
    ['nothing was compared', { html }, 'Other pages of the website were not looked at'],
    ['there is no other page', { html, site: site({ others: 0 }) }, 'No other page of the website has a report yet'],
    ['there is no text', { html: document(''), site: site() }, 'There is no text to compare'],
  ])('is not applicable where %s', (_, page, title) => {
    expect(checkPage('duplicate-body', page)).toMatchObject({ outcome: 'not-applicable', title })
  })
})
