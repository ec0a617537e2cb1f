import { expect, it } from 'vitest'
import { evaluate } from '#analyser/evaluate.ts'
import { analyseCase, type Case, expectCase } from '#testing/pages/check-page.ts'

/** A page with one item besides a breadcrumb, which other checks expect. */
const item = (type: string, properties: object) => ({
  structured: `<script type="application/ld+json">${JSON.stringify([
    { '@context': 'https://schema.org', '@type': type, ...properties },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [{ '@type': 'ListItem', position: 1, name: 'Lamps' }],
    },
  ])}</script>`,
})
const offer = { '@type': 'Offer', price: '49', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' }
const lamp = { name: 'Copper lamp', offers: offer }
const product = (properties: object) =>
  item('Product', { ...lamp, image: 'https://example.com/lamp.webp', ...properties })
const noted = (pattern: RegExp) => ({ 'jsonld-required': ['info', pattern] }) as const
const warned = (pattern: RegExp) => ({ 'jsonld-required': ['warn', pattern] }) as const
const job = {
  title: 'Solderer',
  description: 'You make lamps of copper.',
  datePosted: '2026-01-08',
  hiringOrganization: { '@type': 'Organization', name: 'Lantern workshop' },
  jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', addressCountry: 'BE' } },
}
const fair = {
  name: 'Fair of lamps',
  startDate: '2026-05-01',
  location: { '@type': 'Place', name: 'Hall', address: 'Ghent' },
}
const rating = { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 12 }
const shop = { name: 'Lantern workshop', address: 'Ghent', aggregateRating: rating }
const house = {
  name: 'House by the lake',
  identifier: 'h-1',
  image: ['https://example.com/house.webp'],
  geo: { '@type': 'GeoCoordinates', latitude: 51.05, longitude: 3.72 },
  containsPlace: { '@type': 'Accommodation', occupancy: { '@type': 'QuantitativeValue', value: 4 } },
}

const cases: Case[] = [
  [
    'a list of names, which is no carousel',
    item('ItemList', {
      itemListElement: [1, 2].map((position) => ({ '@type': 'ListItem', position, name: `Lamp ${position}` })),
    }),
    {},
  ],
  ['a GTIN as a GS1 Digital Link', product({ gtin: 'https://id.gs1.org/01/04012345678901' }), noted(/./)],
  [
    'a GTIN as a link of a brand, with a lot number',
    product({ gtin: 'https://example.com/p/01/04012345678901/10/A7?17=270101' }),
    noted(/./),
  ],
  [
    'such a link with a wrong check digit',
    product({ gtin: 'https://id.gs1.org/01/04012345678902' }),
    warned(/checks the others/),
  ],
  ['a URL that is no such link', product({ gtin: 'https://example.com/lamp' }), warned(/8, 12, 13 or 14 digits/)],

  [
    'a vacation rental without most properties',
    item('VacationRental', { name: 'House' }),
    { 'jsonld-required': ['fail', /containsPlace.*Vacation rental/] },
  ],
  ['a whole vacation rental', item('VacationRental', house), noted(/recommended for Vacation rental/)],
  [
    'flash cards',
    item('Quiz', { hasPart: { '@type': 'Question', text: 'Of what is it?' } }),
    { 'jsonld-required': ['fail', /acceptedAnswer.*Education Q&A/] },
  ],
  [
    'an image with a licence but without its URL',
    item('ImageObject', { license: 'https://example.com/l' }),
    { 'jsonld-required': ['fail', /contentUrl.*Image metadata/] },
  ],
  [
    'an image of a page, without a licence',
    item('ImageObject', { url: 'https://example.com/a.png' }),
    { 'jsonld-required': 'pass' },
  ],
  [
    'a carousel without URLs',
    item('ItemList', { itemListElement: [{ '@type': 'ListItem', position: 1 }] }),
    { 'jsonld-required': ['fail', /itemListElement\.url.*Carousel/] },
  ],
  [
    'a list of names, which is no carousel',
    item('ItemList', { itemListElement: ['Copper', 'Glass'] }),
    { 'jsonld-required': 'pass' },
  ],

  ['a product of a shop without an image', item('Product', lamp), noted(/Merchant listing needs image/)],
  [
    'such a product, whose other result has everything',
    item('Product', lamp),
    noted(/Product snippet has every required property/),
  ],
  ['a product with an image', product({}), noted(/All required properties for Product snippet.* are present/)],
  [
    'a product with a range of prices, which is no merchant listing',
    item('Product', { name: 'Lamp', offers: { '@type': 'AggregateOffer', lowPrice: 49, priceCurrency: 'EUR' } }),
    noted(/All required properties for /),
  ],

  [
    'a job that has expired',
    item('JobPosting', { ...job, validThrough: '2026-03-01' }),
    warned(/1 job has expired.*2026-03-01/s),
  ],
  [
    'a job that expired an hour before',
    item('JobPosting', { ...job, validThrough: '2026-06-02T09:00:00Z' }),
    warned(/expired/),
  ],
  [
    'a job that expires on the same day',
    item('JobPosting', { ...job, validThrough: '2026-06-02' }),
    noted(/All required properties for /),
  ],
  ['a job without an end', item('JobPosting', job), noted(/All required properties for /)],
  ['an event that is over', item('Event', { ...fair, endDate: '2026-05-03' }), noted(/1 event is over/)],
  ['an event whose end is unknown', item('Event', fair), noted(/All required properties for /)],
  [
    'an event to come',
    item('MusicEvent', { ...fair, startDate: '2026-08-01', endDate: '2026-08-02' }),
    noted(/All required properties for /),
  ],

  ['a business that rates itself', item('Store', { ...shop, url: 'https://example.com/' }), noted(/no stars/)],
  [
    'an organization that reviews itself by its @id',
    item('Organization', {
      '@id': 'https://example.com/#us',
      name: 'We',
      review: {
        '@type': 'Review',
        author: { '@type': 'Person', name: 'Ada' },
        reviewRating: { '@type': 'Rating', ratingValue: 5 },
      },
    }),
    noted(/no stars/),
  ],
  [
    'a business of the name of the website',
    { ...item('LocalBusiness', shop), head: '<meta property="og:site_name" content="Lantern workshop">' },
    noted(/no stars/),
  ],
  [
    'a business in a directory',
    item('Restaurant', { ...shop, name: 'The copper pot', url: 'https://example.com/restaurants/pot' }),
    noted(/All required properties for /),
  ],
  [
    'a business of another website',
    item('Restaurant', { ...shop, name: 'The copper pot', url: 'https://pot.example/' }),
    noted(/All required properties for /),
  ],
  [
    'a business without ratings',
    item('Store', { name: 'Lantern workshop', address: 'Ghent', url: 'https://example.com/' }),
    noted(/All required properties for /),
  ],

  [
    'types by the aliases of schema.org',
    {
      structured:
        '<script type="application/ld+json">{"@context":"https://schema.org","type":"Product","id":"#l","name":"Lamp","image":"/l.webp","offers":{"type":"Offer","price":"49","priceCurrency":"EUR","availability":"InStock"}}</script>',
    },
    { 'jsonld-parse': 'pass', 'structured-presence': ['info', /Product/], breadcrumb: 'info' },
  ],
]

it.each(cases)('%s', (_, change, { ...expected }) => expectCase([_, change, { '*': 'pass', ...expected }]))

it.each([
  ['a rental', item('VacationRental', house)],
  ['a job', item('JobPosting', job)],
  ['an event', item('Event', fair)],
])('an older report says nothing about %s', (_, change) => {
  const { itemNotes: __, ...older } = analyseCase(change).facts
  expect(evaluate(older).results['jsonld-required']?.outcome).toBe('unknown')
})
