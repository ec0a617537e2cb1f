/**
 * Seeded pages that look like the real ones a report is made for: shops, articles, listings, with their usual faults.
 */

import { randomFrom } from '#testing/random.ts'

type Random = () => number

const stems =
  'garden light winter market table copper walnut station river harbour kettle ceramic linen travel guide price stock delivery return season colour handle drawer window mirror lamp shelf oak steel glass paper notebook coffee roast grind water filter bread flour oven cycle wheel route mountain valley forest trail camera lens frame studio print poster canvas brush pigment museum gallery ticket concert violin piano theatre library author chapter review rating question answer support contact account basket order payment invoice warranty repair battery charger cable adapter screen keyboard sensor engine brake mirror tyre seat luggage jacket wool cotton leather boot sandal hat glove scarf ring watch silver gold diamond auction estate cottage kitchen bathroom bedroom balcony terrace roof floor carpet curtain cushion blanket'.split(
    ' ',
  )
const joiners =
  'the a with for and of in to from by is was are on that this which when where more less new our your their every after before between without'.split(
    ' ',
  )
const endings = ['', '', '', 's', 'er', 'ing', 'ed', 'ly', 'ness', 'able']

function writer(random: Random) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const int = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const word = () => (random() < 0.4 ? pick(joiners) : pick(stems) + pick(endings))
  const words = (count: number) => Array.from({ length: count }, word).join(' ')
  const hex = (length: number) => Array.from({ length }, () => int(0, 15).toString(16)).join('')
  const phrase = (from: number, to: number) => words(int(from, to)).replace(/^./, (first) => first.toUpperCase())
  const path = () => `/${pick(stems)}/${pick(stems)}-${pick(stems)}-${int(1, 9999)}`
  return { random, pick, int, word, words, hex, phrase, path }
}

type Writer = ReturnType<typeof writer>

const image = (w: Writer) => {
  const name = `https://cdn.example.net/media/${w.hex(12)}/${w.pick(stems)}`
  const alt = w.random() < 0.9 ? ` alt="${w.phrase(2, 8)}"` : ''
  const set =
    w.random() < 0.5
      ? ` srcset="${[320, 640, 960, 1280].map((size) => `${name}-${size}.webp ${size}w`).join(', ')}" sizes="(max-width: 600px) 100vw, 33vw"`
      : ''
  return `<img class="media__image lazyload" src="${name}.jpg"${set}${alt} width="${w.int(100, 1200)}" height="${w.int(100, 800)}" loading="lazy" decoding="async">`
}

const icon = (w: Writer) =>
  `<svg class="icon icon--${w.pick(stems)}" width="24" height="24" viewBox="0 0 24 24" fill="none" aria-hidden="true"><title>${w.word()}</title><path d="M${Array.from({ length: w.int(6, 30) }, () => (w.random() * 24).toFixed(2)).join(' ')}z" stroke="currentColor" stroke-width="1.5"/></svg>`

const link = (w: Writer, inner: string) =>
  `<a class="link ${w.pick(stems)}__link" href="${w.random() < 0.97 ? w.path() : 'javascript:void(0)'}" data-track='{"id":"${w.hex(8)}","pos":${w.int(1, 40)}}'>${inner}</a>`

const card = (w: Writer) =>
  `<li class="grid__item">\n  <article class="card card--product" data-sku="${w.hex(10)}">\n    <div class="card__media">${link(w, `<picture>${image(w)}</picture>`)}</div>\n    <div class="card__body"><h3 class="card__title">${link(w, w.phrase(3, 7))}</h3>\n      <p class="card__text">${w.phrase(8, 22)}.</p>\n      <div class="price"><span class="price__now">&euro;${w.int(5, 900)}.${w.int(10, 99)}</span> <s class="price__was">&euro;${w.int(900, 1500)}</s></div>\n      <button type="button" class="button button--add" aria-label="${w.phrase(2, 4)}">${icon(w)}<span>${w.phrase(2, 3)}</span></button>\n    </div>\n  </article>\n</li>\n`

const paragraph = (w: Writer) => {
  const parts = Array.from(
    { length: w.int(2, 6) },
    () =>
      `${w.phrase(6, 24)}${w.random() < 0.3 ? ` ${link(w, w.words(3))}` : ''}${w.random() < 0.2 ? ` <strong>${w.words(2)}</strong>` : ''}${w.random() < 0.1 ? ' &mdash; &amp; &nbsp;' : ''}.`,
  )
  return `<p>${parts.join(' ')}</p>\n`
}

const table = (w: Writer) =>
  `<table class="specs"><thead><tr><th scope="col">${w.word()}</th><th scope="col">${w.word()}</th></tr></thead><tbody>${Array.from({ length: w.int(4, 14) }, () => `<tr><td>${w.phrase(1, 3)}</td><td>${w.words(w.int(1, 6))}</td></tr>`).join('\n')}</tbody></table>\n`

const inlineScript = (w: Writer) =>
  `<script>window.__state=window.__state||{};window.__state["${w.hex(6)}"]=${JSON.stringify(Array.from({ length: w.int(4, 30) }, () => ({ id: w.hex(16), name: w.phrase(2, 6), url: w.path(), price: w.int(1, 999), tags: [w.word(), w.word()] })))};</script>\n`

const menu = (w: Writer) =>
  `<nav class="nav" aria-label="Main"><ul class="nav__list">${Array.from({ length: w.int(6, 9) }, () => `<li class="nav__item">${link(w, w.phrase(1, 2))}<div class="nav__panel" hidden><ul>${Array.from({ length: w.int(5, 16) }, () => `<li>${link(w, w.phrase(1, 3))}</li>`).join('\n')}</ul></div></li>`).join('\n')}</ul></nav>\n`

const head = (w: Writer, address: string) =>
  `<head>\n<meta charset="utf-8">\n<title>${w.phrase(4, 9)} | ${w.phrase(1, 2)}</title>\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="description" content="${w.phrase(14, 26)}">\n<meta name="robots" content="index, follow, max-image-preview:large">\n<link rel="canonical" href="${address}">\n<meta property="og:title" content="${w.phrase(4, 8)}">\n<meta property="og:type" content="website">\n<meta property="og:url" content="${address}">\n${w.random() < 0.7 ? `<meta property="og:image" content="https://cdn.example.net/og/${w.hex(8)}.jpg">\n` : ''}<link rel="preconnect" href="https://cdn.example.net">\n${Array.from({ length: 4 }, () => `<link rel="stylesheet" href="/assets/${w.pick(stems)}.${w.hex(8)}.css">`).join('\n')}\n<style>${Array.from({ length: w.int(40, 160) }, () => `.${w.pick(stems)}__${w.pick(stems)}{margin:${w.int(0, 40)}px;color:#${w.hex(6)};display:flex}`).join('')}</style>\n<script async src="https://tags.example.org/gtm.js?id=${w.hex(8)}"></script>\n<noscript><img height="1" width="1" style="display:none" src="https://tags.example.org/p?ev=1"></noscript>\n<script type="application/ld+json">${JSON.stringify(
    {
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebPage', url: address, name: w.phrase(4, 8) },
        {
          '@type': 'BreadcrumbList',
          itemListElement: Array.from({ length: 4 }, (_, at) => ({
            '@type': 'ListItem',
            position: at + 1,
            name: w.phrase(1, 3),
            item: w.path(),
          })),
        },
      ],
    },
  )}</script>\n</head>\n`

/** One page of at least `bytes` bytes; the same seed gives the same page. */
export function realisticPage(seed: number, bytes: number): string {
  const w = writer(randomFrom(seed))
  const address = `https://www.example.com${w.path()}`
  const shop = w.random() < 0.5
  const parts = [
    `<!doctype html>\n<html lang="en">\n`,
    head(w, address),
    `<body class="page page--${w.pick(stems)}">\n<header class="header">${menu(w)}</header>\n<main id="main">\n<h1>${w.phrase(3, 8)}</h1>\n`,
  ]
  const footer = `</main>\n<footer class="footer">${menu(w)}<p>&copy; ${w.words(6)}</p></footer>\n${inlineScript(w)}</body>\n</html>\n`
  let size = parts.reduce((sum, part) => sum + part.length, footer.length)
  while (size < bytes) {
    const block = shop
      ? `<section class="section"><h2>${w.phrase(2, 6)}</h2>\n<ul class="grid">${Array.from({ length: w.int(6, 18) }, () => card(w)).join('')}</ul></section>\n${w.random() < 0.5 ? inlineScript(w) : ''}`
      : `<section class="prose"><h2>${w.phrase(2, 6)}</h2>\n${Array.from({ length: w.int(3, 9) }, () => paragraph(w)).join('')}${w.random() < 0.5 ? `<figure>${image(w)}<figcaption>${w.phrase(4, 10)}</figcaption></figure>\n` : table(w)}${w.random() < 0.4 ? inlineScript(w) : ''}</section>\n`
    parts.push(block)
    size += block.length
  }
  return parts.join('') + footer
}
