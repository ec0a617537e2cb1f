import { expect, it } from 'vitest'
import { analyseCase, type Case, expectCase } from '#testing/pages/check-page.ts'
import { soundHtml, soundParts } from '#testing/pages/sound-page.ts'

const { title, description, canonical, viewport, charset, top, links, text, doctype } = soundParts
const noDescription = { 'description-present': 'warn', 'description-length': 'not-applicable' } as const

const cases: Case[] = [
  ['ignores a description in the body', { description: '', top: description + top }, noDescription],
  [
    'a title in the body counts, but is out of place',
    { title: '', top: title + top },
    { 'title-present': ['warn', /outside the head/] },
  ],
  [
    'ignores a canonical in the body',
    { canonical: '', top: `<link rel="canonical" href="https://example.com/other">${top}` },
    { 'canonical-valid': ['warn', /outside the head|body/i] },
  ],
  [
    'elements that belong to the body end the head',
    { charset: `${charset}<div></div>` },
    {
      'title-present': ['warn', /outside the head.*<div> ended the head here/],
      ...noDescription,
      'canonical-valid': 'warn',
      viewport: ['warn', /outside the head.*<div> ended the head here/],
      '*': 'pass',
    },
  ],
  [
    'an image ends the head, even one of SVG',
    { charset: `${charset}<svg><title>Icon</title></svg>` },
    { 'title-present': ['warn', /outside the head.*<svg> ended the head here/], '*': 'pass' },
  ],
  [
    'text ends the head',
    { charset: `${charset}&nbsp;` },
    { 'title-present': ['warn', /An invisible character ended the head here/], '*': 'pass' },
  ],
  ['white space and comments do not end the head', { charset: `${charset}\n\n <!-- <div> --> \n` }, {}],
  [
    'an image in a noscript of the head does not end it',
    { charset: `${charset}<noscript><img src="https://example.com/pixel.gif" alt=""></noscript>` },
    {},
  ],
  [
    'templates and comments hold no metadata',
    { title: `<template>${title}</template>`, description: `<!-- ${description} -->` },
    { 'title-present': 'fail', ...noDescription },
  ],
  [
    'a script that writes a title has none',
    { title: `<script>document.write('${title.replace('/', '\\/')}')</script>` },
    { 'title-present': 'fail' },
  ],
  ['does not count the title of an SVG in the body', { top: `${top}<svg role="img"><title>Lamp</title></svg>` }, {}],
  ['two titles', { title: `${title}<title>More</title>` }, { 'title-present': ['warn', 2] }],
  ['an empty title before the real one', { title: `<title></title>${title}` }, { 'title-present': ['warn', 2] }],
  ['an empty title', { title: '<title> \n&nbsp;</title>' }, { 'title-present': ['fail', ''] }],
  [
    'entities in the title are what they stand for',
    { title: '<title>Lamps &amp; shades &lt;new&gt; &eacute;t&#233; &copy &hearts;</title>' },
    { 'title-present': ['pass', 'Lamps & shades <new> été © ♥'] },
  ],
  [
    'tags inside the title are its text',
    { title: '<title>Lamps <b>of</b> copper</title>' },
    { 'title-present': ['pass', 'Lamps <b>of</b> copper'] },
  ],
  [
    'line breaks in the title are spaces',
    { title: '<title>\n  Garden lamps\n\tof copper\n</title>' },
    { 'title-present': ['pass', 'Garden lamps of copper'] },
  ],
  [
    'a title never closed swallows the page',
    { title: '<title>Garden lamps' },
    {
      'title-present': 'pass',
      'title-width': 'fail',
      ...noDescription,
      'h1-present': 'fail',
      viewport: 'fail',
      'og-core': 'warn',
      '*': 'pass',
    },
  ],
  [
    'names of elements and attributes in any case',
    {
      description: description
        .replace('meta name="description"', 'META NAME="DESCRIPTION"')
        .replace('content', 'CONTENT'),
      canonical: canonical.replace('link rel="canonical"', 'LINK REL="Canonical"'),
    },
    {},
  ],
  [
    'attributes without quotes, and a slash at the end',
    { viewport: '<meta name=viewport content=width=device-width />' },
    {},
  ],
  [
    'of an attribute given twice the first counts',
    { description: description.replace('name=', 'name="description" name="x" x=') },
    {},
  ],
  [
    'ignores a description by property instead of name',
    { description: description.replace('name=', 'property=') },
    noDescription,
  ],
  [
    'an empty description',
    { description: '<meta name="description" content="  ">' },
    { 'description-present': 'warn', 'description-length': 'not-applicable' },
  ],
  ['two descriptions', { description: description.repeat(2) }, { 'description-present': ['warn', 2] }],
  [
    'no html, head and body tags at all',
    { page: { html: soundHtml().replace(/<\/?(?:html|head|body)[^>]*>/g, '') } },
    { 'html-lang': 'warn' },
  ],
  ['ignores a second head', { top: `<head>${description}</head>${top}`, description: '' }, noDescription],
  [
    'the language of a second html tag counts where the first has none',
    { html: '<html>', top: `<html lang="en">${top}` },
    {},
  ],
  [
    'a language on the body alone is not the page’s',
    { html: '<html>', page: { html: soundHtml({ html: '<html>' }).replace('<body>', '<body lang="en">') } },
    { 'html-lang': ['warn', null] },
  ],
  ['ignores xml:lang in HTML', { html: '<html xml:lang="en">' }, { 'html-lang': ['warn', null] }],
  ['an empty language', { html: '<html lang="">' }, { 'html-lang': ['warn', ''] }],
  ['an invalid language', { html: '<html lang="en_US">' }, { 'html-lang': ['warn', 'en_US'] }],
  ['a language with script and region', { html: '<html lang="en-Latn-GB">' }, {}],
  ['no doctype', { doctype: '' }, { doctype: 'warn' }],
  ['a doctype behind a comment and white space', { doctype: `\n<!-- made by hand -->\n ${doctype}` }, {}],
  [
    'ignores a doctype behind text, and ends the head at the text',
    { doctype: `x${doctype}` },
    { doctype: 'warn', 'title-present': 'warn', '*': 'pass' },
  ],
  [
    'the old strict doctype',
    { doctype: '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">' },
    {},
  ],
  [
    'a transitional doctype with limited quirks',
    {
      doctype:
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
    },
    { doctype: ['warn', /limited-quirks/] },
  ],
  [
    'a transitional doctype without an address',
    { doctype: '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">' },
    { doctype: ['warn', /quirks mode/] },
  ],
  ['the legacy doctype', { doctype: '<!DOCTYPE html SYSTEM "about:legacy-compat">' }, {}],
  [
    'base applies to what stands before it too',
    { canonical: '<link rel="canonical" href="lamps?page=2">', head: '<base href="https://example.com/garden/">' },
    { 'canonical-valid': ['warn', /relative/i] },
  ],
  [
    'of two bases the first with an address counts',
    {
      head: '<base target="_top"><base href="https://example.com/garden/"><base href="https://museum.example/">',
      links: links.replace('href="/"', 'href="./"'),
    },
    {},
  ],
  [
    'a base on another website makes its links leave',
    { head: '<base href="https://museum.example/">' },
    { 'broken-internal': 'not-applicable', 'redirecting-links': 'not-applicable', '*': 'pass' },
  ],
  ['no viewport', { viewport: '' }, { viewport: 'fail' }],
  ['a viewport of fixed width', { viewport: '<meta name="viewport" content="width=1024">' }, { viewport: 'warn' }],
  [
    'ignores an http-equiv for the viewport',
    { viewport: viewport.replace('name=', 'http-equiv=') },
    { viewport: 'fail' },
  ],
  [
    'a refresh with a URL',
    { head: '<meta http-equiv="Refresh" content="0;URL=\'https://example.com/new\'">' },
    { 'meta-refresh': ['warn', 'https://example.com/new'], 'in-sitemap': ['warn', /it redirects immediately/] },
  ],
  [
    'ignores a refresh in noscript, as scripts run',
    { head: '<noscript><meta http-equiv="refresh" content="0; url=/plain"></noscript>' },
    { 'meta-refresh': 'pass' },
  ],
  [
    'a refresh of the page itself is only info',
    { head: '<meta http-equiv="refresh" content="300">' },
    { 'meta-refresh': 'info' },
  ],
  [
    'hidden text, templates, comments and scripts have no words',
    {
      text: `${text}<p hidden>a b c</p><template>d e f</template><!-- g h --><script>i()</script><style>.j{}</style><p style="display:none">k l</p>`,
    },
    { 'word-count': ['info', Number(analyseCase({}).results['word-count']?.value)] },
  ],
  [
    'ignores an h1 in a template or comment',
    { top: '<template><h1>Lamps</h1></template><!-- <h1>Lamps</h1> -->' },
    { 'h1-present': 'fail', '*': 'pass' },
  ],
  [
    'a h1 that holds only an image with alternative text',
    { top: '<h1><img src="/logo.webp" alt="Garden lamps" width="90" height="30"></h1>' },
    {},
  ],
  [
    'a h1 that holds only an image without a name',
    { top: '<h1><img src="/logo.webp" alt="" width="90" height="30"></h1>' },
    { 'h1-present': 'fail', '*': 'pass' },
  ],
  ['several h1 are only told', { top: `${top}<h1>More</h1>` }, { 'h1-present': ['pass', /2/] }],
  ['a level left out', { top: `${top}<h4>Deep</h4>` }, { 'heading-order': 'warn' }],
]

it.each(cases)('%s', (...row) => expectCase(row))

it('an element that ends the head costs once what it puts outside the head', () => {
  const lostBy = (parts: Parameters<typeof analyseCase>[0]) => {
    const { results } = analyseCase(parts)
    return Object.fromEntries(
      Object.entries(results).flatMap(([id, one]) => (one.points_lost > 0 ? [[id, one.points_lost]] : [])),
    )
  }
  expect(lostBy({ charset: `${charset}<iframe src="/frame"></iframe>`, hreflang: '', canonical: '' })).toEqual({
    'title-present': 6,
  })
  // A missing element has a cause of its own.
  expect(
    lostBy({ charset: `${charset}<iframe src="/frame"></iframe>`, hreflang: '', canonical: '', viewport: '' }),
  ).toEqual({
    'title-present': 6,
    viewport: 6,
  })
  expect(lostBy({ title: '', top: description + top, description: '' })).toEqual({
    'title-present': 12,
    'description-present': 4,
  })
})
