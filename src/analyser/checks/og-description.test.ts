import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './og-description.ts'

const withHead = (head: string, body = '') => checkPage('og-description', { html: document(head, body) })

describe('og-description', () => {
  it('passes when there is one', () =>
    expect(withHead('<meta property="og:description" content="Lamps">').outcome).toBe('pass'))

  it.each(['', '<meta property="og:description" content=" ">', '<meta property="og:description">'])(
    'only notes that it is missing in "%s"',
    (head) => {
      expect(withHead(head)).toMatchObject({
        outcome: 'info',
        points_lost: 0,
        title: texts.neither,
      })
    },
  )

  it('says what networks take instead', () => {
    expect(withHead('<meta name="description" content="Lamps">')).toMatchObject({
      outcome: 'info',
      title: texts.metaOnly,
    })
  })

  it('points at one given by name, and does not count one in the body', () => {
    expect(withHead('<meta name="og:description" content="Lamps">')).toMatchObject({
      outcome: 'info',
      evidence: [{ selector: 'head > meta:nth-of-type(2)' }],
    })
    expect(withHead('', '<p>x</p><meta property="og:description" content="Lamps">').outcome).toBe('info')
  })
})
