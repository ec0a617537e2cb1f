import { describe, it } from 'vitest'
import type { Probe } from '#analyser/probe.ts'
import { type Case, expectCase } from '#testing/pages/check-page.ts'
import { probe } from '#testing/pages/fetched-page.ts'
import { png, soundHtml, soundParts, soundRobots } from '#testing/pages/sound-page.ts'

const rules = (...lines: string[]) => ({ page: { robots: `${soundRobots}\n${lines.join('\n')}\n` } })
const blocked = (lines: RegExp) => ({ 'blocked-resources': ['fail', lines] }) as const

const noIcon = { status: 404, body: null }
const icon = (href: string) => ({ icon: `<link rel="icon" href="${href}">`, answers: { favicon: noIcon } })
const embedded = { favicon: ['warn', /The favicon is in the page/] } as const
const html = soundHtml()
/** A response with HTML for the resources whose URL has this ending. */
const soft404 = (ending: string, type = 'text/html', before = '') => ({
  answers: {
    resource: (sound: Probe): Probe =>
      sound.url.endsWith(ending)
        ? probe('resource', sound.url, { at: sound.at, headers: { 'content-type': type }, text: before + html })
        : sound,
  },
})
const isWebPage = /with a web page \(HTML\)/

const cases: Case[] = [
  [
    'robots.txt that blocks the files for everyone',
    rules('User-agent: *', 'Disallow: /*.css$', 'Disallow: /script.js'),
    blocked(/1 stylesheet and 1 script: robots\.txt lines 7 and 8/),
  ],
  [
    'robots.txt that blocks them for Googlebot alone',
    rules('User-agent: Googlebot', 'Disallow: /script.js'),
    blocked(/1 script: robots\.txt line 7/),
  ],
  [
    'robots.txt that allows them by a longer rule',
    rules('User-agent: *', 'Disallow: /s', 'Allow: /style.css', 'Allow: /script.js'),
    {},
  ],
  ['robots.txt that blocks files the page doesn’t use', rules('User-agent: *', 'Disallow: /admin.js'), {}],
  ['an icon written as SVG', icon("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"), embedded],
  ['an icon written as base64', icon('data:image/png;base64,iVBORw0KGgo='), embedded],
  ['such an icon beside a /favicon.ico', { ...icon('data:image/png;base64,iVBORw0KGgo='), answers: {} }, {}],
  ['an icon with an empty href', icon(''), { favicon: ['fail', /has no favicon/] }],
  ['an empty data: URL', icon('data:,'), { favicon: ['fail', /has no favicon/] }],
  ['an icon that returns 404', icon('/icon.png'), { favicon: ['fail', /doesn’t exist/] }],
  [
    'an icon in the body',
    { ...icon('/icon.png'), icon: '', top: `${soundParts.top}<link rel="icon" href="/icon.png">` },
    { favicon: ['warn', /outside the head/] },
  ],
  [
    'an icon that is HTML',
    { answers: { favicon: { headers: { 'content-type': 'image/png' }, text: html } } },
    { favicon: ['fail', /doesn’t return an image/] },
  ],
  ['an image that is HTML', soft404('/lamp.webp'), { 'broken-resources': ['fail', isWebPage], '*': 'pass' }],
  [
    'an image that is HTML behind comments',
    soft404('/lamp.webp', 'image/webp', '<!-- cache --> <!-- 3 -->'),
    { 'broken-resources': ['fail', isWebPage], '*': 'pass' },
  ],
  ['a script that is HTML', soft404('.js'), { 'broken-resources': ['fail', isWebPage], '*': 'pass' }],
  ['a stylesheet that is HTML', soft404('.css', 'text/css'), { 'broken-resources': ['fail', isWebPage], '*': 'pass' }],
  [
    'an image of another type than it says',
    {
      answers: {
        resource: (sound: Probe): Probe =>
          sound.url.endsWith('webp')
            ? {
                ...sound,
                headers: [
                  ['content-type', 'image/jpeg'],
                  ['etag', '"1"'],
                ],
                body: png(1200, 630),
              }
            : sound,
      },
    },
    {},
  ],
  ['a page without robots.txt', { page: { robots: { outcome: 'absent' } } }, {}],
]

describe('files that a page loads', () => {
  it.each(cases)('%s', (...row) => expectCase(row))
})
