import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { pageUrl } from '#testing/pages/fetched-page.ts'
import { texts } from './usage-preferences.ts'

describe('usage-preferences', () => {
  it('does not apply without any', () => {
    expect(checkPage('usage-preferences', { robots: 'User-agent: *\nAllow: /' }).outcome).toBe('not-applicable')
  })

  it('shows the lines of robots.txt and the headers, without a score', () => {
    const robots = 'User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n\nContent-Usage: train-ai=n'
    expect(checkPage('usage-preferences', { robots, headers: { 'content-usage': 'train-ai=n' } })).toMatchObject({
      outcome: 'info',
      scored: false,
      value: 3,
      title: texts.preferences('search=yes, ai-train=no · train-ai=n'),
      evidence: [
        {
          url: 'https://example.com/robots.txt',
          line: 2,
          snippet: 'content-signal: search=yes, ai-train=no',
          note: 'For all crawlers',
        },
        { line: 5, snippet: 'content-usage: train-ai=n' },
        { url: pageUrl, snippet: 'content-usage: train-ai=n', note: texts.fromHeader },
      ],
    })
  })

  it('names the crawlers, if there are any', () => {
    const noteOf = (robots: string) => checkPage('usage-preferences', { robots }).evidence?.[0]?.note
    expect(noteOf('User-agent: GPTBot\nContent-Signal: ai-train=no\nAllow: /')).toBe('For gptbot')
    expect(noteOf('Content-Signal: ai-train=no')).toBe('For no crawler')
  })
})
