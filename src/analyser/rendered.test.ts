import { expect, it } from 'vitest'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { collectFacts } from './facts/collect.ts'
import { asFetched, inBrief, linksByScripts, renderGaps } from './rendered.ts'

const head = '<!doctype html><html lang="en"><meta charset="utf-8">'
const words = 'The lamps of this garden are made of copper and shine for many years. '.repeat(10)

/** Returns the facts before and after scripts ran. */
function factsOf(html: string, rendered: string) {
  const fetched = fetchedPageOf({
    body: Buffer.from(html, 'latin1'),
    headers: { 'content-type': 'text/html; charset=iso-8859-1' },
  })
  const { finalUrl } = fetched
  return [
    collectFacts(fetched).facts,
    collectFacts(asFetched(fetched, { html: rendered, isCut: false, finalUrl })).facts,
  ] as const
}

const gapsOf = (html: string, rendered: string) => {
  const [before, after] = factsOf(html, rendered)
  return renderGaps(inBrief(before), inBrief(after)).map(({ field, kind }) => `${kind} ${field}`)
}

it('a page that scripts leave as it is has no gap, whatever its charset was', () => {
  const page = `${head}<title>Lamps für den Garten</title><h1>Lamps</h1><p>${words}`
  expect(gapsOf(page, page)).toEqual([])
  expect(inBrief(factsOf(page, page)[1]).title).toBe('Lamps für den Garten')
})

it('a shell lacks everything for readers without scripts', () => {
  const shell = `${head}<title>Lamps</title><div id="root"></div><script src="/app.js"></script>`
  const page = `${head}<title>Lamps</title><meta name="description" content="All lamps"><link rel="canonical" href="https://example.com/lamps">
    <script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Lamp"}</script>
    <div id="root"><h1>Lamps</h1><p>${words}${Array.from({ length: 6 }, (_, at) => `<a href="/lamp/${at}">Lamp ${at}</a>`).join(' ')}</div>`
  expect(gapsOf(shell, page)).toEqual([
    'missing description',
    'missing canonical',
    'missing h1',
    'missing structured',
    'less words',
    'less links',
  ])
  expect(linksByScripts(...factsOf(shell, page)).total).toBe(6)
})

it('HTML and rendered page can contradict each other', () => {
  const withHead = (title: string, canonical: string, robots: string) =>
    `${head}<title>${title}</title><link rel="canonical" href="https://example.com/${canonical}"><meta name="robots" content="${robots}"><h1>Lamps</h1><p>${words}`
  expect(gapsOf(withHead('Loading', 'a', 'index'), withHead('Lamps', 'b', 'noindex'))).toEqual([
    'contradiction title',
    'contradiction canonical',
    'contradiction robots',
  ])
})

it('a few more words and links are no gap', () => {
  const page = `${head}<title>Lamps</title><h1>Lamps</h1><p>A short page.`
  expect(gapsOf(page, `${page} <p>Two visitors are here. <a href="/a">One</a> <a href="/b">Two</a>`)).toEqual([])
})

it('a link is of scripts if the HTML has none to its target', () => {
  const link = (href: string) => `<a href="${href}">${href}</a>`
  const html = `${head}<title>A page</title>${link('/a')}`
  const found = (...pages: [string, string]) =>
    linksByScripts(...factsOf(...pages)).items.map(({ url }) => new URL(url))
  const added = found(html, html + link('/a#part') + link('/b#part') + link('/b'))
  expect(added.map(({ pathname, hash }) => pathname + hash)).toEqual(['/b#part', '/b'])
  const many = html + Array.from({ length: 1_000 }, (_, at) => link(`/${at}`)).join('')
  expect(found(many, `${head}${link('/new')}`)).toEqual([])
})
