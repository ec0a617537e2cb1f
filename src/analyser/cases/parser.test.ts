import { describe, expect, it } from 'vitest'
import { analyseCase, type Case, type Change, expectCase } from '#testing/pages/check-page.ts'
import { pageUrl } from '#testing/pages/fetched-page.ts'
import { soundHtml, soundParts } from '#testing/pages/sound-page.ts'

// Each case is a page whose tree, as a browser shows it, is not what its tags seem to say.

const { text, top, links, picture, more, form } = soundParts
const noContent = { top: '', text: '', links: '', picture: '', more: '', form: '' }
const all = [top, picture, text, more, links, form].join('')

const shadowRoots: Case[] = [
  [
    'the content of a declarative shadow root',
    { ...noContent, text: `<lamp-page><template shadowrootmode="open"><main>${all}</main></template></lamp-page>` },
    {},
  ],
  [
    'a closed shadow root, written in capitals, of a div',
    { ...noContent, text: `<div><template shadowrootmode="CLOSED">${all}</template></div>` },
    {},
  ],
  [
    'nested shadow roots',
    {
      ...noContent,
      text: `<lamp-page><template shadowrootmode=open><lamp-text><template shadowrootmode=open>${all}</template></lamp-text></template></lamp-page>`,
    },
    {},
  ],
  [
    'content in slots, by name and without one',
    {
      ...noContent,
      text: `<lamp-page><template shadowrootmode=open><slot name=head></slot><main><slot>Nothing here</slot></main></template><div slot=head>${top}</div>${[picture, text, more, links, form].join('')}</lamp-page>`,
    },
    {},
  ],
  [
    'the second H1, without a slot, is not shown',
    {
      top: `<lamp-head><template shadowrootmode=open><slot name=head></slot></template><h1 slot=head>Garden lamps</h1><h1 slot=old>Lamps</h1></lamp-head>`,
    },
    { 'h1-present': ['pass', 'Garden lamps'] },
  ],
  [
    'IDs of two shadow roots are apart',
    {
      more: ['', '']
        .map(() => '<lamp-price><template shadowrootmode=open><b id=price>49 euros</b></template></lamp-price>')
        .join(''),
    },
    {},
  ],
  [
    'an ordinary template is not shown',
    { ...noContent, text: `<div><template>${all}</template></div>` },
    { '*': 'pass', 'h1-present': ['fail', /no H1/] },
  ],
  [
    'an unknown mode is an ordinary template',
    { top: `<div><template shadowrootmode=half>${top}</template></div>` },
    { 'h1-present': ['fail', /no H1/] },
  ],
  [
    'an element that cannot be a host',
    { top: `<ul><template shadowrootmode=open>${top}</template></ul>` },
    { 'h1-present': ['fail', /no H1/] },
  ],
  [
    'a second shadow root of one host is ignored',
    {
      top: `<div><template shadowrootmode=open>${top}</template><template shadowrootmode=open><h1>No</h1></template></div>`,
    },
    { 'h1-present': ['pass', 'Garden lamps'] },
  ],
]

const styled = (style: string): Change => ({ top: `<h1 style='${style}'>Garden lamps</h1>` })
const shownStyles = [
  '--menu-display:none',
  'display:none;display:block',
  'display:none;DISPLAY : Block',
  'display:block!important;display:none',
  '/* display:none */ color:red',
  'background:url("a;display:none")',
  'content:"display:none"',
  'display:nothing',
  'display:none none',
  'color:red;flex-display:none',
  'display:var(--none)',
]
const hiddenStyles = [
  'display:none',
  'Display: NONE',
  'display:block;display:none',
  'display:none;display:nonsense',
  'display:none!important;display:block',
  'display:none/* shown on wide screens */',
  'color:red;;display:none;',
]
const styles: Case[] = [
  ...shownStyles.map((style): Case => [`shown: ${style}`, styled(style), {}]),
  ...hiddenStyles.map((style): Case => [`hidden: ${style}`, styled(style), { 'h1-present': ['fail', /hidden/] }]),
  ['shown: hidden, but with a display', { top: '<h1 hidden style="display:block">Garden lamps</h1>' }, {}],
]

const whole = (attributes: string, inside = all, end = ''): Change => ({
  page: {
    html: soundHtml({ ...noContent, text: inside, end }).replace('<body>', `<body ${attributes}>`),
  },
})
const script = '<script>document.body.style.display = "block"</script>'
const untilScript: Case[] = [
  ['a body hidden until a script shows it', whole('style="display:none"', all, script), {}],
  ['a hidden body', whole('hidden', all, script), {}],
  ['a wrapper of everything', whole('', `<div id=page style="display:none">${all}</div>`, script), {}],
  [
    'a part of the page stays hidden',
    whole('', `<div style="display:none">${top}</div>${all.replace(top, '')}`, script),
    { 'h1-present': ['fail', /hidden/] },
  ],
]

const closed = (tag: string, attributes = '') =>
  `<${tag} ${attributes}><h5>Sizes</h5><a href="/sizes">click here</a></${tag}>`
const closedElements: Case[] = [
  ['a closed dialog', { more: closed('dialog') }, {}],
  ['a popover', { more: closed('div', 'popover') }, {}],
  ['a popover of an unknown kind', { more: closed('div', 'popover=sideways') }, {}],
  ['a datalist', { more: closed('datalist') }, {}],
  [
    'an open dialog',
    { more: closed('dialog', 'open') },
    { 'heading-order': ['warn', /H5/], 'anchor-text': ['warn', /click here/] },
  ],
  [
    'an open dialog that is also a popover',
    { more: closed('dialog', 'open popover') },
    { 'heading-order': ['warn', /H5/], 'anchor-text': ['warn', /click here/] },
  ],
  [
    'a dialog that its style shows',
    { more: closed('dialog', 'style="display:block"') },
    { 'heading-order': ['warn', /H5/], 'anchor-text': ['warn', /click here/] },
  ],
  [
    'details, which readers can open',
    { more: `<details><summary>More</summary>${closed('div')}</details>` },
    { 'heading-order': ['warn', /H5/], 'anchor-text': ['warn', /click here/] },
  ],
]

const ariaHidden: Case[] = [
  [
    'a heading and an image without alt',
    { more: '<div aria-hidden="true"><p><h5>Swirl</h5><img src="/swirl.png" width="9" height="9"></div>' },
    {},
  ],
  [
    'the H1 alone',
    { top: '<header aria-hidden="true"><div><h1>Garden lamps</h1></div></header>' },
    { 'h1-present': ['fail', /hidden/] },
  ],
  [
    'not after its end',
    { more: '<div aria-hidden="true"></div><img src="/swirl.png" width="9" height="9">' },
    { 'image-alt': ['warn', /no alt/] },
  ],
  [
    'another value',
    { more: '<div aria-hidden="false"><img src="/swirl.png" width="9" height="9"></div>' },
    { 'image-alt': ['warn', /no alt/] },
  ],
]

const namedH1 = (inside: string): Change => ({ top: `<h1>${inside}</h1>` })
const names: Case[] = [
  ['a labelled SVG', namedH1('<svg role="img" aria-label="Garden lamps"></svg>'), {}],
  ['an SVG with a title', namedH1('<svg><title>Garden lamps</title></svg>'), {}],
  ['a labelled span', namedH1('<span role="img" aria-label="Garden lamps"></span>'), {}],
  ['a logo with alt text', namedH1('<img src="/logo.svg" alt="Garden lamps" width="9" height="9">'), {}],
  ['an SVG without a name', namedH1('<svg><path d="M0 0h9v9"/></svg>'), { 'h1-present': ['fail', /empty/] }],
  [
    'an SVG that is hidden from readers',
    namedH1('<svg aria-hidden="true"><title>Garden lamps</title></svg>'),
    { 'h1-present': ['fail', /empty/] },
  ],
]

const invisible: Case[] = [
  ['a title of a zero-width space', { title: '<title>&#x200B;</title>' }, { '*': 'pass', 'title-present': 'fail' }],
  [
    'a title of joiners and fillers',
    { title: '<title>&zwj;&#x3164;&shy; </title>' },
    { '*': 'pass', 'title-present': 'fail' },
  ],
  ['an H1 of a zero-width space', namedH1('&#x200B;'), { 'h1-present': ['fail', /empty/] }],
  [
    'a link of a word joiner',
    { links: `${links}<a href="/lamps">&#x2060;</a>` },
    { 'anchor-text': ['warn', /no text/] },
  ],
  ['a title with a joiner inside', { title: '<title>Garden&#x200B;lamps of copper and glass</title>' }, {}],
]

const xhtml = (html: string): Change => ({
  page: { html },
  headers: { 'content-type': 'application/xhtml+xml; charset=utf-8' },
})
const strict =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">'
const xhtmlPage = (head: string, body: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n${strict}\n<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en">\n<head><title>Garden lamps</title>${head}</head>\n<body>${body}</body>\n</html>`
const xhtmlText = `<h1>Garden lamps</h1>${'<p>Every lamp is soldered by hand and tested in a shower of our own.</p>'.repeat(9)}`
const xhtmlPages: [name: string, page: Change, results: Record<string, RegExp | 'pass'>][] = [
  [
    'a self-closing script does not swallow the page',
    xhtml(xhtmlPage(`<script src="/menu.js"/><link rel="canonical" href="${pageUrl}"/>`, xhtmlText)),
    {
      'title-present': 'pass',
      'h1-present': 'pass',
      'html-lang': 'pass',
      'canonical-valid': 'pass',
      'page-text': 'pass',
    },
  ],
  [
    'a self-closing div and named characters of the doctype',
    xhtml(xhtmlPage('', `<div/><h1>Lamps&nbsp;&amp;&#160;lights</h1>${xhtmlText.slice(25)}`)),
    { 'h1-present': /Lamps\W+& lights|Lamps.&.lights/ },
  ],
  [
    'text in CDATA',
    xhtml(xhtmlPage('', xhtmlText.replace('Garden lamps', '<![CDATA[Lamps & <lights>]]>'))),
    { 'h1-present': /Lamps & <lights>/ },
  ],
  [
    'what follows a fault is not shown',
    xhtml(xhtmlPage('', `<p>First</b></p>\n${xhtmlText}`)),
    { doctype: /from line 5/, 'h1-present': /no H1/ },
  ],
  [
    'the same page as text/html',
    { page: { html: xhtmlPage('<script src="/menu.js"/>', xhtmlText) }, headers: { 'content-type': 'text/html' } },
    { 'h1-present': /no H1/ },
  ],
]

const sized = (
  css: string,
  image = '<div class=shelf><img class="lamp" src="/1.webp" alt="A lamp" loading="lazy"></div>',
): Change => ({
  head: `<style>${css}</style>`,
  more: image,
})
const hasNoSize = { 'unsized-images': ['warn', /1 of 2 images/] } as const
const sizes: Case[] = [
  ['by class', sized('.lamp{width:96px;height:96px}'), {}],
  ['by an aspect ratio of all images', sized('img{aspect-ratio:4/3}'), {}],
  ['in two rules', sized('img{width:100%}.shelf>img{height:20rem}'), {}],
  ['for wide screens', sized('@media (min-width: 40em){ .shelf .lamp { width: 10em; height: 10em } }'), {}],
  [
    'after the image',
    { more: '<img class=lamp src="/1.webp" alt="A lamp" loading="lazy">', end: '<style>.lamp{aspect-ratio:1}</style>' },
    {},
  ],
  ['out of the flow', sized('.shelf img{position:absolute}'), {}],
  ['none', sized('.lamp{color:red}'), hasNoSize],
  ['of another element', sized('.table .lamp{width:9px;height:9px}'), hasNoSize],
  ['automatic', sized('.lamp{width:9px;height:auto}'), hasNoSize],
  [
    'overridden by the style attribute',
    sized(
      '.lamp{width:9px;height:9px}',
      '<img class=lamp style="height:auto" src="/1.webp" alt="A lamp" loading="lazy">',
    ),
    hasNoSize,
  ],
  ['in print', sized('@media print{.lamp{width:9px;height:9px}}'), hasNoSize],
  ['of a state', sized('.lamp:hover{width:9px;height:9px}'), hasNoSize],
  ['in a custom property', sized('.lamp{--width:9px;--height:9px}'), hasNoSize],
]

describe.each([
  ['the size of an image by a style element', sizes],
  ['declarative shadow roots', shadowRoots],
  ['style attributes', styles],
  ['content that a script shows', untilScript],
  ['elements that are closed', closedElements],
  ['aria-hidden around an element', ariaHidden],
  ['an H1 named by its content', names],
  ['text that shows nothing', invisible],
])('%s', (_, cases) => {
  it.each(cases)('%s', (...row) => expectCase(row))
})

describe('XHTML', () => {
  it.each(xhtmlPages)('%s', (_, page, expected) => {
    const { results } = analyseCase(page)
    for (const [id, wanted] of Object.entries(expected)) {
      const result = results[id]
      if (wanted === 'pass') expect([id, result?.outcome, result?.title]).toEqual([id, 'pass', expect.anything()])
      else expect(JSON.stringify([result?.title, result?.value])).toMatch(wanted)
    }
  })
})
