import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { accessTexts } from '../check-helpers/ai-access.ts'
import { crawlers } from './ai-user-fetch.ts'

describe('ai-user-fetch', () => {
  it('shows that all are allowed, without a score', () => {
    expect(checkPage('ai-user-fetch', {})).toMatchObject({
      outcome: 'info',
      scored: false,
      title: accessTexts.all(5, crawlers),
      value: 0,
    })
  })

  it('names the blocked ones with the deciding line', () => {
    const result = checkPage('ai-user-fetch', { robots: 'User-agent: Perplexity-User\nDisallow: /' })
    expect(result).toMatchObject({ title: accessTexts.blocked(['Perplexity-User'], 5, crawlers), value: 1 })
    expect(result.evidence?.[0]).toMatchObject({ line: 2, snippet: 'Disallow: /' })
    expect(result.evidence?.[0]?.note).toContain('generally ignores robots.txt')
  })

  it('says where a vendor documents nothing', () => {
    const notes = checkPage('ai-user-fetch', {}).evidence?.map(({ note }) => note)
    expect(notes?.filter((note) => note?.includes('documents nothing about it'))).toHaveLength(1)
  })

  it('is unknown if robots.txt is', () => {
    expect(checkPage('ai-user-fetch', { robots: { outcome: 'unreachable', status: null } }).outcome).toBe('unknown')
  })
})
