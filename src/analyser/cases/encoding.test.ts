import { expect, it } from 'vitest'
import { evaluate } from '#analyser/evaluate.ts'
import { analyseCase, type Case, type Change, expectCase } from '#testing/pages/check-page.ts'
import { soundHtml, soundParts } from '#testing/pages/sound-page.ts'

const html = { 'content-type': 'text/html' }
const title = '<title>Lanternes pour l’été</title>'
/** The page in UTF-8, with declarations that say otherwise. */
const labelled = (charset: string, contentType: string, more: Change = {}): Change => ({
  charset,
  title,
  headers: { 'content-type': contentType },
  ...more,
})
const meta = (label: string) => `<meta charset="${label}">`
/** The page as bytes of windows-1252. */
const latin = (parts: Change, contentType = 'text/html'): Change => ({
  page: {
    body: Uint8Array.from(
      soundHtml({ text: '<p>Une lampe</p>', ...parts } as Parameters<typeof soundHtml>[0]),
      (char) => char.charCodeAt(0) & 255,
    ),
  },
  headers: { 'content-type': contentType },
})
const mislabelled = (label: string) => ({ charset: ['fail', label], '*': 'pass' }) as const
const conflict = { charset: ['fail', /but also declares/], '*': 'pass' } as const
const french = { ...soundParts, title: '<title>Lanternes en été</title>' }

const cases: Case[] = [
  ...['iso-8859-1', 'windows-1251', 'koi8-r'].map((label): Case => [
    `UTF-8 that a tag calls ${label}`,
    labelled(meta(label), 'text/html'),
    mislabelled(label.replace('iso-8859-1', 'windows-1252')),
  ]),
  [
    'UTF-8 that the header calls windows-1252',
    labelled('', 'text/html; charset=windows-1252'),
    mislabelled('windows-1252'),
  ],
  [
    'UTF-8 that a tag calls shift_jis',
    labelled(meta('shift_jis'), 'text/html', { title: '<title>庭のランプ</title>' }),
    mislabelled('shift_jis'),
  ],
  [
    'UTF-8 that a tag calls gbk',
    labelled(meta('gbk'), 'text/html', { title: '<title>花园灯</title>' }),
    mislabelled('gbk'),
  ],
  [
    'windows-1252 that a tag calls so',
    latin({ ...french, charset: meta('windows-1252') }),
    { charset: 'pass', '*': 'pass' },
  ],
  [
    'windows-1252 that a tag calls UTF-8',
    latin({ ...french, charset: meta('utf-8') }),
    { charset: ['fail', /garbled/], '*': 'pass' },
  ],
  [
    'plain ASCII that a tag calls latin1',
    latin({ ...soundParts, charset: meta('latin1') }),
    { charset: 'pass', '*': 'pass' },
  ],

  ['two tags that differ', { charset: soundParts.charset, head: meta('iso-8859-1'), headers: html }, conflict],
  [
    'two tags that differ, in two forms',
    { head: '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">' },
    conflict,
  ],
  [
    'a header and a tag that differ',
    {
      charset: meta('utf-8'),
      headers: { 'content-type': 'text/html; charset=iso-8859-2' },
      title: '<title>Lamps</title>',
    },
    { charset: 'fail', '*': 'pass' },
  ],
  ['two tags that agree', { head: meta('UTF8') }, {}],

  [
    'a title that was encoded twice',
    { title: '<title>Lampen fÃ¼r den Garten</title>' },
    { charset: ['fail', /garbled/], '*': 'pass' },
  ],
  [
    'a title with a twice encoded apostrophe',
    { title: '<title>The gardenerâ€™s lamps</title>' },
    { charset: ['fail', /garbled/], '*': 'pass' },
  ],
  [
    'a Portuguese title in capitals',
    { title: '<title>LÂMPADAS: NÃO PERCA A ESTAÇÃO</title>' },
    { charset: 'pass', '*': 'pass' },
  ],
]

it.each(cases)('%s', (...row) => expectCase(row))

it('reads mislabelled UTF-8 as Google does', () => {
  expect(analyseCase(labelled(meta('iso-8859-1'), 'text/html')).facts.metadata.title).toBe('Lanternes pour l’été')
})

it('an older report without all declarations is not judged', () => {
  const { charsetNotes: _, ...older } = analyseCase({}).facts
  expect(evaluate(older).results['charset']?.outcome).toBe('unknown')
})
