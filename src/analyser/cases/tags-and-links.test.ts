import { it } from 'vitest'
import { type Case, expectCase } from '#testing/pages/check-page.ts'
import { soundParts } from '#testing/pages/sound-page.ts'

const html = (lang: string) => ({ html: `<html lang="${lang}">`, hreflang: '' })
const text = (sentence: string) => ({ text: `${soundParts.text}<p>${sentence}</p>` })
const link = (href: string) => ({ end: `<a href="${href}">Lamps in our shop</a>` })
const refresh = (content: string) => ({ head: `<meta http-equiv="refresh" content="${content}">` })
const invalid = { 'html-lang': ['warn', /isn’t a valid language tag/], '*': 'pass' } as const
const valid = { 'html-lang': 'pass', '*': 'pass' } as const
const malformed = { 'crawlable-anchors': ['fail', /two schemes/] } as const
const unfilled = { 'placeholder-text': 'warn' } as const

const cases: Case[] = [
  ...['eng', 'en-UK', 'en-Latin', 'en-GB-1997', 'en-q'].map((lang): Case => [
    `the language ${lang}`,
    html(lang),
    invalid,
  ]),
  ...['en-GB', 'en-Latn-GB', 'en-GB-oxendict', 'en-x-copper'].map((lang): Case => [
    `the language ${lang}`,
    html(lang),
    valid,
  ]),

  ['variables of Windows in an instruction', text('Open %APPDATA% or %LocalAppData% and remove the file.'), {}],
  ['a variable of a shell', text('The lamp is set up by ${HOME}/.lamps.'), {}],
  ['a token that a sentence explains', text('Write {{name}} where the name of the buyer belongs.'), {}],
  [
    'an article on filler text',
    text('Lorem ipsum is the text that printers have used since the 1500s. The words “Lorem ipsum” come from Cicero.'),
    {},
  ],
  ['filler text', text('Lorem ipsum dolor sit amet, consetetur sadipscing elitr.'), unfilled],
  ['filler text in English', text('Lorem Ipsum is simply dummy text of the printing industry.'), unfilled],
  ['filler text in a heading', text('Lorem ipsum'), unfilled],
  ['a token in quotes', text('The text “{{ lamp.name }}” is replaced.'), {}],
  ['a token named as a placeholder', text('Our letters know the %FIRST_NAME% placeholder.'), {}],
  ['an unfilled token in a sentence', text('Dear %FIRST_NAME%, welcome to our workshop.'), unfilled],
  ['an unfilled variable', text('Hello {{ user.name }}, your lamp is ready.'), unfilled],
  ['an unfilled variable of a template literal', text('You have ${count} lamps.'), unfilled],

  ...[
    'http://https://shop.example/lamps',
    'https://http://shop.example/',
    'HTTP://HTTPS//shop.example/',
    'http://mailto:us@shop.example',
    'https:https://shop.example/lamps',
    'https:/https://shop.example/lamps',
    'http://www.https://shop.example',
  ].map((href): Case => [`a link to ${href}`, link(href), malformed]),
  ['a link that names a URL in its query', link('https://share.example/?u=https://shop.example/'), {}],
  ['a link to a page of an archive', link('https://archive.example/2026/https://shop.example/'), {}],
  ['a link to a host of one word', link('http://intranet/lamps'), { 'localhost-links': 'fail', '*': 'pass' }],

  [
    'a refresh to an app',
    refresh('0; url=lamps://paths/5'),
    { 'meta-refresh': ['info', /opens an app.*lamps:\/\/paths\/5/], indexability: 'indexable' },
  ],
  [
    'a refresh to a broken URL',
    refresh('0; url=https://'),
    { 'meta-refresh': ['info', /ignore the refresh/], indexability: 'indexable' },
  ],
  ['a refresh that runs a script', refresh('0; url=javascript:go()'), { 'meta-refresh': ['info', /ignore/] }],
  ['a refresh of the page itself', refresh('300'), { 'meta-refresh': ['info', /reloads itself every 300 seconds/] }],
]

it.each(cases)('%s', (...row) => expectCase(row))
