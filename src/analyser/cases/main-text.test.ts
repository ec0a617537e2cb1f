import { expect, it } from 'vitest'
import { evaluate } from '#analyser/evaluate.ts'
import { indexabilityOf } from '#analyser/indexability.ts'
import { pageState } from '#analyser/page-state.ts'
import { analyseCase, type Change } from '#testing/pages/check-page.ts'
import { texts } from '../checks/page-text.ts'

const menu =
  '<header><a href="/">Lantern workshop</a><nav><a href="/garden">Lamps for gardens</a> <a href="/paths">Lamps for paths</a> <a href="/table">Lamps for tables</a></nav></header>'
const footer =
  '<footer><p>We make lamps of copper and glass by hand, and we repair them for as long as you keep them.</p></footer>'
const words = (amount: number) => `<p>${'Copper lamps light the path. '.repeat(amount / 5)}</p>`
const page = (main: string, outside = ''): Change => ({
  top: `${menu}${main}${outside}${footer}`,
  picture: '',
  text: '',
  more: '',
  links: '',
  form: '',
  structured: '',
})
const of = (change: Change) => {
  const { facts, results } = analyseCase(change)
  return { pageText: results['page-text'], indexability: indexabilityOf(facts), listed: pageState(facts, results) }
}

it.each<[string, Change]>([
  ['an empty main element', page('<main></main>')],
  ['an app root with a menu only', { ...page(''), top: `<div id="app">${menu}${footer}</div>` }],
  ['an empty list below a heading', page(`<main><h1>Lamps</h1>${words(20)}<ul id="products"></ul></main>`)],
  ['an empty list by its class', page('<main><h1>Lamps</h1><div class="wide product-grid"></div></main>')],
  ['skeletons', page('<main><h1>Lamps</h1><div class="card skeleton"><i></i></div></main>')],
  ['a list that is busy', page('<main><h1>Lamps</h1><div aria-busy="true">Loading …</div></main>')],
  ['an empty list of a custom element', page(`<main><h1>Lamps</h1>${words(20)}<product-list></product-list></main>`)],
  [
    'an empty list with a message',
    page(`<main><h1>Lamps</h1>${words(30)}<section class="search-results"> </section></main>`),
  ],
  ['a root with an ID of its own', page('<div id="lantern-shop"></div>')],
  ['a root beside a heading', page('<h1>Our lamps</h1><div id="lampGrid"></div>')],
  ['a body that has only menus', page('')],
  ['a text that asks to wait', page('<p>Loading, please wait …</p>')],
  ['a text that asks for scripts', page('<p>Please enable JavaScript to see the lamps.</p>')],
  ['a root beside a noscript text', page('<div id="shop"></div><noscript><p>Our lamps need scripts.</p></noscript>')],
  ['a tracking pixel beside the root', page('<div id="shop"></div><img src="/p.gif" width="1" height="1" alt="">')],
])('scripts add the main content: %s', (_, change) => {
  const { pageText, indexability, listed } = of(change)
  expect(pageText).toMatchObject({ outcome: 'warn', title: texts.byScripts })
  expect(pageText?.points_lost).toBeGreaterThanOrEqual(6)
  expect(indexability).toMatchObject({ state: 'unclear', value: null, code: 'scripts', check: 'page-text' })
  expect(listed).toMatchObject({ indexability: 'unclear', main_issue: 'page-text' })
})

it.each<[string, Change]>(
  [
    ['an app root', '<div id="root"></div>'],
    ['a root with an ID of its own', '<div id="lantern-shop"></div>'],
    ['nothing', ''],
    ['a loading text', '<div class="splash">Loading …</div>'],
    ['a custom element', '<lantern-shop></lantern-shop>'],
  ].map(([name = '', top = '']) => [name, { ...page(''), top }]),
)('the HTML is a shell without menus: %s', (_, change) => {
  const { pageText, indexability } = of(change)
  expect(pageText?.outcome).toBe('fail')
  expect(indexability).toMatchObject({ state: 'unclear', check: 'page-text' })
})

it.each<[string, Change]>([
  ['a full main element', page(`<main><h1>Lamps</h1>${words(60)}</main>`)],
  ['an empty list beside a long text', page(`<main><h1>Lamps</h1>${words(60)}<div id="results"></div></main>`)],
  ['a contact page with an empty map', page(`<main><h1>Contact</h1>${words(30)}<div id="map"></div></main>`)],
  ['an empty container of dialogs', page(`<main><h1>Lamps</h1>${words(30)}</main>`, '<div id="modal-root"></div>')],
  ['a main element of pictures', page('<main><img src="/a.webp" alt="A lamp" width="9" height="9"></main>')],
  [
    'a short page of one header',
    { ...page(''), top: `<header><h1>Lantern workshop</h1>${words(15)}</header>${footer}` },
  ],
  [
    'a contact page with an address alone',
    page('<main><h1>Contact</h1><p>12 Mill Lane, Bath, phone 01225 496 0000</p></main>'),
  ],
  [
    'a landing page of a PDF',
    page(
      '<main><h1>Lamps in gardens</h1><p>A guide of twelve pages.</p><a href="/guide.pdf">Download (PDF, 2 MB)</a></main>',
    ),
  ],
  ['a shop that is closed', page('<main><h1>Laden geschlossen bis Montag, 4. Mai</h1><p>Bis bald!</p></main>')],
  [
    'a note that begins with a request',
    page('<main><p>Veuillez nous appeler pour toute question de lampes.</p></main>'),
  ],
  ['an embedded PDF', page('<h1>The guide</h1><object data="/guide.pdf" type="application/pdf"></object>')],
  ['a video with a heading', page('<h1>How we solder</h1><div id="notes"></div><video src="/film.mp4"></video>')],
  ['a form with a heading', page('<h1>Sign in</h1><div id="errors"></div><form><input name="user"></form>')],
  [
    'a page that scripts hydrate',
    {
      ...page(`<div id="__next"><main><h1>Lamps</h1>${words(60)}</main></div>`),
      head: '<script id="__NEXT_DATA__" type="application/json">{"props":{}}</script><script src="/a.js"></script>',
    },
  ],
  [
    'a hydrated list',
    page(
      `<div id="app" data-server-rendered="true"><ul id="products">${'<li><a href="/a">A copper lamp</a></li>'.repeat(20)}</ul></div>`,
    ),
  ],
  [
    'a page hydrated by islands',
    page(`<main><h1>Lamps</h1>${words(60)}<astro-island uid="a"></astro-island><product-list></product-list></main>`),
  ],
  [
    'many scripts and real text',
    {
      ...page(`<main><h1>Lamps</h1>${words(80)}</main>`),
      head: Array.from({ length: 40 }, (_, at) => `<script src="/${at}.js"></script>`).join(''),
    },
  ],
  [
    'many scripts of others',
    {
      ...page(`<article><h1>Lamps</h1>${words(80)}</article><div id="ad-1"></div>`),
      head: Array.from({ length: 30 }, (_, at) => `<script async src="https://ads.example/${at}.js"></script>`).join(
        '',
      ),
    },
  ],
  ['inline scripts and real text', page(`<h1>Lamps</h1>${words(80)}<div id="chat"></div><script>start()</script>`)],
  [
    'a noscript fallback beside the text',
    page(`<main><h1>Lamps</h1>${words(60)}<noscript>Enable JavaScript to order.</noscript></main>`),
  ],
  [
    'a noscript picture',
    page(`<main><h1>Lamps</h1>${words(60)}<noscript><img src="/a.webp" alt="A lamp"></noscript></main>`),
  ],
  [
    'a noscript frame of a tag manager',
    page(
      `<noscript><iframe src="https://tags.example/ns.html"></iframe></noscript><main><h1>Lamps</h1>${words(60)}</main>`,
    ),
  ],
  ['a few words and no empty element', page('<h1>Copper lamps, coming in spring</h1>')],
  ['an empty list without scripts', { ...page('<main><h1>Lamps</h1><ul id="products"></ul></main>'), script: '' }],
  [
    'an empty list in a sidebar',
    page(`<main><h1>Lamps</h1>${words(30)}</main>`, '<aside><ul id="items"></ul></aside>'),
  ],
  [
    'a consent notice beside the text',
    page(`<main><h1>Lamps</h1>${words(60)}</main>`, '<div class="cookie-banner">We use cookies. Accept all</div>'),
  ],
  [
    'a privacy policy whose class names it',
    page(`<main><div class="privacy-notice"><h1>Privacy notice</h1>${words(400)}</div></main>`),
  ],
  [
    'a short privacy policy',
    page(`<main><article class="privacy-notice"><h1>Privacy notice</h1>${words(60)}</article></main>`),
  ],
  [
    'a short page with a notice in its text',
    page(`<main><h1>Contact</h1>${words(30)}<p>We use cookies. <button>Accept all</button></p></main>`),
  ],
  [
    'a list of goods without full stops beside a notice',
    page(
      '<main><h1>Lantern Bakery</h1><ul><li>Rye bread 4 €<li>Spelt rolls 1 €<li>Mon to Sat 7 to 18<li>12 Mill Street, Bath' +
        '</ul><p>This site uses cookies <button>Accept all</button></p></main>',
    ),
  ],
  [
    'a Japanese page with a notice at its end',
    page(
      '<main><h1>灯台ベーカリー</h1><p>毎朝七時に焼きたてのライ麦パンと小麦パンを並べます。月曜日は休みです。' +
        '場所は水車通り十二番地です。</p><p>クッキーを使用します。<button>すべて同意</button></p></main>',
    ),
  ],
  ['a page about cookies', page(`<main><h1>Cookies</h1>${words(30)}<p>Which cookies we set, and what for.</p></main>`)],
])('the content is in the HTML: %s', (_, change) => {
  const { pageText, indexability } = of(change)
  expect(pageText?.outcome).toBe('pass')
  expect(indexability.state).toBe('indexable')
})

it.each<[string, Change]>([
  ['by a tool', page('', '<div id="onetrust-banner-sdk"><p>We value your privacy.</p><button>Accept</button></div>')],
  ['by a class', page('', '<div class="cookie-wall">Cookies help us. <button>OK</button></div>')],
  [
    'of its own',
    page('<main><h1>Before you go on</h1><p>We and our partners use cookies.</p><button>Accept all</button></main>'),
  ],
  ['in German', page('<main><p>Wir brauchen Ihre Einwilligung.</p><button>Alle akzeptieren</button></main>')],
])('the only content is a cookie notice %s', (_, change) => {
  const { pageText, indexability } = of(change)
  expect(pageText).toMatchObject({ outcome: 'fail', title: texts.cookieWall(texts.html) })
  expect(indexability).toMatchObject({ state: 'unlikely', code: 'empty' })
})

it('leaves the text of a consent notice out of the words', () => {
  const change = page(`<main>${words(60)}</main>`)
  const notice = '<div id="CybotCookiebotDialog">Cookies cookies cookies cookies cookies</div>'
  const count = (one: Change) => analyseCase(one).facts.words.count
  expect(count({ ...change, end: notice })).toBe(count(change))
  expect(count({ ...change, end: '<div id="notice">Cookies cookies</div>' })).toBe(count(change) + 2)
})

it('an older report doesn’t pass by all its words, as scripts may fill its main text', () => {
  const { mainText: _, ...older } = analyseCase(page('<main></main>')).facts
  expect(evaluate(older).results['page-text']?.outcome).toBe('unknown')
})
