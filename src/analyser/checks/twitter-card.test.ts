import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { twitterCard, texts } from './twitter-card.ts'

const withHead = (head: string, body = '') => checkPage('twitter-card', { html: document(head, body) })

describe('twitter-card', () => {
  it.each(['summary', 'summary_large_image', 'app', 'player', ' Summary '])(
    'passes the kind "%s", by name or property',
    (kind) => {
      for (const attribute of ['name', 'property'])
        expect(withHead(`<meta ${attribute}="twitter:card" content="${kind}">`)).toMatchObject({
          outcome: 'pass',
          value: kind.trim().toLowerCase(),
        })
    },
  )

  it.each(['summary-large-image', 'photo', 'x'.repeat(5000)])('only notes an unknown kind, "%.20s"', (kind) => {
    expect(withHead(`<meta name="twitter:card" content="${kind}">`)).toMatchObject({
      outcome: 'info',
      points_lost: 0,
      title: texts.unknown,
      evidence: [{ selector: 'head > meta:nth-of-type(2)' }],
    })
  })

  it('only notes that it is missing', () => {
    expect(withHead('')).toMatchObject({ outcome: 'info', title: twitterCard.titleFail })
    expect(withHead('<meta name="twitter:card" content="">').outcome).toBe('info')
    expect(withHead('', '<p>x</p><meta name="twitter:card" content="summary">').outcome).toBe('info')
  })
})
