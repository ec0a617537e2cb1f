import { describe, expect, it } from 'vitest'
import { evaluate } from '#analyser/evaluate.ts'
import { analyseCase, checkPage } from '#testing/pages/check-page.ts'
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
    ['font', '<link rel="preload" as="font" href="http://b.example/a.woff2" crossorigin>'],
    ['font', '<style>@font-face { font-family: A; src: url(http://b.example/a.woff2) }</style>'],
    ['image', '<link rel="preload" as="image" imagesrcset="http://b.example/a.png 2x">'],
  ])('fails a %s over http: %s', (kind, head) => {
    expect(onPage(head)).toMatchObject({
      outcome: 'fail',
      importance: 'high',
      value: 1,
      title: texts.insecure(1),
      evidence: [{ line: 5 }],
    })
    expect(onPage(head).evidence[0]?.note).toBe(`Loaded as ${kind}, which browsers block`)
  })

  it.each([
    '<iframe src="http://b.example/"></iframe>',
    '<object data="http://b.example/x.swf"></object>',
    '<video><track src="http://b.example/a.vtt"></video>',
    '<img src="a.png" srcset="b.png 1x, http://b.example/a.png 2x">',
    '<img src="http://b.example/a.png" srcset="b.png 2x">',
    '<picture><source srcset="http://b.example/a.avif"><img src="a.png"></picture>',
    '<picture><source srcset="a.avif"><img src="http://b.example/a.png"></picture>',
    '<img src="http://192.0.2.7/a.png">',
  ])('fails %s', (body) => {
    expect(onPage('', body).outcome).toBe('fail')
  })

  it.each([
    '<img src="http://b.example/a.png">',
    '<link rel="preload" as="image" href="http://b.example/a.png">',
    '<video poster="http://b.example/a.png"></video>',
    '<video><source src="http://b.example/a.mp4"></video>',
    '<video src="http://b.example/a.mp4"></video>',
    '<p style="background: url( http://b.example/a.png )">x</p>',
    '<svg><image href="http://b.example/a.png"/></svg>',
    '<table background="http://b.example/a.png"></table>',
  ])('warns of %s, which deducts less than a script', (body) => {
    expect(onPage('', body)).toMatchObject({ outcome: 'warn', points_lost: 1.2, value: 1 })
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
    '<picture><source src="http://b.example/a.avif"><img src="a.png"></picture>',
  ])('does not count %s', (body) => expect(onPage('', body).outcome).toBe('pass'))

  it('of an older report is unknown if it doesn’t show which images are blocked', () => {
    const { facts } = analyseCase({ top: '<h1>Lamps</h1><img alt="" src="http://b.example/a.png">' })
    const { mixedContent: _, ...older } = facts
    expect(evaluate(facts).results['mixed-content']?.outcome).toBe('warn')
    expect(evaluate(older).results['mixed-content']?.outcome).toBe('unknown')
    const script = analyseCase({ top: '<h1>Lamps</h1><script src="http://b.example/a.js"></script>' }).facts
    const { mixedContent: __, ...olderScript } = script
    expect(evaluate(olderScript).results['mixed-content']?.outcome).toBe('fail')
  })

  it('is not applicable to a page over http', () => {
    expect(
      checkPage('mixed-content', {
        finalUrl: 'http://example.com/',
        html: document('<script src="http://b.example/a.js"></script>'),
      }).outcome,
    ).toBe('not-applicable')
  })
})
