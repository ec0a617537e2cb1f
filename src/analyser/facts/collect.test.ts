import { describe, expect, it } from 'vitest'
import { fetchedPageOf, document, type Page } from '#testing/pages/fetched-page.ts'
import type { PageFacts } from '../page-facts.ts'
import { collectFacts } from './collect.ts'
import { parsePage } from './parse-page.ts'
import { collapse, maxListed } from './text.ts'
import { maxNodes } from './tree.ts'
import { walk } from './walk.ts'

const factsOf = (page: Page): PageFacts => collectFacts(fetchedPageOf(page)).facts
const textOf = (body: string) => {
  const tree = parsePage(document('<title>not text</title>', body))
  return collapse(walk(tree, []).text)
}

describe('the visible text', () => {
  it.each([
    ['<p>One</p><p>two</p>', 'One two'],
    ['<p>o<b>n</b>e<br>two</p>', 'one two'],
    ['a<!-- b --><script>c</script><style>d</style><template>e</template><noscript>f</noscript> g', 'a g'],
    ['a<p hidden>b</p><p style="display: none">c</p><p hidden="until-found">d</p>', 'a d'],
    ['a<svg><title>b</title><text>c</text></svg><textarea>d</textarea><iframe>e</iframe>', 'ac'],
    ['  a&nbsp;\n\n b  ', 'a b'],
  ])('of %s', (body, text) => {
    expect(textOf(body)).toBe(text)
  })
})

describe('facts', () => {
  it('survive JSON unchanged, and do not hold the page', () => {
    const html = document(
      '<title>T</title>',
      `<p>${Array.from({ length: 500 }, (_, at) => `unmistakable${at}`).join(' ')}</p><img><a href=x>y</a>`,
    )
    const facts = factsOf({ html })
    expect(JSON.parse(JSON.stringify(facts))).toEqual(facts)
    expect(JSON.stringify(facts)).not.toContain('unmistakable')
  })

  it('cut lists and keep their true counts', () => {
    const { images, links, headings } = factsOf({ html: document('', '<img><a href=x>y</a><h2>z</h2>'.repeat(1500)) })
    for (const list of [images, links, headings]) expect([list.items.length, list.total]).toEqual([maxListed, 1500])
  })

  it('hold text that any database takes', () => {
    const html = document(
      `<title>${'x'.repeat(1998)}😀😀</title><script type="application/ld+json">{"@type":"a\\u0000\\ud800"}</script>`,
    )
    const { metadata, structured } = factsOf({ html, robots: 'a\0b' })
    expect(metadata.title).toBe(`${'x'.repeat(1998)}…`)
    expect(structured.jsonLd.items[0]?.types).toEqual(['a\uFFFD\uFFFD'])
  })

  it('resolve links against the base element and know their own site', () => {
    const { links, document: root } = factsOf({
      html: document(
        '',
        '<a href="a">x</a><a href="/b">y</a><a href="https://example.com/c">z</a><base href="//other.example/d/"><base href="/e/">',
      ),
    })
    expect(root.baseUrl).toBe('https://other.example/d/')
    expect(links.items.map(({ url, internal, text }) => [url, internal, text])).toEqual([
      ['https://other.example/d/a', false, 'x'],
      ['https://other.example/b', false, 'y'],
      ['https://example.com/c', true, 'z'],
    ])
  })

  it('keep what stands in noscript apart', () => {
    const { images, links, resources, metadata } = factsOf({
      html: document(
        '<noscript><link rel=stylesheet href=a.css></noscript><title>After</title>',
        '<noscript><img src=a.png><a href=b>x</a></noscript><img src=c.png>',
      ),
    })
    expect(metadata.title).toBe('After')
    expect(images.items.map(({ noscript }) => noscript)).toEqual([true, false])
    expect(links.items).toMatchObject([{ noscript: true }])
    expect(resources.items.map(({ kind, noscript }) => [kind, noscript])).toEqual([
      ['style', true],
      ['image', true],
      ['image', false],
    ])
  })

  it('take directives from the elements that are for crawlers', () => {
    const { directives } = factsOf({
      html: document(
        '<meta name="description" content="noindex"><meta name="robots" content="nofollow, max-snippet: 20"><meta name="bingbot" content="noarchive">',
      ),
    })
    expect(directives.items.map(({ agent, name, value }) => [agent, name, value])).toEqual([
      [null, 'nofollow', null],
      [null, 'max-snippet', '20'],
      ['bingbot', 'noarchive', null],
    ])
  })

  it('list each image once, whatever sizes it comes in', () => {
    const { resources } = factsOf({
      html: document('', '<img src="a.png" srcset="a-2x.png 2x, a-3x.png 3x"><img src="data:image/png;base64,AAAA">'),
    })
    expect(resources.items.map(({ url }) => url)).toEqual(['https://example.com/garden/a.png'])
  })
})

describe('hostile pages', () => {
  it('of 100,000 nested elements are read whole', () => {
    const { document: root } = factsOf({ html: `${'<div>'.repeat(100_000)}<h1>deep</h1>` })
    expect(root).toMatchObject({ cut: false, depth: 100_003 })
  })

  it.each([
    ['elements', '<i>'.repeat(200_000)],
    ['texts', 'x<br>'.repeat(200_000)],
    ['comments', '<!---->'.repeat(200_000)],
    ['formatting elements that multiply', Array.from({ length: 3000 }, (_, at) => `<b a${at}><p>`).join('')],
    ['text beside a table', `<table>${'x<tr>'.repeat(200_000)}`],
    ['noscript elements', '<noscript><img></noscript>'.repeat(150_000)],
  ])('of too many %s keep the tree built so far', (_, html) => {
    const { document: root, metadata } = factsOf({ html: `<title>Kept</title>${html}` })
    expect(root).toMatchObject({ cut: true, nodes: maxNodes })
    expect(metadata.title).toBe('Kept')
  })

  it('with a title, attribute or heading of a megabyte are cut short', () => {
    const long = 'x'.repeat(1_000_000)
    const facts = factsOf({
      html: document(
        `<title>${long}</title><meta name="${long}" content="${long}">`,
        `<h1 class="${long}">${long}</h1><img src="${long}" alt="${long}"><a href="${long}">${long}</a>`,
      ),
    })
    expect(JSON.stringify(facts).length).toBeLessThan(21_000)
  })

  it('that are empty, or no HTML at all, have facts', () => {
    expect(factsOf({ html: '' }).document).toMatchObject({ elements: 3, doctype: null, mode: 'quirks', lang: null })
    expect(
      factsOf({ body: Uint8Array.from({ length: 5000 }, (_, at) => (at * 97) % 256) }).document.elements,
    ).toBeGreaterThan(2)
  })
})
