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
      title: 'No other page has this text',
    })
  })

  it('shows the same text without scoring it', () => {
    expect(checkPage('duplicate-body', { html, site: same })).toMatchObject({
      outcome: 'info',
      scored: false,
      points_lost: 0,
      value: 1,
      title: '1 other page has this text',
      evidence: [{ url: duplicate.url, note: 'Report 12' }],
    })
  })

  it('says where the page names the other one as canonical', () => {
    const titleOf = (href: string) =>
      checkPage('duplicate-body', {
        html: document(`<link rel="canonical" href="${href}">`, '<p>Lamps for the garden</p>'),
        site: same,
      }).title
    expect(titleOf(duplicate.url)).toBe('1 other page has this text, and this page names the canonical one')
    expect(titleOf('https://example.com/elsewhere')).toBe('1 other page has this text')
    expect(titleOf('https://example.com/garden/lamps?page=2')).toBe('1 other page has this text')
  })

  it('shows nearly the same text', () => {
    const similar = { items: [{ ...duplicate, similarity: 0.953125 }], total: 1 }
    expect(checkPage('duplicate-body', { html, site: site({ similar }) })).toMatchObject({
      outcome: 'info',
      passed: true,
      title: '1 other page has nearly this text',
      evidence: [{ url: duplicate.url, note: '95% similar, report 12' }],
    })
  })

  it.each([
    ['nothing was compared', { html }, 'Other pages weren’t compared'],
    ['there is no other page', { html, site: site({ others: 0 }) }, 'No other page of the website has a report yet'],
    ['there is no text', { html: document(''), site: site() }, 'There is no text to compare'],
  ])('is not applicable where %s', (_, page, title) => {
    expect(checkPage('duplicate-body', page)).toMatchObject({ outcome: 'not-applicable', title })
  })
})
