import { describe, expect, it } from 'vitest'
import type { DuplicateFacts } from '#analyser/page-facts.ts'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { duplicatesTitle, notCompared, noOtherPages } from '../check-helpers/evidence.ts'
import { duplicateBody, texts } from './duplicate-body.ts'

const none = { items: [], total: 0 }
const duplicate = { id: 12, url: 'https://example.com/lamps/old' }
const duplicates = (facts: Partial<DuplicateFacts> = {}): DuplicateFacts => ({
  counted: true,
  others: 4,
  title: none,
  description: none,
  body: none,
  similar: none,
  ...facts,
})
const html = document('', '<p>Lamps for the garden</p>')
const same = duplicates({ body: { items: [duplicate], total: 1 } })

describe('duplicate-body', () => {
  it('passes a text that no other page has', () => {
    expect(checkPage('duplicate-body', { html, duplicates: duplicates() })).toMatchObject({
      outcome: 'pass',
      title: duplicateBody.titlePass,
    })
  })

  it('shows the same text without scoring it', () => {
    expect(checkPage('duplicate-body', { html, duplicates: same })).toMatchObject({
      outcome: 'info',
      scored: false,
      points_lost: 0,
      value: 1,
      title: duplicatesTitle(1, 'the same content'),
      evidence: [{ url: duplicate.url, note: 'Report 12' }],
    })
  })

  it('says where the page names the other one as canonical', () => {
    const titleOf = (href: string) =>
      checkPage('duplicate-body', {
        html: document(`<link rel="canonical" href="${href}">`, '<p>Lamps for the garden</p>'),
        duplicates: same,
      }).title
    expect(titleOf(duplicate.url)).toBe(texts.canonical(duplicatesTitle(1, 'the same content'), 1))
    expect(titleOf('https://example.com/elsewhere')).toBe(duplicatesTitle(1, 'the same content'))
    expect(titleOf('https://example.com/garden/lamps?page=2')).toBe(duplicatesTitle(1, 'the same content'))
  })

  it('shows nearly the same text', () => {
    const similar = { items: [{ ...duplicate, similarity: 0.953125 }], total: 1 }
    expect(checkPage('duplicate-body', { html, duplicates: duplicates({ similar }) })).toMatchObject({
      outcome: 'info',
      passed: true,
      title: duplicatesTitle(1, 'nearly the same content'),
      evidence: [{ url: duplicate.url, note: '95% similar, report 12' }],
    })
  })

  it.each([
    ['nothing was compared', { html }, notCompared],
    ['there is no other page', { html, duplicates: duplicates({ others: 0 }) }, noOtherPages],
    ['there is no text', { html: document(''), duplicates: duplicates() }, texts.noText],
  ])('is not applicable where %s', (_, page, title) => {
    expect(checkPage('duplicate-body', page)).toMatchObject({ outcome: 'not-applicable', title })
  })
})
