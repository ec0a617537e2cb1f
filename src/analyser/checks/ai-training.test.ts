import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { accessTexts, provenance } from '../check-helpers/ai-access.ts'
import { aiCrawlers } from '../facts/ai-crawlers.ts'
import { crawlers } from './ai-training.ts'

describe('ai-training', () => {
  it('shows that all are allowed, without a score', () => {
    expect(checkPage('ai-training', {})).toMatchObject({
      outcome: 'info',
      scored: false,
      title: accessTexts.all(9, crawlers),
      value: 0,
    })
  })

  it('names the blocked ones with the deciding line', () => {
    const result = checkPage('ai-training', { robots: 'User-agent: Google-Extended\nDisallow: /' })
    expect(result).toMatchObject({
      title: accessTexts.blocked(['Google-Extended'], 9, crawlers),
      value: 1,
    })
    expect(result.evidence?.[0]).toMatchObject({ line: 2, snippet: 'Disallow: /' })
    expect(result.evidence?.[0]?.note).toContain('doesn’t affect Google Search')
  })

  it('says where a vendor documents nothing', () => {
    const notes = checkPage('ai-training', {}).evidence?.map(({ note }) => note)
    expect(notes?.filter((note) => note?.includes('documents nothing about it'))).toHaveLength(1)
  })

  it('says when each statement was compared with the vendor’s page, or that it was not', () => {
    const notes = checkPage('ai-training', {}).evidence?.map(({ note }) => note ?? '') ?? []
    const [meta, ai2] = ['meta-externalagent', 'AI2Bot'].map((name) => aiCrawlers.find(({ token }) => token === name)!)
    expect([meta?.checked, ai2?.checked]).toEqual(['2026-11-23', null])
    expect(notes.filter((note) => note.endsWith(provenance(meta!)))).toHaveLength(1)
    expect(notes.filter((note) => note.endsWith(provenance(ai2!)))).toHaveLength(1)
    expect(provenance(meta!)).toContain('2026-11-23')
    expect(provenance(ai2!)).not.toMatch(/\d{4}-\d\d|null/)
  })

  it('is unknown if robots.txt is', () => {
    expect(checkPage('ai-training', { robots: { outcome: 'unreachable', status: null } }).outcome).toBe('unknown')
  })
})
