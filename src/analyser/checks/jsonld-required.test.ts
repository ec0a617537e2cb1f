import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './jsonld-required.ts'

type Json = Record<string, unknown>
const script = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const withThings = (...things: Json[]) =>
  checkPage('jsonld-required', { html: document(script({ '@context': 'https://schema.org', '@graph': things })) })
const thing = (type: string | string[], properties: Json = {}): Json => ({ '@type': type, ...properties })

const rating = { '@type': 'AggregateRating', ratingValue: 4.4, reviewCount: 89 }
const offer = { '@type': 'Offer', price: '29.99', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' }
const step = (position: number, name: string, item?: unknown): Json => ({
  '@type': 'ListItem',
  position,
  name,
  ...(item === undefined ? {} : { item }),
})
const place = { '@type': 'Place', name: '会館', address: { '@type': 'PostalAddress', addressCountry: 'JP' } }
const video = {
  name: 'How it folds',
  thumbnailUrl: 'https://example.com/t.jpg',
  uploadDate: '2026-03-31T08:00:00+08:00',
}
const question = {
  '@type': 'Question',
  name: 'Why?',
  answerCount: 1,
  acceptedAnswer: { '@type': 'Answer', text: 'Because.' },
}
const job = {
  title: 'Gardener',
  description: '<p>Trees</p>',
  datePosted: '2026-05-01',
  hiringOrganization: { '@type': 'Organization', name: 'Green' },
}

describe('jsonld-required', () => {
  it.each([
    ['expired', { ...job, jobLocation: place, validThrough: '2026-03-01' }],
    ['invalid', { ...job, jobLocation: place, datePosted: 'in May' }],
    ['lacking', job],
  ])('names the fault of a job: %s', (fault, properties) => {
    expect(withThings(thing('JobPosting', properties))).toMatchObject({ fault, passed: false })
  })

  it.each<[string, Json, string]>([
    ['Product', { name: 'Lamp' }, 'review, aggregateRating or offers'],
    ['Product', { offers: offer }, 'name'],
    [
      'Product',
      { name: 'Lamp', offers: [offer, { priceCurrency: 'EUR' }] },
      'offers.price, offers.priceSpecification.price or offers.lowPrice',
    ],
    [
      'Product',
      { name: 'Lamp', aggregateRating: { ratingValue: 4 } },
      'aggregateRating.ratingCount or aggregateRating.reviewCount',
    ],
    ['Product', { name: 'Lamp', review: { author: 'Ada' } }, 'review.reviewRating'],
    [
      'Product',
      { name: 'Lamp', review: { author: { '@type': 'Person' }, reviewRating: { ratingValue: 4 } } },
      'review.author.name',
    ],
    ['ProductGroup', { productGroupID: '1' }, 'name'],
    ['BreadcrumbList', {}, 'itemListElement'],
    [
      'BreadcrumbList',
      { itemListElement: [{ name: 'Home', item: '/' }, step(2, 'Lamps')] },
      'itemListElement.position',
    ],
    ['BreadcrumbList', { itemListElement: [step(1, 'Home'), step(2, 'Lamps')] }, 'itemListElement.item'],
    [
      'BreadcrumbList',
      { itemListElement: [step(1, '', '/'), step(2, 'Lamps')] },
      'itemListElement.name or itemListElement.item.name',
    ],
    ['Restaurant', { name: 'Zum Löwen' }, 'address'],
    [
      'MusicEvent',
      { name: 'Fado', startDate: '2026-08-01', location: { '@type': 'Place', name: 'Casa' } },
      'location.address or location.url',
    ],
    ['Event', { name: 'Fair', location: place }, 'startDate'],
    ['Recipe', { name: 'Pie' }, 'image'],
    ['JobPosting', { ...job }, 'jobLocation or applicantLocationRequirements'],
    [
      'JobPosting',
      { ...job, jobLocation: { '@type': 'Place', address: { addressLocality: 'Lyon' } } },
      'jobLocation.address.addressCountry',
    ],
    ['VideoObject', { ...video, thumbnailUrl: ' ' }, 'thumbnailUrl'],
    ['ProfilePage', { mainEntity: { '@type': 'Person', alternateName: 'ada' } }, 'mainEntity.name'],
    [
      'QAPage',
      { mainEntity: { ...question, acceptedAnswer: null } },
      'mainEntity.acceptedAnswer or mainEntity.suggestedAnswer',
    ],
    ['Review', { author: 'Ada', reviewRating: { ratingValue: 5 } }, 'itemReviewed'],
    ['AggregateRating', { itemReviewed: { name: 'Lamp' }, ratingValue: 4 }, 'ratingCount or reviewCount'],
    ['Book', { aggregateRating: rating }, 'name'],
    ['SoftwareApplication', { name: 'Editor', offers: { price: 0 } }, 'aggregateRating or review'],
    ['Dataset', { name: 'Rain' }, 'description'],
    ['DiscussionForumPosting', { author: 'Ada', datePublished: '2026-01-01' }, 'text, image or video'],
    ['EmployerAggregateRating', { itemReviewed: { name: 'Green' }, ratingValue: 3 }, 'ratingCount or reviewCount'],
  ])('fails a %s of %j', (type, properties, missing) => {
    const result = withThings(thing(type, properties))
    expect(result).toMatchObject({
      outcome: 'fail',
      title: texts.lacking(1, '1 structured data item'),
      fault: 'lacking',
      value: 1,
    })
    expect(result.evidence[0]?.note).toContain(`: ${missing} missing, required for `)
    expect(result.evidence[0]).toMatchObject({ selector: 'head > script', line: 5, column: 1 })
  })

  it.each<[string | string[], Json]>([
    ['Product', { name: 'Lamp', offers: offer }],
    [
      'Product',
      { name: 'Lamp', offers: { '@type': 'AggregateOffer', lowPrice: 1, highPrice: 3, priceCurrency: 'EUR' } },
    ],
    ['Product', { name: 'Lamp', offers: { priceSpecification: { price: 5 } } }],
    ['Product', { name: 'Lamp', review: { author: { name: 'Ada' }, reviewRating: { ratingValue: '4/5' } } }],
    ['BreadcrumbList', { itemListElement: [step(1, 'Home', '/'), step(2, 'Lamps')] }],
    [
      'BreadcrumbList',
      {
        itemListElement: [
          { position: 1, item: { '@id': 'https://example.com/', name: 'Home' } },
          { position: 2, name: 'Lamps' },
        ],
      },
    ],
    ['Dentist', { name: 'Dr. Ada', address: 'Rue 1, Lyon' }],
    ['Event', { name: 'Fair', startDate: '2026-09', location: place }],
    [
      'Event',
      {
        name: 'Talk',
        startDate: '2026-09-01T19:30',
        location: { '@type': 'VirtualLocation', url: 'https://example.com/live' },
      },
    ],
    ['Recipe', { name: 'Pie', image: ['p.png'] }],
    [
      'JobPosting',
      { ...job, jobLocationType: 'TELECOMMUTE', applicantLocationRequirements: { '@type': 'Country', name: 'FR' } },
    ],
    ['VideoObject', video],
    ['ProfilePage', { mainEntity: { '@type': 'Person', name: 'Ada' } }],
    ['QAPage', { mainEntity: question }],
    ['Review', { author: 'Ada', itemReviewed: 'Lamp', reviewRating: { ratingValue: 80, bestRating: 100 } }],
    [['SoftwareApplication', 'MobileApplication'], { name: 'Editor', offers: { price: 0 }, aggregateRating: rating }],
    ['NewsArticle', {}],
    ['Organization', { name: 'Green' }],
  ])('only advises on a %s of %j', (type, properties) => {
    const result = withThings(thing(type, properties))
    expect({
      outcome: result.outcome,
      evidence:
        result.outcome === 'pass'
          ? []
          : result.evidence.filter(({ note }) => !/recommended for|required for Merchant listing/.test(note ?? '')),
    }).toEqual({ outcome: expect.stringMatching(/^(?:info|pass)$/), evidence: [] })
  })

  it('passes what has everything', () => {
    expect(withThings(thing('WebSite', { name: 'Green', url: 'https://example.com/' }))).toMatchObject({
      outcome: 'pass',
      value: 0,
    })
  })

  it('names what is recommended', () => {
    const { outcome, evidence, title } = withThings(
      thing('Article', { headline: 'Moss', image: 'm.png', author: 'Ada' }),
    )
    expect(outcome).toBe('info')
    expect(title).toBe(texts.incomplete('Article', 1, '1 structured data item'))
    expect(evidence[0]?.note).toBe('Article “Moss”: datePublished; dateModified recommended for Article.')
  })

  it.each<[string, Json, number]>([
    ['a missing required property', thing('Product', { name: 'Lamp' }), 7.2],
    ['a required value', thing('Product', { name: 'Lamp', offers: { ...offer, price: '€29' } }), 2],
    ['a recommended value', thing('Article', { datePublished: '5 May 2026' }), 2],
    ['an unknown availability', thing('Product', { name: 'Lamp', offers: { ...offer, availability: 'Ready' } }), 1],
    [
      'a required and a recommended value',
      thing('Product', { name: 'Lamp', offers: { ...offer, price: '€29', priceCurrency: '€' } }),
      3,
    ],
  ])('deducts for %s', (_, item, points) => {
    expect(withThings(item)).toMatchObject({ points_lost: points })
  })

  it.each<[string, Json, string | null]>([
    [
      'a price with a sign',
      thing('Product', { name: 'Lamp', offers: { ...offer, price: '€29' } }),
      'offers.price is “€29”',
    ],
    [
      'a price with a decimal comma',
      thing('Product', { name: 'Lamp', offers: { ...offer, price: '29,99' } }),
      'offers.price is “29,99”',
    ],
    ['a price that is a number', thing('Product', { name: 'Lamp', offers: { ...offer, price: 29.5 } }), null],
    [
      'a currency by its sign',
      thing('Product', { name: 'Lamp', offers: { ...offer, priceCurrency: '€' } }),
      'Offer.priceCurrency is “€”',
    ],
    ['a date in words', thing('Article', { datePublished: '5 May 2026' }), 'datePublished is “5 May 2026”'],
    ['a thirteenth month', thing('Article', { datePublished: '2026-13-01' }), 'datePublished is “2026-13-01”'],
    [
      'a date with zone',
      thing('Article', { datePublished: '2026-05-05T10:00:00.000Z', dateModified: '20260505' }),
      null,
    ],
    [
      'six of five stars',
      thing('Product', { name: 'Lamp', aggregateRating: { ...rating, ratingValue: '6' } }),
      'aggregateRating.ratingValue is “6”',
    ],
    [
      'six of ten stars',
      thing('Product', { name: 'Lamp', aggregateRating: { ...rating, ratingValue: '6', bestRating: '10' } }),
      null,
    ],
    [
      'no stars where none is worst',
      thing('Product', { name: 'Lamp', aggregateRating: { ...rating, ratingValue: 0, worstRating: 0 } }),
      null,
    ],
    [
      'a rating by nobody',
      thing('Product', { name: 'Lamp', aggregateRating: { ...rating, reviewCount: '0' } }),
      'aggregateRating.reviewCount is “0”',
    ],
    [
      'stars in words',
      thing('Product', { name: 'Lamp', aggregateRating: { ...rating, ratingValue: 'good' } }),
      'aggregateRating.ratingValue is “good”',
    ],
  ])('warns of values that cannot be understood: %s', (_, given, expected) => {
    const { outcome, evidence } = withThings(given)
    const notes = evidence.flatMap(({ note }) => (note?.includes('should be') ? [note] : []))
    expect({ outcome, notes }).toEqual({
      outcome: expected === null ? 'info' : 'warn',
      notes: expected === null ? [] : [expect.stringContaining(expected)],
    })
  })

  it('warns where nothing says that it is schema.org', () => {
    const { outcome, evidence } = checkPage('jsonld-required', { html: document(script(thing('NewsArticle'))) })
    expect({ outcome, note: evidence[0]?.note }).toEqual({
      outcome: 'warn',
      note: expect.stringContaining('no schema.org @context'),
    })
  })

  const product = (properties: Json) => thing('Product', { name: 'Lamp', ...properties })
  const offering = (properties: Json) =>
    product({ offers: { '@type': 'Offer', price: 49, priceCurrency: 'EUR', ...properties } })
  const event = (location: unknown) => thing('Event', { name: 'Fair', startDate: '2026-08-01', location })

  it.each<[Json, string | null]>([
    [thing('Prodct'), '@type is “Prodct”, and should be a type of schema.org'],
    [thing('product', { name: 'Lamp' }), '“Lamp”: @type is “product”, and should be Product'],
    [product({ brand: { '@type': 'Brands' } }), '“Lamp”: @type is “Brands”, and should be Brand'],
    [offering({ availability: 'in stock' }), 'Offer.availability is “in stock”, and should be InStock'],
    [
      offering({ availability: 'https://schema.org/Instock' }),
      'Offer.availability is “Instock”, and should be InStock',
    ],
    [offering({ availability: 'yes' }), 'should be one of InStock, OutOfStock, PreOrder and so on'],
    [offering({ itemCondition: 'new' }), 'Offer.itemCondition is “new”, and should be NewCondition'],
    [
      offering({ priceValidUntil: '2026-06-01' }),
      'Offer.priceValidUntil is “2026-06-01”, and should be a date in the future',
    ],
    [product({ gtin13: '4006381333932' }), 'Product.gtin13 is “4006381333932”, and should be a GTIN whose last digit'],
    [product({ gtin: '12345' }), 'Product.gtin is “12345”, and should be a GTIN of 8, 12, 13 or 14 digits'],
    [event('Town hall, Lyon'), 'Event.location is “Town hall, Lyon”, and should be a Place with an address, not text'],
    [event('https://meet.example/1'), 'should be a VirtualLocation with this URL'],
    [offering({ availability: 'InStock', itemCondition: 'https://schema.org/NewCondition' }), null],
    [product({ url: { '@type': 'URL', '@value': 'https://example.com/lamp' } }), null],
    [offering({ availability: { '@id': 'http://schema.org/PreOrder' }, priceValidUntil: '2026-06-02' }), null],
    [product({ gtin13: '4006381333931', gtin8: '96385074', gtin12: 614141000036, gtin14: '1 0614141 00041 5' }), null],
  ])('compares %j with schema.org', (given, expected) => {
    const notes = withThings(given).evidence.flatMap(({ note }) => (note?.includes('should be') ? [note] : []))
    expect(notes).toEqual(expected === null ? [] : [expect.stringContaining(expected)])
  })

  it('takes the terms that a context defines for none of its things', () => {
    const context = { '@vocab': 'http://schema.org', sponsor: { '@id': 'Text', '@type': '@id' } }
    const author = { '@context': [context], '@type': 'Person', name: 'Ada' }
    const thing = { '@context': context, '@type': 'NewsArticle', headline: 'Lamps', author }
    const { outcome, evidence } = checkPage('jsonld-required', { html: document(script(thing)) })
    expect({ outcome, notes: (evidence ?? []).map(({ note }) => note?.includes('@type')) }).toEqual({
      outcome: 'info',
      notes: [false],
    })
  })

  it('counts failing things among all, and shows the failing first', () => {
    const { title, evidence } = withThings(
      thing('Article'),
      thing('Recipe', { name: 'A' }),
      thing('Product', { name: 'B' }),
      thing('Offer'),
    )
    expect(title).toBe(texts.lacking(2, '3 structured data items'))
    expect(evidence.slice(0, 2).map(({ note }) => note?.split(':')[0])).toEqual(['Recipe “A”', 'Product “B”'])
  })

  it('evaluates microdata and RDFa alike', () => {
    const html = document(
      '',
      `<div itemscope itemtype="https://schema.org/Recipe"><b itemprop="name">Tarte</b></div>
      <div vocab="https://schema.org/" typeof="Recipe"><b property="name">Kuchen</b></div>`,
    )
    const { outcome, evidence } = checkPage('jsonld-required', { html })
    expect(outcome).toBe('fail')
    expect(evidence.slice(0, 2).map(({ note, line }) => [note, line])).toEqual([
      ['Recipe “Tarte”: image missing, required for Recipe.', 8],
      ['Recipe “Kuchen”: image missing, required for Recipe.', 9],
    ])
  })

  it.each([
    ['none', []],
    ['types without rich results', [thing('WebPage'), thing('Person'), thing('HowTo')]],
    ['a course or film that is in no list', [thing('Course', { name: 'Go' }), thing('Movie', { name: 'M' })]],
    ['another vocabulary', [{ '@context': 'https://example.org/', '@type': 'Recipe' }]],
  ])('is not applicable with %s', (_, things) => {
    expect(withThings(...things).outcome).toBe('not-applicable')
  })

  it('evaluates courses and films of a list', () => {
    const listOf = (...items: Json[]) =>
      thing('ItemList', { itemListElement: items.map((item, at) => ({ '@type': 'ListItem', position: at + 1, item })) })
    expect(
      withThings(listOf(thing('Course', { name: 'Go', description: 'Stones' }), thing('Movie', { name: 'M' }))),
    ).toMatchObject({ outcome: 'fail', value: 1 })
  })
})
