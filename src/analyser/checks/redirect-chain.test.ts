import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { texts } from './redirect-chain.ts'

const hop = (at: number, status = 301) => ({ url: `https://example.com/${at}`, status, location: `/${at + 1}` })

describe('redirect-chain', () => {
  it('passes none and one', () => {
    expect(checkPage('redirect-chain', {})).toMatchObject({ outcome: 'pass', value: 0 })
    expect(checkPage('redirect-chain', { redirects: [hop(0)] })).toMatchObject({ outcome: 'pass', value: 1 })
  })

  it.each([2, 10])('warns of %i', (hops) => {
    expect(checkPage('redirect-chain', { redirects: Array.from({ length: hops }, (_, at) => hop(at)) })).toMatchObject({
      outcome: 'warn',
      value: hops,
      title: texts.several(hops, 0),
    })
  })

  it('shows every hop and which are temporary', () => {
    expect(checkPage('redirect-chain', { redirects: [hop(0, 302), hop(1, 308)] }).evidence).toEqual([
      { url: 'https://example.com/0', note: '302, temporary, to /1' },
      { url: 'https://example.com/1', note: '308, permanent, to /2' },
    ])
  })

  it('says how many are temporary', () => {
    expect(checkPage('redirect-chain', { redirects: [hop(0, 307)] }).title).toBe(texts.one('temporary '))
    expect(checkPage('redirect-chain', { redirects: [hop(0, 303), hop(1, 301), hop(2, 302)] }).title).toBe(
      texts.several(3, 2),
    )
    expect(checkPage('redirect-chain', { redirects: [hop(0, 300)] }).evidence).toEqual([
      { url: 'https://example.com/0', note: '300, to /1' },
    ])
  })
})
