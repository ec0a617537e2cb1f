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
    '<svg><script href="http://b.example/a.js"></script></svg>',
    '<svg><script xlink:href="http://b.example/a.js"></script></svg>',
    `<iframe srcdoc="<script src='http://b.example/a.js'></script>"></iframe>`,
    `<iframe srcdoc="<link rel=stylesheet href=http://b.example/a.css>" src="/other"></iframe>`,
    '<style type="TEXT/CSS;charset=utf-8">@import "http://b.example/a.css"</style>',
    '<style>@charset "utf-8"; @layer a, b; /* c */ @import url(http://b.example/a.css) layer(a);</style>',
    '<link rel="stylesheet" type="text/css; charset=utf-8" media="print" href="http://b.example/a.css">',
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
    '<svg><filter><feImage href="http://b.example/a.png"/></filter></svg>',
    `<iframe srcdoc="<img src=http://b.example/a.png>"></iframe>`,
    `<p style="background: image-set('http://b.example/a.png' 1x)">x</p>`,
    '<style>p { background: -webkit-image-set("http://b.example/a.png" 1x, "b.png" type("image/png") 2x) }</style>',
    '<style>p { background: cross-fade(url(http://b.example/a.png), url(b.png), 50%) }</style>',
    '<style>h1{BACKGROUND:URL(HTTP://b.example/a.png)}</style>',
    '<style><!-- h1{cursor:url(http://b.example/a.cur),auto} --></style>',
    '<style>:root{--a:url(http://b.example/a.png);--b:var(--a)} main{& h1{background:var(--b)}}</style>',
    '<p style="--a:url(http://b.example/a.png)">x</p><p style="background:var(--a)">y</p>',
    '<style>@media (min-width: 1px){@supports (color:red){h1{list-style:url(http://b.example/a.png)}}}</style>',
    '<svg><style>rect{mask-image:url(http://b.example/a.png)}</style></svg>',
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
    '<script nomodule src="http://b.example/a.js"></script>',
    '<script language="VBScript" src="http://b.example/a.vbs"></script>',
    '<link rel="stylesheet" disabled href="http://b.example/a.css">',
    '<link rel="stylesheet" type="text/less" href="http://b.example/a.less">',
    '<style type="text/less">@import url(http://b.example/a.css);</style>',
    '<style>/* p{background:url(http://b.example/a.png)} */</style>',
    '<p style="/* background:url(http://b.example/a.png) */ color:red">x</p>',
    '<style>@namespace url(http://www.w3.org/1999/xhtml); @namespace svg "http://www.w3.org/2000/svg";</style>',
    `<style>p::before{content:'url(http://b.example/a.png)'}</style>`,
    '<style>p{--a:url(http://b.example/a.png)}</style>',
    '<p style="--a:url(http://b.example/a.png)">x</p>',
    '<style>p{color:red} @import url(http://b.example/a.css);</style>',
    '<style>p{colour:url(http://b.example/a.png); *background:url(http://b.example/a.png)}</style>',
    '<style>p{color:url(http://b.example/a.png)}</style>',
    '<style>p{background:url(http://b.example/a.png); background:none}</style>',
    '<style>@media print{p{background:url(http://b.example/a.png)}}</style>',
    '<style>@font-face{font-family:a;src:url(http://b.example/a.eot) format("embedded-opentype")}</style>',
    '<style>p{filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src="http://b.example/a.png")}</style>',
    '<iframe srcdoc="<p>http://b.example/</p>" src="http://b.example/"></iframe>',
    '<svg xmlns="http://www.w3.org/2000/svg"><script type="text/plain" href="http://b.example/a"></script></svg>',
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
