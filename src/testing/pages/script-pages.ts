import { prose } from './prose.ts'

/**
 * 100 pages of 16 websites, in the order in which a crawl meets them: how they use scripts, and if that changes what a
 * search engine reads. `npm run bench -- render` renders all of them and compares `differs` with what it finds.
 */
export type ScriptPage = {
  website: string
  path: string
  technique: string
  differs: boolean
  /** `origin` is the one under which the page is served. */
  html: (origin: string) => string
}

type Parts = {
  title: string
  main: string
  head?: string
  end?: string
  body?: string
  frame?: boolean
  canonical?: boolean
}

const menu =
  '<header><a href="/">The old mill</a><nav><a href="/clocks">Clocks</a> <a href="/chairs">Chairs</a> <a href="/news">News from the mill</a></nav></header>'
const footer =
  '<footer><p>The old mill by the river, open from Monday to Friday.</p><a href="/imprint">Imprint</a></footer>'

const page =
  (path: string, { title, main, head = '', end = '', body = '', frame = true, canonical = true }: Parts) =>
  (origin: string) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>` +
    (canonical
      ? `<meta name="description" content="${title}: all about it."><link rel="canonical" href="${origin}${path}">`
      : '') +
    `${head}</head><body${body}>${frame ? menu : ''}${main}${frame ? footer : ''}${end}</body></html>`

const article = (title: string, words: number, seed: number) => `<main><h1>${title}</h1>${prose(words, seed)}</main>`
const file = (name: string, attributes = ' defer') => `<script src="/${name}"${attributes}></script>`
const inline = (code: string) => `<script>${code}</script>`
const jsonLd = (value: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`

type Row = [path: string, technique: string, differs: boolean, parts: Parts]
const website = (name: string, rows: Row[]): ScriptPage[] =>
  rows.map(([path, technique, differs, parts]) => ({
    website: name,
    path,
    technique,
    differs,
    html: page(path, parts),
  }))
const rowsOf = (count: number, row: (number: number) => Row) => Array.from({ length: count }, (_, at) => row(at + 1))

const shell = (title: string, main: string, scripts: string, frame = false): Parts => ({
  title,
  main,
  end: scripts,
  frame,
  canonical: false,
})

const product = (number: number, price: string) =>
  jsonLd({
    '@type': 'Product',
    name: `Clock ${number}`,
    offers: { '@type': 'Offer', price, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
  })

const tags = [
  inline(
    "window.dataLayer=window.dataLayer||[];(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':new Date().getTime(),event:'gtm.js'});var f=d.getElementsByTagName(s)[0],j=d.createElement(s);j.async=true;j.src='https://www.googletagmanager.com/gtm.js?id='+i;f.parentNode.insertBefore(j,f);})(window,document,'script','dataLayer','GTM-MILL');",
  ),
  '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>',
  inline("function gtag(){dataLayer.push(arguments)} gtag('js', new Date()); gtag('config', 'G-1')"),
  '<script src="https://consent.cookiebot.com/uc.js" data-cbid="1"></script>',
  '<script async src="https://static.hotjar.com/c/hotjar-1.js"></script>',
  '<script async src="https://connect.facebook.net/en_US/fbevents.js"></script>',
].join('')

export const scriptPages: ScriptPage[] = [
  ...website(
    'react-shop',
    ['/', '/products/clock-1', '/products/clock-2', '/products/clock-3', '/products/clock-4', '/about'].map(
      (path): Row => [path, 'a React shell', true, shell('Mill shop', '<div id="root"></div>', file('react-app.js'))],
    ),
  ),
  ...website(
    'vue-magazine',
    ['/', '/article/wheel-1', '/article/flour-2', '/article/river-3', '/topics'].map((path): Row => [
      path,
      'a Vue shell with menu and footer',
      true,
      shell('Magazine of the mill', '<main id="app"></main>', file('vue-app.js'), true),
    ]),
  ),
  ...website(
    'svelte-docs',
    ['/docs/install', '/docs/wheel'].map((path): Row => [
      path,
      'a Svelte shell',
      true,
      shell('Documentation', '<div id="svelte"></div>', '<script type="module">import "/svelte.js"</script>'),
    ]),
  ),
  ...website(
    'angular-portal',
    ['/', '/requests', '/requests/open'].map((path): Row => [
      path,
      'an Angular shell',
      true,
      shell('Portal', '<app-root></app-root>', '<script src="/angular-main.js" type="module"></script>'),
    ]),
  ),
  ...website('shop', [
    [
      '/',
      'a list of products by a script',
      true,
      {
        title: 'Clocks from the mill',
        main: `<main><h1>Clocks</h1>${prose(70, 1)}<ul class="product-list" data-products="now"></ul></main>`,
        end: file('theme.js'),
      },
    ],
    ...['wall-clocks-1', 'table-clocks-2', 'tower-clocks-3', 'pocket-watches-4'].map((name, at): Row => [
      `/c/${name}`,
      at < 2 ? 'a list of products by a script' : 'a list that loads when it comes into view',
      true,
      {
        title: `Category ${name}`,
        main: `<main><h1>Category ${name}</h1>${prose(70, at)}${at < 2 ? '' : '<div style="height: 1500px"></div>'}<ul class="product-list" data-products="${at < 2 ? 'now' : 'later'}"></ul></main>`,
        end: file('theme.js'),
      },
    ]),
    ...rowsOf(12, (number) => [
      `/p/clock-${number}`,
      'a product in the HTML, with the scripts of a theme',
      false,
      {
        title: `Clock ${number}`,
        head: product(number, `${number}9.50`),
        main: `<main><h1>Clock ${number}</h1><p>${number}9.50 €</p>${prose(90, number)}<span data-cart-count></span></main>`,
        end: file('theme.js'),
      },
    ]),
  ]),
  ...website('price-shop', [
    ...rowsOf(5, (number) => [
      `/p/${number}`,
      'a price by a script',
      true,
      {
        title: `Chair ${number}`,
        head: product(number, '149.90'),
        main: `<main><h1>Chair ${number}</h1><p class="price">…</p>${prose(90, number)}</main>`,
        end: file('price.js'),
      },
    ]),
    [
      '/info/delivery',
      'analytics alone',
      false,
      {
        title: 'Delivery',
        main: article('Delivery', 90, 3),
        head: '<script async src="https://plausible.io/js/script.js"></script>',
      },
    ],
  ]),
  ...website(
    'blog-with-head-scripts',
    (
      [
        ['title', 'a title by a script'],
        ['title', 'a title by a script'],
        ['canonical', 'a canonical tag by a script'],
        ['canonical', 'a canonical tag by a script'],
        ['noindex', 'a noindex by a script'],
        ['description', 'an H1 by a script'],
        ['structured', 'structured data by a script'],
      ] as const
    ).map(([change, technique], at): Row => [
      `/post/2026-${at + 1}`,
      technique,
      true,
      {
        title: `Post ${at + 1}`,
        main: article(`Post ${at + 1}`, 160, at),
        end: file('head.js', ` data-change="${change}"`),
      },
    ]),
  ),
  ...website('moved', [
    ...(
      [
        ['/old-1', "location.href = '/new'"],
        ['/old-2', "window.location.replace('/new')"],
        ['/old-3', `document.write('<meta http-equiv="refresh" content="0; url=/new">')`],
        [
          '/old-4',
          "document.addEventListener('DOMContentLoaded', () => { setTimeout(function () { location.assign('/new') }, 50) })",
        ],
      ] as const
    ).map(([path, code]): Row => [
      path,
      'a redirect by a script',
      true,
      { title: 'This page has moved', main: article('Moved', 60, 2), head: inline(code) },
    ]),
    [
      '/new',
      'a redirect that waits for a click',
      false,
      {
        title: 'The new page',
        main: `${article('The new page', 120, 5)}<button onclick="go()">Go on</button>`,
        end: inline(
          "function go() { location.href = '/old-1' } document.querySelector('button').onclick = () => location.assign('/old-2')",
        ),
      },
    ],
  ]),
  ...website(
    'embedded-data',
    rowsOf(2, (number): Row => {
      const data = {
        items: Array.from({ length: 12 }, (_, at) => `Station ${number}-${at} on the long line to the harbour`),
      }
      return [
        `/lines/${number}`,
        'data in the HTML that a script renders',
        true,
        {
          title: `Line ${number}`,
          main: `<main><h1>Line ${number}</h1><section class="results"></section></main>`,
          end: `<script type="application/json" id="data">${JSON.stringify(data)}</script>${inline(
            "const { items } = JSON.parse(document.getElementById('data').textContent); document.querySelector('.results').innerHTML = items.map((one) => '<h2>' + one + '</h2>').join('')",
          )}`,
        },
      ]
    }),
  ),
  ...website('hidden', [
    [
      '/',
      'a body that a script shows',
      false,
      {
        title: 'Behind a curtain',
        main: article('Behind a curtain', 120, 4),
        body: ' style="opacity: 0"',
        end: inline("document.body.style.opacity = 1; document.querySelector('footer a').textContent = 'Imprint'"),
      },
    ],
  ]),
  ...website(
    'guides',
    rowsOf(10, (number) => [
      `/guide/step-${number}`,
      'progressive enhancement',
      false,
      {
        title: `Guide, step ${number}`,
        main: `<main><h1>Step ${number}</h1><p class="tabs"><a href="#a">Tools</a> <a href="#b">Steps</a></p><section id="a">${prose(80, number)}</section><section id="b">${prose(60, number + 20)}</section><form><input name="q" required aria-label="Search"></form></main>`,
        end: file('enhance.js'),
      },
    ]),
  ),
  ...website(
    'next-blog',
    ['/', ...Array.from({ length: 5 }, (_, at) => `/blog/post-${at + 1}`)].map((path, at): Row => [
      path,
      'a page that scripts hydrate',
      false,
      {
        title: `Notes of a miller ${at}`,
        frame: false,
        main: `<div id="__next">${menu}${article(`Notes ${at}`, 180, at)}${footer}</div>`,
        end: `<script id="__NEXT_DATA__" type="application/json">{"page":"/blog/[slug]","props":{}}</script>${file('_next/static/main.js')}`,
      },
    ]),
  ),
  ...website(
    'news',
    rowsOf(7, (number) => [
      `/news/2026-11-${number}`,
      'analytics, tag manager and cookie notice',
      false,
      {
        title: `News ${number}`,
        head: tags,
        main: article(`News ${number}`, 200, number),
        end: file('js/cookie-consent.js') + file('jquery-3.7.1.min.js', ''),
      },
    ]),
  ),
  ...website('plain', [
    ['/', 'no scripts', false, { title: 'The mill', main: article('The mill', 80, 1) }],
    [
      '/contact',
      'no scripts',
      false,
      { title: 'Contact', main: '<main><h1>Contact</h1><p>12 Mill Lane, Bath</p></main>' },
    ],
    [
      '/history',
      'JSON-LD alone',
      false,
      {
        title: 'History',
        head: jsonLd({ '@type': 'Organization', name: 'The old mill' }),
        main: article('History', 120, 6),
      },
    ],
    [
      '/prices',
      'JSON-LD alone',
      false,
      {
        title: 'Prices',
        head: product(1, '20.00'),
        main: '<main><h1>Prices</h1><p>A loaf of bread is 20.00 €.</p></main>',
      },
    ],
  ]),
  ...website(
    'recipes',
    rowsOf(8, (number): Row => {
      const differs = number === 8
      return [
        `/recipe/bread-${number}`,
        differs ? 'a rating by a script, on one page of its group' : 'a recipe in the HTML, with a script for its form',
        differs,
        {
          title: `Bread ${number}`,
          main: `<main><h1>Bread ${number}</h1>${prose(150, number)}<select class="servings" aria-label="Servings"><option>4</select>${differs ? '<p data-rating></p>' : ''}</main>`,
          end: file('recipes.js'),
        },
      ]
    }),
  ),
  ...website('components', [
    [
      '/story/open-1',
      'an article in an open shadow root',
      true,
      shell('A story', '<mill-article></mill-article>', file('components.js'), true),
    ],
    [
      '/story/open-2',
      'an article in an open shadow root',
      true,
      shell('A story', '<mill-article></mill-article>', file('components.js'), true),
    ],
    [
      '/story/closed-3',
      'an article in a closed shadow root',
      true,
      shell('A story', '<mill-story></mill-story>', file('components.js'), true),
    ],
    [
      '/story/declared-4',
      'a declarative shadow root without scripts',
      false,
      {
        title: 'A story in the HTML',
        main: `<main><mill-tale><template shadowrootmode="open"><h1>A tale</h1>${prose(80, 8)}</template></mill-tale></main>`,
      },
    ],
  ]),
  ...website(
    'articles',
    rowsOf(7, (number): Row => {
      const widget = number <= 3 ? 'text' : number <= 5 ? 'comments' : 'related'
      const names = {
        text: 'an article that a script fetches',
        comments: 'comments by a script',
        related: 'related links by a script',
      }
      return [
        `/${widget}/article-${number}`,
        names[widget],
        true,
        {
          title: `Article ${number}`,
          main: `<main><h1>Article ${number}</h1>${widget === 'text' ? '<p>A teaser of the article.</p>' : prose(120, number)}<div data-widget="${widget}"></div></main>`,
          end: file('widgets.js'),
        },
      ]
    }),
  ),
]
