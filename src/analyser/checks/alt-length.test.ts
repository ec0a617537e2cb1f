import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './alt-length.ts'

const withBody = (body: string) => checkPage('alt-length', { html: document('', body) })
const img = (alt: string) => `<img src="a.png" alt="${alt}">`

describe('alt-length', () => {
  it.each([
    ['a'.repeat(100), 'pass', 100],
    ['a'.repeat(101), 'warn', 101],
    ['👩‍🌾'.repeat(30), 'pass', 30],
    ['é'.normalize('NFD').repeat(80), 'pass', 80],
    ['灯'.repeat(101), 'warn', 101],
  ])('of %s: %s', (alt, outcome, value) => {
    expect(withBody(img(alt))).toMatchObject({ outcome, value })
  })

  it('points at the long ones, and gives the longest as its value', () => {
    expect(withBody(img('A lamp') + img('a'.repeat(120)) + img('b'.repeat(140)))).toMatchObject({
      value: 140,
      title: texts.long(2),
      evidence: [{ selector: 'body > img:nth-of-type(2)', note: '120 characters' }, { note: '140 characters' }],
    })
  })

  it('looks at every image, and counts more than it lists', () => {
    expect(withBody(img('A lamp').repeat(1500) + img('a'.repeat(120))).outcome).toBe('warn')
    const result = withBody(img('a'.repeat(5000)).repeat(400))
    expect(result).toMatchObject({ value: 5000, title: texts.long(400) })
    expect(result.evidence).toHaveLength(20)
    expect(result.evidence_total).toBe(400)
  })

  it('counts characters as readers do', () => {
    expect(withBody(img('👩‍🌾'.repeat(90))).outcome).toBe('pass')
    expect(withBody(img('é'.normalize('NFD').repeat(90)).repeat(300)).outcome).toBe('pass')
    expect(withBody(img('बाग़ीचा '.repeat(24)).repeat(300)).outcome).toBe('pass')
  })

  it('is not applicable without alternative texts', () => {
    for (const body of ['', '<img src="a"><img src="b" alt="">', `<div hidden>${img('a'.repeat(120))}</div>`])
      expect(withBody(body).outcome).toBe('not-applicable')
  })
})
