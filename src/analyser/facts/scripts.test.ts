import { expect, it } from 'vitest'
import { document, fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { collectFacts } from './collect.ts'
import { redirectsAtOnce } from './scripts.ts'

const scriptsOf = (head: string, body = '') => collectFacts(fetchedPageOf({ html: document(head, body) })).facts.scripts
const nothing = { files: 0, inline: 0, others: 0, redirects: false, hidesPage: false }

it.each([
  ['no script', '', {}],
  ['data', '<script type="application/ld+json">{}</script><script type="application/json">{}</script>', {}],
  ['scripts for old browsers', '<script nomodule src="/old.js"></script>', {}],
  ['a script without scripting', '<noscript><script src="/a.js"></script></noscript>', {}],
  ['scripts of the website', '<script src="/a.js"></script><script type="module" src="/b.js"></script>', { files: 2 }],
  ['a script that waits for consent', '<script type="text/plain" src="/a.js"></script>', {}],
  [
    'tools by their hosts',
    '<script src="https://www.googletagmanager.com/gtag/js?id=G-1"></script><script src="//cdn.cookielaw.org/a.js"></script>',
    { others: 2 },
  ],
  ['hosts that only look like them', '<script src="https://notplausible.io/a.js"></script>', { files: 1 }],
  [
    'libraries by their names',
    '<script src="/js/jquery-3.7.1.min.js"></script><script src="/bootstrap.bundle.min.js?v=5"></script>',
    { others: 2 },
  ],
  ['a plugin of a library', '<script src="/jquery.products.js"></script>', { files: 1 }],
  ['code that writes', '<script>document.querySelector("h1").textContent = "A"</script>', { inline: 1 }],
  ['code that changes the title', '<script>document.title = "A"</script>', { inline: 1 }],
  ['code that imports', '<script type="module">import "/a.js"</script>', { inline: 1 }],
  ['code that sets a class', '<script>document.documentElement.className = "js"</script>', { others: 1 }],
  [
    'the code of a tag manager',
    "<script>(function(w,d,s,l,i){w[l].push({'gtm.start':1});var j=d.createElement(s);j.textContent=''})()</script>",
    { others: 1 },
  ],
])('reads %s', (_, head, expected) => {
  expect(scriptsOf(head)).toEqual({ ...nothing, ...expected })
})

it.each([
  ['a style attribute', '', '<body style="opacity: 0">'],
  ['the hidden attribute', '', '<body hidden>'],
  ['a stylesheet', '<style>html, body { visibility: hidden }</style>', '<body>'],
])('knows a body that is hidden by %s', (_, head, body) => {
  const { facts } = collectFacts(fetchedPageOf({ html: `<!doctype html><head>${head}</head>${body}<p>Text` }))
  expect(facts.scripts?.hidesPage).toBe(true)
})

it.each([
  ['a class that hides', '<style>.no-js body .menu { display: none } body.open { overflow: hidden }</style>', '<body>'],
  ['a page in AMP', '<style amp-boilerplate>body{visibility:hidden}</style>', '<body>'],
  ['an element that is hidden', '', '<body><div style="display:none">'],
])('knows a body that is shown in spite of %s', (_, head, body) => {
  const { facts } = collectFacts(fetchedPageOf({ html: `<!doctype html><head>${head}</head>${body}<p>Text` }))
  expect(facts.scripts?.hidesPage).toBe(false)
})

const hidden = '<main style="display: none"><p>' + 'They shine for many years. '.repeat(10) + '</p></main>'

it.each([
  `document.querySelector('main').style.display = 'block'`,
  `main.hidden = false`,
  `main.classList.remove('hidden')`,
  `document.addEventListener('DOMContentLoaded', () => { main.removeAttribute('hidden') })`,
  `$(function () { $('main').show() })`,
])('knows content that is hidden until a script shows it: %s', (code) => {
  const show = `<script>${code}</script>`
  for (const body of [hidden, hidden.replace(/style="[^"]*"/, 'hidden')])
    expect(scriptsOf('', body + show)).toMatchObject({ inline: 1, hidesPage: true })
  expect(scriptsOf('', hidden.replace('display', 'color') + show)?.hidesPage).toBe(false)
})

it.each([
  ['waits for a click', hidden, `button.onclick = function () { main.hidden = false }`],
  ['only reads', hidden, `if (main.style.display === 'none') start()`],
  ['shows a few words', '<p hidden>You are offline.</p>', `p.hidden = false`],
  ['shows a menu', hidden.replaceAll('main', 'nav'), `nav.hidden = false`],
])('knows no hidden content if a script %s', (_, body, code) => {
  expect(scriptsOf('', `${body}<script>${code}</script>`)?.hidesPage).toBe(false)
})

it.each([
  `location = '/b'`,
  `window.location.href="/b"`,
  `if (navigator.language.startsWith('de')) { top.location.replace('/de/') }`,
  `(function () { var a = 1; document.location.assign('/b') })()`,
  `!function(){location.href='/b'}()`,
  `setTimeout(() => location.replace('/b'), 100)`,
  `setTimeout(function () { location.href = '/b' }, 3000)`,
  `window.onload = function () { location.href = '/b' }`,
  `document.addEventListener("DOMContentLoaded", () => { location.href = '/b' })`,
  `$(document).ready(function(){ location.href = '/b' })`,
  `fetch('/a').then((one) => { if (one.ok) location.href = '/b' })`,
  `document.write('<meta http-equiv="refresh" content="0; url=/b">')`,
])('leads to another page: %s', (code) => {
  expect(redirectsAtOnce(code)).toBe(true)
})

it.each([
  `function go() { location.href = '/b' }`,
  `const go = () => location.assign('/b')`,
  `button.onclick = function () { location.href = '/b' }`,
  `$('#menu').on('change', function () { window.location = this.value })`,
  `$('a').click(function(){ location.href = '/b' })`,
  `form.onsubmit = async (event, now = Date.now()) => { await send(); location.href = '/b' }`,
  `addEventListener('click', () => { setTimeout(() => { location.href = '/b' }) })`,
  `(function () { function go(url) { location.href = url } })()`,
  `class Menu { open() { location.href = '/b' } }`,
  `const url = location.href; if (location.href === '/b' || location == '/c') start()`,
  `const relocation = '/b'; my.location = 1; data.location.href = 2`,
  `// location.href = '/b'`,
  `location.hash = 'a'; location.reload()`,
])('leads nowhere by itself: %s', (code) => {
  expect(redirectsAtOnce(code)).toBe(false)
})
