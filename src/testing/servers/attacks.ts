import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { attackPages } from '#testing/pages/attack-pages.ts'
import { sitemapIndex } from './hostile-files.ts'

const megabyte = 1024 * 1024

const html = { 'content-type': 'text/html; charset=utf-8' }

/** Some of `attackPages`, of each kind those that take the analyser longest. */
export const heaviestPages = [
  'deep nesting of formatting elements',
  'a million attributes of one element',
  'words of one letter',
  'one text',
  'a long heading',
  'links in links',
  'images',
  'styles of rules',
  'canonical links',
  'forms',
  'names that refer to each other',
  'broken JSON scripts',
  'microdata',
  'RDFa',
]

/** Serves `attackPages` by their names. */
export const serveAttackPages: RequestListener = ({ url = '' }, response) => {
  const page = attackPages[decodeURIComponent(url.slice(1))]
  response.writeHead(page ? 200 : 404, html).end(page?.())
}

/** Each page leads to 200 others that no other page leads to. */
export const serveEndlessWebsite: RequestListener = ({ url = '' }, response) => {
  const links = Array.from({ length: 200 }, (_, at) => `<a href="${url.replace(/\/$/, '')}/${at}">${at}</a>`)
  if (!url.startsWith('/0')) response.writeHead(404).end()
  else response.writeHead(200, html).end(`<!doctype html><title>${url}</title>${links.join('\n')}`)
}

const locations = (from: number, count: number, pathLength: number, host: string) =>
  Array.from(
    { length: count },
    (_, at) => `<url><loc>http://${host}/${'a'.repeat(pathLength)}${from + at}</loc></url>`,
  ).join('')

/** Packs a sitemap in parts, as a gzip file can have several, so that it is never in memory as a whole. */
const packedUrlset = (count: number, pathLength: number, host: string) =>
  Buffer.concat([
    gzipSync('<urlset>'),
    ...Array.from({ length: count / 1_000 }, (_, at) => gzipSync(locations(at * 1_000, 1_000, pathLength, host))),
    gzipSync('</urlset>'),
  ])

/** Sitemaps of jobs by their path, with the number of URLs that a job has of them at least, or 0 if it fails. */
export const jobSitemaps: Record<string, { atLeast: number; body: (host: string) => string | Buffer }> = {
  'too-long-packed': { atLeast: 0, body: (host) => packedUrlset(48_000, 10_000, host) },
  'long-packed': { atLeast: 5_000, body: (host) => packedUrlset(50_000, 2_000, host) },
  'index-of-long': {
    atLeast: 5_000,
    body: (host) => sitemapIndex(...Array.from({ length: 10 }, (_, at) => `http://${host}/long-packed?${at}`)),
  },
  'index-of-itself': {
    atLeast: 0,
    body: (host) => sitemapIndex(...Array.from({ length: 1_000 }, () => `http://${host}/index-of-itself`)),
  },
  'packed-spaces': {
    atLeast: 0,
    body: () => Buffer.concat([gzipSync('<urlset>'), ...Array.from({ length: 500 }, () => packedSpaces)]),
  },
}
const packedSpaces = gzipSync(Buffer.alloc(megabyte, ' '))

/** Serves `jobSitemaps`. They are packed once. */
export function sitemapServer(): RequestListener {
  const packed = new Map<string, string | Buffer>()
  return ({ url = '', headers }, response) => {
    const name = url.slice(1).replace(/\?.*/, '')
    const body = packed.get(name) ?? jobSitemaps[name]?.body(headers.host ?? '')
    if (body !== undefined) packed.set(name, body)
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/xml' }).end(body)
  }
}

export type Body = { type: string; text: string }
const form = (text: string): Body => ({ type: 'application/x-www-form-urlencoded', text })
const json = (text: string): Body => ({ type: 'application/json', text })

const repeated = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length))
const numbered = (part: (at: number) => string, bytes: number) => {
  const count = Math.floor(bytes / part(10 ** 6).length)
  return Array.from({ length: count }, (_, at) => part(at)).join('')
}

/** Bodies of about a number of bytes. None is a form that a route could accept. */
export const attackBodies: Record<string, (bytes: number) => Body> = {
  'different fields': (bytes) => form(numbered((at) => `f${at}=1&`, bytes)),
  'one field again and again': (bytes) => form(repeated('url=1&', bytes)),
  'separators alone': (bytes) => form(repeated('&', bytes)),
  'broken encoding': (bytes) => form(repeated('%zz', bytes)),
  'encoded bytes': (bytes) => form(`a=${repeated('%41', bytes)}`),
  'one field name': (bytes) => form(repeated('a', bytes)),
  'names of built-in objects': () => form('__proto__=1&constructor=2&toString=3&hasOwnProperty=4'),
  'different members of JSON': (bytes) => json(`{${numbered((at) => `"f${at}":1,`, bytes)}"a":1}`),
  'JSON in JSON': (bytes) => json(repeated('{"a":', bytes)),
  'arrays in JSON': (bytes) => json(`{"urls":${repeated('[', bytes)}`),
  'an array of JSON': (bytes) => json(`{"urls":[${repeated('"a",', bytes)}"a"]}`),
  'a number of JSON': (bytes) => json(`{"a":${repeated('1', bytes)}}`),
  'line breaks in every field': (bytes) => form(`urls=${repeated('%0A', bytes)}`),
}

/** Texts that fill one field of an otherwise accepted form. */
export const attackValues: Record<string, string> = {
  letters: 'a',
  spaces: ' ',
  'line breaks': '\n',
  commas: ',',
  'mail addresses': 'x@b.example,',
  'at signs': '@',
  'URLs on lines': 'https://shop.internal/\n',
  'broken URLs': 'https://[\n',
  patterns: '*a',
  comments: '<!---->',
  'combining marks': '\u0301',
  parentheses: '(',
  numbers: '9',
}

export const attackQueries = [
  repeated('a=1&', 8_000),
  numbered((at) => `f${at}=1&`, 8_000),
  repeated('%zz&', 8_000),
  '__proto__=1&constructor=1&toString=1',
  '%E0%A4=1',
  `search=${repeated('%25', 1_500)}`,
  `search=${repeated('a+', 500)}`,
  `search=${repeated('%E7%81%AF', 1_500)}`,
  `page=${repeated('9', 1_000)}`,
  'page=2147483647&per_page=100',
  `group=${repeated('/*', 400)}`,
  `token=${repeated('a', 8_000)}`,
]

const svg = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
export const attackLogos = {
  'comments before it': `${'<!---->'.repeat(10_000)}<a/>`,
  'spaces before it': `${' '.repeat(100_000)}<a/>`,
  'declarations before it': `${'<?xml ?>'.repeat(10_000)}<a/>`,
  'document types before it': `${'<!DOCTYPE svg>'.repeat(5_000)}<a/>`,
  'nested elements': `${svg}>${'<g>'.repeat(30_000)}</svg>`,
  namespaces: `${svg}>${Array.from({ length: 90 }, (_, at) => `<g ${numbered((i) => `xmlns:n${at}x${i}="u" `, 900)}>`).join('')}</svg>`,
  attributes: `${svg} ${numbered((at) => `a${at}="" `, 100_000)}/>`,
  'uses of uses': `${svg}><defs><g id="a0"><rect width="1" height="1"/></g>${Array.from(
    { length: 1_000 },
    (_, at) => `<g id="a${at + 1}"><use href="#a${at}"/><use href="#a${at}"/></g>`,
  ).join('')}</defs><use href="#a1000"/></svg>`,
  'a large filter': `${svg} viewBox="0 0 100000 100000"><filter id="f"><feGaussianBlur stdDeviation="1000"/></filter><rect filter="url(#f)" width="100000" height="100000"/></svg>`,
}
