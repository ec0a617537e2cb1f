import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './mixed-content.ts'

const onPage = (head: string, body = '', headers = {}) =>
  checkPage('mixed-content', { html: document(head, body), headers })

describe('mixed-content', () => {
  it('passes a page of its own and https parts, and http links', () => {
    expect(
      onPage(
        '<script src="/a.js"></script><link rel="stylesheet" href="https://b.example/c.css">',
        '<img src="//c.example/d.png"><a href="http://d.example/">x</a>',
      ).outcome,
    ).toBe('pass')
  })

  it.each([
    ['script', '<script src="http://b.example/a.js"></script>'],
    ['stylesheet', '<link rel="stylesheet" href="http://b.example/a.css">'],
    ['stylesheet', '<style>@import url("http://b.example/a.css");</style>'],
    ['stylesheet', "<style>@import 'http://b.example/a.css';</style>"],
    ['script', '<link rel="preload" as="script" href="http://b.example/a.js">'],
  ])('fails a %s over http: %s', (kind, head) => {
    expect(onPage(head)).toMatchObject({
      outcome: 'fail',
      importance: 'high',
      value: 1,
      title: texts.insecure(1),
      evidence: [{ line: 5 }],
    })
    expect(onPage(head).evidence[0]?.note).toBe(`Loaded as ${kind}`)
  })

  it.each(['<iframe src="http://b.example/"></iframe>', '<object data="http://b.example/x.swf"></object>'])(
    'fails %s',
    (body) => {
      expect(onPage('', body).outcome).toBe('fail')
    },
  )

  it.each([
    '<img src="http://b.example/a.png">',
    '<img src="a.png" srcset="b.png 1x, http://b.example/a.png 2x">',
    '<picture><source srcset="http://b.example/a.avif"><img src="a.png"></picture>',
    '<video src="http://b.example/a.mp4"></video>',
    '<p style="background: url( http://b.example/a.png )">x</p>',
    '<svg><image href="http://b.example/a.png"/></svg>',
    '<table background="http://b.example/a.png"></table>',
  ])('warns of %s, which deducts less than a script', (body) => {
    expect(onPage('', body)).toMatchObject({ outcome: 'warn', points_lost: 4.8, value: 1 })
  })

  it('reads every address of a srcset', () => {
    const { evidence } = onPage('', '<img srcset="http://b.example/a.png, /c.png 2x,http://b.example/d,e.png 3x">')
    expect(evidence.map(({ url }) => url)).toEqual(['http://b.example/a.png', 'http://b.example/d,e.png'])
  })

  it('honours the base element', () => {
    expect(onPage('<base href="http://b.example/"><script src="a.js"></script>')).toMatchObject({
      outcome: 'fail',
      evidence: [{ url: 'http://b.example/a.js' }],
    })
  })

  it('passes when browsers are asked to upgrade, by header or meta element', () => {
    const image = '<img src="http://b.example/a.png">'
    expect(
      onPage('', image, { 'content-security-policy': "default-src 'self'; Upgrade-Insecure-Requests" }).outcome,
    ).toBe('pass')
    expect(
      onPage('<meta http-equiv="Content-Security-Policy" content="upgrade-insecure-requests">', image).outcome,
    ).toBe('pass')
  })

  it.each([
    '<noscript><img src="http://b.example/a.png" srcset="http://b.example/a.png 2x"></noscript>',
    '<template><script src="http://b.example/a.js"></script></template>',
    '<img src="http://localhost:8080/a.png">',
    '<script type="text/template" src="http://b.example/x"></script>',
  ])('does not count %s', (body) => expect(onPage('', body).outcome).toBe('pass'))

  it('is not applicable to a page over http', () => {
    expect(
      checkPage('mixed-content', {
        finalUrl: 'http://example.com/',
        html: document('<script src="http://b.example/a.js"></script>'),
      }).outcome,
    ).toBe('not-applicable')
  })
})
