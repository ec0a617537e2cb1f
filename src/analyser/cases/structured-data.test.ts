import { expect, it } from 'vitest'
import { evaluate } from '#analyser/evaluate.ts'
import { analyseCase, type Case, expectCase } from '#testing/pages/check-page.ts'

const crumb = (position: unknown, name: string, item?: unknown) => ({ '@type': 'ListItem', position, name, item })
const trailOf = (...itemListElement: object[]) => ({ '@type': 'BreadcrumbList', itemListElement })
const trail = trailOf(crumb(1, 'Home', '/'), crumb(2, 'Lamps'))
/** A page with these blocks. */
const blocks = (...values: object[]) => ({
  structured: values
    .map(
      (value) =>
        `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`,
    )
    .join(''),
})
/** A page with one item besides a breadcrumb, which other checks expect. */
const item = (type: string, properties: object) => blocks({ '@type': type, ...properties }, trail)
const offer = { '@type': 'Offer', price: '49', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' }
const lamp = { name: 'Copper lamp', offers: offer }
const product = (properties: object) =>
  item('Product', { ...lamp, image: 'https://example.com/lamp.webp', ...properties })
const noted = (pattern: RegExp) => ({ 'jsonld-required': ['info', pattern] }) as const
const right = { 'jsonld-required': 'pass' } as const
const failed = (pattern: RegExp) => ({ 'jsonld-required': ['fail', pattern] }) as const
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
const article = { headline: 'Lamps', image: '/lamp.webp', datePublished: '2026-05-01', author: 'Ada' }
const video = { name: 'Lamps', thumbnailUrl: '/lamp.webp', uploadDate: '2026-05-01T10:00:00Z' }
const recipe = { name: 'Soup', image: '/soup.webp' }
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
    noted(/All required properties for Product snippet and Breadcrumb are/),
  ],
  [
    'an offer with the price of an aggregate',
    item('Product', { name: 'Lamp', offers: { ...offer, price: undefined, lowPrice: 49 } }),
    failed(/offers\.price or offers\.priceSpecification\.price missing/),
  ],
  [
    'an aggregate with the price of an offer',
    product({ offers: { ...offer, '@type': 'AggregateOffer' } }),
    failed(/offers\.lowPrice missing, required for Product snippet\./),
  ],
  [
    'an aggregate without a currency',
    product({ offers: { '@type': 'AggregateOffer', lowPrice: 49 } }),
    failed(/offers\.priceCurrency missing/),
  ],
  [
    'an offer that has no type',
    product({ offers: { ...offer, '@type': undefined } }),
    noted(/Merchant listing and Breadcrumb are present/),
  ],
  [
    'an offer and an aggregate, each with the fields of its type',
    product({ offers: [offer, { '@type': 'AggregateOffer', lowPrice: 49, priceCurrency: 'EUR' }] }),
    noted(/Merchant listing and Breadcrumb are present/),
  ],
  [
    'an offer of a shop without a currency',
    product({ offers: { ...offer, priceCurrency: undefined } }),
    noted(/Merchant listing needs offers\.priceCurrency/),
  ],
  [
    'an app with the price of an aggregate',
    item('MobileApplication', { name: 'App', aggregateRating: rating, offers: { '@type': 'Offer', lowPrice: 0 } }),
    failed(/offers\.price/),
  ],

  ['crumbs in another order than their positions', blocks(trailOf(crumb(2, 'Lamps'), crumb(1, 'Home', '/'))), right],
  ['positions as text', blocks(trailOf(crumb('1', 'Home', '/'), crumb('2', 'Lamps'))), right],
  ['positions from 0 and with gaps', blocks(trailOf(crumb(7, 'Lamps'), crumb(0, 'Home', '/'))), right],
  [
    'a crumb without an item before the last one by position',
    blocks(trailOf(crumb(2, 'Lamps', '/lamps'), crumb(1, 'Home'))),
    failed(/itemListElement\.item missing/),
  ],
  [
    'positions that are no numbers',
    blocks(trailOf(crumb('first', 'Home', '/'), crumb('second', 'Lamps'))),
    failed(/itemListElement\.item missing.*“first”, and should be a whole number/s),
  ],
  ['a single crumb', blocks(trailOf(crumb(1, 'Home', '/'))), warned(/“1 item”, and should be a list of at least 2/)],
  [
    'a single crumb by microdata',
    {
      structured: '',
      end: '<ol itemscope itemtype="https://schema.org/BreadcrumbList"><li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem"><a itemprop="item" href="/"><i itemprop="name">Home</i></a><meta itemprop="position" content="1"></li></ol>',
    },
    warned(/list of at least 2/),
  ],
  [
    'a single crumb on the home page',
    { ...blocks(trailOf(crumb(1, 'Home', '/'))), page: { finalUrl: 'https://example.com/' } },
    { ...right, breadcrumb: 'pass' },
  ],

  [
    'a duration in words',
    item('Recipe', { ...recipe, cookTime: '30 min' }),
    warned(/Recipe\.cookTime is “30 min”.*ISO 8601/),
  ],
  [
    'a duration as on a clock',
    item('VideoObject', { ...video, duration: '01:30' }),
    warned(/VideoObject\.duration.*ISO 8601/),
  ],
  ['a duration as a number', item('Recipe', { ...recipe, totalTime: 30 }), warned(/Recipe\.totalTime is “30”/)],
  ['a duration without a unit', item('Recipe', { ...recipe, totalTime: 'PT30' }), warned(/Recipe\.totalTime/)],
  ['a duration of nothing', item('Recipe', { ...recipe, totalTime: 'PT' }), warned(/Recipe\.totalTime/)],
  [
    'the duration of a video inside a recipe',
    item('Recipe', { ...recipe, video: { '@type': 'VideoObject', ...video, duration: '2 minutes' } }),
    warned(/VideoObject\.duration/),
  ],
  ...['PT30M', 'P1DT2H', 'PT1H30M5.5S', 'P2W', 'PT0S'].map((cookTime): Case => [
    `the duration ${cookTime}`,
    item('Recipe', { ...recipe, cookTime }),
    noted(/All required/),
  ]),

  ...['RMB', 'XXQ', 'US$', 'Euro'].map((priceCurrency): Case => [
    `the currency ${priceCurrency}`,
    product({ offers: { ...offer, priceCurrency } }),
    warned(/Offer\.priceCurrency.*ISO 4217/),
  ]),
  ...['EUR', 'usd', 'CLF', 'XAF', 'ZWG'].map((priceCurrency): Case => [
    `the currency ${priceCurrency}`,
    product({ offers: { ...offer, priceCurrency } }),
    noted(/All required/),
  ]),
  [
    'the currency of a salary',
    item('JobPosting', { ...job, baseSalary: { '@type': 'MonetaryAmount', currency: 'Euros', value: 3000 } }),
    warned(/MonetaryAmount\.currency is “Euros”/),
  ],

  ...[
    'not a url',
    'www.example.com/a.mp4',
    'http//example.com/a.mp4',
    'htp://example.com/a.mp4',
    'https://',
    'undefined',
    '{{video}}',
  ].map((contentUrl): Case => [
    `the URL ${contentUrl}`,
    item('VideoObject', { ...video, contentUrl }),
    warned(/VideoObject\.contentUrl.*should be a URL/),
  ]),
  ...[
    '/a.mp4',
    'a.mp4',
    '//cdn.example.com/a.mp4',
    '../a b.mp4',
    'https://example.com/ä?b=c#d',
    'urn:video:7',
    '#video',
  ].map((contentUrl): Case => [
    `the URL ${contentUrl}`,
    item('VideoObject', { ...video, contentUrl }),
    noted(/All required/),
  ]),
  ['an image in words', product({ image: 'a lamp of copper' }), warned(/Product\.image.*should be a URL/)],

  [
    'a recipe that another block completes, below its page',
    blocks({ '@type': 'WebPage', mainEntity: { '@type': 'Recipe', '@id': '#soup', ...recipe } }, trail, {
      '@type': 'Recipe',
      '@id': '#soup',
      aggregateRating: rating,
    }),
    noted(/^(?!.*aggregateRating).*All required properties for Recipe/s),
  ],
  [
    'a product whose offer is completed where it is named again',
    blocks(
      { '@type': 'Product', ...lamp, image: '/lamp.webp', offers: { '@type': 'Offer', '@id': '#offer', price: '49' } },
      { '@graph': [{ '@id': '#offer', availability: 'InStock', priceCurrency: 'EUR' }] },
      trail,
    ),
    noted(/All required properties for Product snippet, Merchant listing and Breadcrumb/),
  ],
  [
    'a rating that has the @id of its product',
    blocks(
      {
        '@type': 'Product',
        '@id': '#p',
        ...lamp,
        image: '/lamp.webp',
        aggregateRating: { '@id': '#p', '@type': 'AggregateRating', ratingValue: 4, reviewCount: 3 },
      },
      trail,
    ),
    noted(/All required/),
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
  [
    'an event of the day before, whose end is unknown',
    item('Event', { ...fair, startDate: '2026-06-01T12:00Z' }),
    noted(/All required/),
  ],
  ['an event of the month before without an end', item('MusicEvent', fair), noted(/1 event is over.*names no end/s)],
  [
    'a repeated event without an end',
    item('Event', { ...fair, eventSchedule: { '@type': 'Schedule' } }),
    noted(/All required/),
  ],
  [
    'an event that is over, in a list',
    item('ItemList', { itemListElement: [{ '@type': 'Event', ...fair, endDate: '2026-05-03' }] }),
    noted(/1 event is over/),
  ],
  [
    'a job that has expired, below its page',
    item('WebPage', { mainEntity: { '@type': 'JobPosting', ...job, validThrough: '2026-03-01' } }),
    warned(/1 job has expired/),
  ],
  [
    'an event to come',
    item('MusicEvent', { ...fair, startDate: '2026-08-01', endDate: '2026-08-02' }),
    noted(/All required properties for /),
  ],

  [
    'an article of next year',
    item('Article', { ...article, datePublished: '2027-06-01' }),
    noted(/1 date of structured data is in the future.*datePublished is 2027-06-01/s),
  ],
  [
    'an article of tomorrow, as in another time zone',
    item('Article', { ...article, datePublished: '2026-06-03' }),
    noted(/All required/),
  ],
  ['a video of next year', item('VideoObject', { ...video, uploadDate: '2027-06-01' }), noted(/in the future/)],

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
