import { describe, expect, it } from 'vitest'
import { document, fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { collectFacts } from './collect.ts'

const context = 'https://schema.org'
const block = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const entitiesOf = (head: string, body = '') =>
  collectFacts(fetchedPageOf({ html: document(head, body) })).facts.entities
const ofJson = (...values: unknown[]) => entitiesOf(values.map(block).join('\n'))
const typesIn = ({ items }: ReturnType<typeof entitiesOf>) => items.map(({ types }) => types.join(' '))
const product = { '@context': context, '@type': 'Product', name: 'Lamp', offers: { price: 1 } }

describe('things of JSON-LD', () => {
  it.each([
    ['one at the top', [product], ['Product']],
    ['an array', [[product, { '@context': context, '@type': 'Event' }]], ['Product', 'Event']],
    [
      'a graph',
      [{ '@context': context, '@graph': [{ '@type': 'WebPage' }, { '@id': '#x' }, { '@type': ['Product', 'Car'] }] }],
      ['WebPage', 'Product Car'],
    ],
    ['a graph of one', [{ '@context': context, '@graph': { '@type': 'WebPage' } }], ['WebPage']],
    ['several blocks', [product, product], ['Product', 'Product']],
    [
      'what a page holds',
      [
        {
          '@context': context,
          '@type': 'WebPage',
          breadcrumb: { '@type': 'BreadcrumbList' },
          mainEntity: [{ '@type': 'Recipe' }],
        },
      ],
      ['WebPage', 'Recipe', 'BreadcrumbList'],
    ],
    [
      'products in a list',
      [
        {
          '@context': context,
          '@type': 'ItemList',
          itemListElement: [{ '@type': 'ListItem', item: { '@type': 'Product' } }],
        },
      ],
      ['ItemList', 'Product'],
    ],
    [
      'nothing that is only mentioned',
      [{ ...product, isRelatedTo: product, brand: { '@type': 'Organization' } }],
      ['Product'],
    ],
    [
      'no step of a breadcrumb',
      [
        {
          '@context': context,
          '@type': 'BreadcrumbList',
          itemListElement: [{ '@type': 'ListItem', item: { '@type': 'WebSite' } }],
        },
      ],
      ['BreadcrumbList'],
    ],
    ['nothing without a type', [{ '@context': context, name: 'x' }, [], 'Product', null, [null, 5, [product]]], []],
  ])('are found: %s', (_, values, types) => {
    expect(typesIn(ofJson(...values))).toEqual(types)
  })

  it.each([
    ['https://schema.org', 'schema.org', ['Product']],
    ['http://www.schema.org/', 'schema.org', ['Product']],
    [[null, 'https://example.org/ns', { '@vocab': 'http://schema.org/' }], 'schema.org', ['Product']],
    [undefined, 'none', ['Product']],
    ['https://www.w3.org/ns/activitystreams', 'other', ['Product']],
    ['https://schema.org.example/', 'other', ['Product']],
  ])('speak the vocabulary of their context %j', (given, vocabulary, types) => {
    expect(ofJson({ ...product, '@context': given }).items).toMatchObject([{ vocabulary, types }])
  })

  it.each(['schema:Product', 'https://schema.org/Product', 'HTTP://schema.org/Product'])(
    'are called Product when written as %s',
    (type) => {
      const found = ofJson({
        '@context': { schema: 'http://schema.org/' },
        '@type': type,
        'schema:name': 'Lamp',
        'https://schema.org/offers': { 'schema:price': 3 },
      })
      expect(found.items).toMatchObject([{ types: ['Product'], name: 'Lamp', vocabulary: 'schema.org' }])
      expect(found.items[0]?.lacks).not.toContain('name')
      expect(found.items[0]?.lacks).not.toContain('offers.price|offers.priceSpecification.price|offers.lowPrice')
    },
  )

  it('refer to each other across blocks', () => {
    const found = ofJson(
      { ...product, offers: { '@id': '#offer' }, review: { '@type': 'Review', '@id': '#review' } },
      {
        '@context': context,
        '@graph': [
          { '@type': 'Offer', '@id': '#offer', price: '5' },
          { '@type': 'Review', '@id': '#review', author: 'Ada' },
        ],
      },
    )
    expect(typesIn(found)).toEqual(['Product', 'Offer'])
    expect(found.items[0]?.lacks).toContain('review.reviewRating')
    expect(found.items[0]?.lacks).not.toContain('review.author')
  })

  it('are not found lacking what a reference to another page may hold', () => {
    expect(ofJson({ ...product, offers: { '@id': 'https://example.com/offer' } }).items[0]?.lacks).not.toContain(
      'offers.price|offers.priceSpecification.price|offers.lowPrice',
    )
  })

  it('are one where two blocks describe the same @id', () => {
    const found = ofJson(
      { '@context': context, '@type': 'Product', '@id': '#p', name: 'Lamp' },
      { '@context': context, '@type': 'Product', '@id': '#p', offers: { price: 2 } },
    )
    expect(found.items).toHaveLength(1)
    expect(found.items[0]?.lacks).not.toContain('review|aggregateRating|offers')
  })

  it('are one where they are nested in others of another block, with the types of both', () => {
    const found = ofJson(
      { '@context': context, '@type': 'WebPage', mainEntity: { '@type': 'Recipe', '@id': '#r', name: 'Pie' } },
      { '@context': context, '@graph': [{ '@type': ['Recipe', 'Product'], '@id': '#r', image: 'a.png' }] },
    )
    expect(typesIn(found)).toEqual(['WebPage', 'Recipe Product'])
    expect(found.items[1]).toMatchObject({ name: 'Pie' })
    expect(found.items[1]?.lacks).not.toContain('image')
  })

  it('stay apart where a part has the @id of its whole', () => {
    const found = ofJson({
      '@context': context,
      '@type': 'Product',
      '@id': '#p',
      name: 'Lamp',
      aggregateRating: { '@type': 'AggregateRating', '@id': '#p', ratingValue: 4, reviewCount: 3 },
    })
    expect(typesIn(found)).toEqual(['Product'])
    expect(found.items[0]?.lacks).not.toContain('aggregateRating.ratingValue')
  })

  it('are one however many nodes have their @id, side by side or inside each other', () => {
    const node = (at: number) => ({ '@type': 'Product', '@id': '#p', [`p${at}`]: { '@id': '#p', [`q${at}`]: at } })
    const beside = ofJson({ '@context': context, '@graph': Array.from({ length: 10_000 }, (_, at) => node(at)) })
    expect(beside.total).toBe(1)
    let nested: object = { ...node(0), name: 'Lamp' }
    for (let at = 1; at < 1_000; at++) nested = { ...node(at), mainEntity: nested }
    expect(ofJson({ '@context': context, ...nested })).toMatchObject({ total: 1, items: [{ name: 'Lamp' }] })
  })

  it('have values inside @value, @list and @set, and none in empty ones', () => {
    const lacks = (values: object) =>
      ofJson({ '@context': context, '@type': 'Recipe', ...values }).items[0]?.lacks.slice(0, 2)
    expect(lacks({ name: { '@value': 'Pie' }, image: { '@list': ['a.png'] } })).not.toContain('name')
    for (const empty of ['', ' \n', null, [], {}, [''], { '@value': '' }])
      expect(lacks({ name: empty, image: 'a.png' })).toContain('name')
  })

  it('know the steps of a breadcrumb by position', () => {
    const step = (position: unknown, rest: object) => ({ '@type': 'ListItem', position, ...rest })
    const found = ofJson({
      '@context': context,
      '@type': 'BreadcrumbList',
      itemListElement: [step('2', { item: { '@id': '/b', name: '灯 ' } }), step(1, { name: 'Home', item: '/' })],
    })
    expect(found.trail).toEqual(['Home', '灯'])
  })

  it('are left alone in noscript and where the JSON is broken', () => {
    expect(
      entitiesOf(`<noscript>${block(product)}</noscript><script type="application/ld+json">{"@type":"Product"</script>`)
        .total,
    ).toBe(0)
  })
})

const item = (type: string, inside: string, more = '') =>
  `<div itemscope itemtype="https://schema.org/${type}" ${more}>${inside}</div>`

describe('things of microdata', () => {
  it('have properties from attributes and text', () => {
    const { items } = entitiesOf(
      '',
      item(
        'Product',
        `<h1 itemprop="name">Desk <b>lamp</b></h1><img itemprop="image" src="a.png">
      <div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><meta itemprop="price" content="29.00"><link itemprop="availability" href="https://schema.org/InStock"></div>
      <span itemprop="brand"> </span>`,
      ),
    )
    expect(items).toMatchObject([
      { source: 'microdata', types: ['Product'], name: 'Desk lamp', vocabulary: 'schema.org', at: 4 },
    ])
    expect(items[0]?.lacks).toEqual(expect.arrayContaining(['brand', 'description']))
    for (const key of ['name', 'image', 'offers.availability', 'review|aggregateRating|offers'])
      expect(items[0]?.lacks).not.toContain(key)
  })

  it('borrow what itemref names, also from later in the page and from themselves', () => {
    const { items } = entitiesOf(
      '',
      `${item('Product', '', 'itemref="more gone self" id="self"')}<div id="more"><p itemprop="name">Lamp</p>${item('Offer', '<i itemprop="price">3</i>', 'itemprop="offers"')}</div>`,
    )
    expect(items).toMatchObject([{ types: ['Product'], name: 'Lamp' }])
    expect(items[0]?.lacks).not.toContain('offers.price|offers.priceSpecification.price|offers.lowPrice')
  })

  it('are listed by themselves where they are no property, and of other vocabularies as written', () => {
    const { items } = entitiesOf(
      '',
      `${item('WebPage', item('Product', ''))}<p itemscope itemtype="http://data-vocabulary.org/Product"></p><p itemscope itemtype="Product"></p>`,
    )
    expect(items.map(({ types, vocabulary }) => [types[0], vocabulary])).toEqual([
      ['WebPage', 'schema.org'],
      ['Product', 'schema.org'],
      ['http://data-vocabulary.org/Product', 'other'],
      ['Product', 'other'],
    ])
  })
})

describe('things of RDFa', () => {
  it('have plain, prefixed and full names', () => {
    const found = entitiesOf(
      '<meta property="og:title" content="x">',
      `<main vocab="https://schema.org/"><article typeof="Recipe"><h1 property="name">Pie</h1>
      <img property="image" src="p.png"><div property="author" typeof="Person"><span property="name">Ada</span></div></article></main>
      <p typeof="schema:Event"><b property="schema:name">Fair</b></p><p typeof="https://schema.org/Product"></p><p vocab="http://xmlns.com/foaf/0.1/" typeof="Person"></p>`,
    )
    expect(found.items).toMatchObject([
      { source: 'rdfa', types: ['Recipe'], name: 'Pie' },
      { types: ['Event'], name: 'Fair' },
      { types: ['Product'] },
      { types: ['Person'], vocabulary: 'other' },
    ])
    expect(found.items[0]?.lacks).not.toContain('image')
  })
})

describe('a hostile page', () => {
  it('may hold 5,000 blocks, counted in full', () => {
    const found = ofJson(...Array.from({ length: 5000 }, () => product))
    expect(found).toMatchObject({ total: 5000, types: [{ type: 'Product', total: 5000 }] })
    expect(found.items).toHaveLength(1000)
  })

  it('may nest 100,000 deep', () => {
    const deep = '{"mainEntity":'.repeat(100_000)
    expect(
      typesIn(
        entitiesOf(
          `<script type="application/ld+json">{"@type":"Product","@id":"#p","mainEntity":${deep}1${'}'.repeat(100_000)}}</script>`,
        ),
      ),
    ).toEqual(['Product'])
    expect(
      entitiesOf('', '<div itemscope itemprop="item" itemtype="https://schema.org/Event">'.repeat(20_000)).total,
    ).toBe(0)
  })

  it('may name keys of every object', () => {
    const found = entitiesOf(
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":["Product","constructor"],"__proto__":{"name":"x","offers":{"price":1}},"constructor":{"name":"y"}}</script>',
      item('Product', '<i itemprop="__proto__ constructor hasOwnProperty">x</i>'),
    )
    expect(found.items.map(({ name }) => name)).toEqual([null, null])
    expect(found.items[0]?.lacks).toContain('name')
    expect(({} as Record<string, unknown>)['name']).toBeUndefined()
  })

  it('may refer in circles', () => {
    expect(
      typesIn(
        ofJson({
          '@context': context,
          '@graph': [
            { '@type': 'WebPage', '@id': '#a', mainEntity: { '@id': '#b' } },
            { '@type': 'Product', '@id': '#b', mainEntity: { '@id': '#a' }, review: { '@id': '#b' } },
          ],
        }),
      ),
    ).toEqual(['WebPage', 'Product'])
  })

  it('may let many things refer to one long list', () => {
    const long = { '@type': 'Offer', '@id': '#long', price: Array(200_000).fill('') }
    const found = ofJson({
      '@context': context,
      '@graph': [
        long,
        ...Array.from({ length: 2000 }, (_, index) => ({
          '@type': 'Product',
          name: `${index}`,
          offers: { '@id': '#long' },
        })),
      ],
    })
    expect(found.total).toBe(2001)
  })

  it('keeps its long names short, and whole characters', () => {
    const found = ofJson({ '@context': context, '@type': `A${'x'.repeat(1000)}`, name: `${'x'.repeat(98)}😀 y\0` })
    expect(found.items[0]?.types[0]).toHaveLength(100)
    expect(found.items[0]?.name).toBe(`${'x'.repeat(98)}…`)
  })
})
