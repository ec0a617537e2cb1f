import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, pageUrl } from '#testing/pages/fetched-page.ts'
import { texts } from './meta-refresh.ts'

const meta = (content: string) => `<meta http-equiv="refresh" content="${content}">`
const check = (content: string) => checkPage('meta-refresh', { html: document(meta(content)) })

describe('meta-refresh', () => {
  it.each([
    ['0; url=/new', 'https://example.com/new', texts.immediate],
    ['5;URL=https://other.example/', 'https://other.example/', texts.delayed(5)],
    ["1, url = '/new' more", 'https://example.com/new', texts.delayed(1)],
    ['0 /new', 'https://example.com/new', texts.immediate],
    ['.5; url=?page=3', 'https://example.com/garden/lamps?page=3', texts.immediate],
  ])('warns of "%s", pointing at it', (content, url, title) => {
    expect(check(content)).toMatchObject({ outcome: 'warn', value: url, title, evidence: [{ url, line: 5 }] })
  })

  it('warns of one in the body and of the header', () => {
    expect(checkPage('meta-refresh', { html: document('', meta('3;url=/x')) }).outcome).toBe('warn')
    expect(checkPage('meta-refresh', { headers: { refresh: '0;url=/x' } })).toMatchObject({
      outcome: 'warn',
      evidence: [{ url: 'https://example.com/x', snippet: 'refresh: 0;url=/x' }],
    })
  })

  it.each([
    ['300', 300],
    ['30; url=', 30],
    [`60; url=${pageUrl}`, 60],
    ['9; url=#top', 9],
  ])('only notes that "%s" loads the page again', (content, seconds) => {
    expect(check(content)).toMatchObject({ outcome: 'info', value: seconds, points_lost: 0 })
  })

  it.each([
    ['0; url=lamps://paths/5', texts.app],
    ['3; url=intent://paths#Intent;scheme=lamps;end', texts.app],
    ['0; url=mailto:us@example.com', texts.app],
    ['2; url=javascript:go()', texts.ignored],
    ['0; url=https://', texts.ignored],
    ['0; url=http://[', texts.ignored],
  ])('notes that “%s” neither redirects nor reloads', (content, title) => {
    expect(check(content)).toMatchObject({ outcome: 'info', title, points_lost: 0 })
  })

  it.each(['', 'soon; url=/x', '5x; url=/x', '-1; url=/x'])('passes "%s", which browsers do not obey', (content) => {
    expect(check(content).outcome).toBe('pass')
  })

  it('passes a page without any, or with one for those without scripts', () => {
    expect(checkPage('meta-refresh', { html: document(`<noscript>${meta('0;url=/plain')}</noscript>`) }).outcome).toBe(
      'pass',
    )
  })

  it('reads one with a thousand spaces', () => {
    expect(check(`0${' '.repeat(1000)};${' '.repeat(500)}url=/x`)).toMatchObject({
      outcome: 'warn',
      value: 'https://example.com/x',
    })
  })
})
