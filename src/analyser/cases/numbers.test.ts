import { expect, it } from 'vitest'
import { evaluate } from '#analyser/evaluate.ts'
import { analyseCase, type Case, expectCase } from '#testing/pages/check-page.ts'

const page = (offered: object, rated: object, shown: string) => ({
  structured: `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Lamp',
    image: 'https://example.com/lamp.webp',
    offers: { '@type': 'Offer', priceCurrency: 'EUR', availability: 'https://schema.org/InStock', ...offered },
    aggregateRating: { '@type': 'AggregateRating', ratingCount: 7, ...rated },
  })}</script>`,
  text: `<p>${shown}</p>`,
})
const price = (value: number | string, shown: string) => page({ price: value }, { ratingValue: 3 }, `3 of 5. ${shown}`)
const rating = (value: number | string, shown: string) =>
  page({ price: 70 }, { ratingValue: value }, `70 euros. ${shown}`)
const shown = { 'jsonld-visible': 'pass', '*': 'pass' } as const
const hidden = { 'jsonld-visible': 'warn', '*': 'pass' } as const

const cases: Case[] = [
  ['Indian grouping', price(129999, '₹1,29,999'), shown],
  ['Indian grouping of crores', price(12345678, 'Rs.1,23,45,678.00'), shown],
  ['Western grouping', price(1234567.5, '1.234.567,50 €'), shown],
  ['Swiss grouping', price(1234567, 'CHF 1’234’567.–'), shown],
  ['grouping by no-break spaces', price('1299.90', '1&nbsp;299,90&nbsp;€'), shown],
  ['digits grouped as no one does', price(129999, '12,99,99'), hidden],
  ['another number of the same digits', price(129999, '1,29,9990 and 91,29,999'), hidden],

  ['Persian digits', price(1250000, '۱٬۲۵۰٬۰۰۰ تومان'), shown],
  ['Arabic digits with a decimal separator', price('49.5', '٤٩٫٥٠ ر.س'), shown],
  ['Devanagari digits in Indian grouping', price(129999, '₹१,२९,९९९'), shown],
  ['full-width digits', price(4980, '４，９８０円'), shown],
  ['marked-up Persian digits', price('۴۹', '49 euros'), shown],
  ['another number in Persian digits', price(1250000, '۱٬۲۵۰٬۰۰۱'), hidden],

  ['thousands in Japanese', price(12800000, '1,280万円'), shown],
  ['thousands in Japanese, with a rest', price(128000, '12万8000円'), shown],
  ['hundred millions in Chinese', price(250000000, '2.5亿元'), shown],
  ['thousands in Korean', price(35000, '3.5만원'), shown],
  ['lakhs', price(8500000, '₹85 Lakh'), shown],
  ['crores', price(12500000, '₹1.25 Cr'), shown],
  ['millions', price(1200000, '$1.2M'), shown],
  ['millions in German', price(1250000, '1,25 Mio. €'), shown],
  ['another number of thousands', price(12800000, '128万円'), hidden],
  ['metres, which are no millions', price(1200000, '1.2 metres'), hidden],

  ['“Free” for 0', price(0, 'Free'), shown],
  ['“Kostenlos” for 0.00', price('0.00', 'Kostenlos herunterladen'), shown],
  ['“無料” for 0', price(0, '無料'), shown],
  ...[
    'Eintritt frei',
    'Freier Eintritt',
    'Entrée libre',
    'Entrada libre',
    'Ingresso libero',
    'Vrije toegang',
    'De toegang is vrij',
    'Entrada franca',
    'Wstęp wolny',
    'Fri entré',
    '入場無料',
  ].map((text): Case => [`“${text}” for 0`, price(0, text), shown]),
  ['“Libre” for 0', price(0, 'Une librairie libre'), hidden],
  ['“Freedom” for 0', price(0, 'Freedom for all'), hidden],
  ['“Free” for another price', price(49, 'Free delivery'), hidden],

  ['raised cents', price('19.99', '$19<sup>99</sup>'), shown],
  ['raised cents behind a space', price('19.99', '$19 <sup>99</sup>'), shown],
  ['small cents of a grouped price', price('1299.95', '1.299<small>95</small> €'), shown],
  ['cents in a span', price('19.99', '<span>19</span><span class="cents">99</span>'), shown],
  ['a currency between whole and cents', price('19.99', '19€99'), shown],
  ['a footnote', price('19.99', '$19<sup>1</sup>'), hidden],
  ['other raised cents', price('19.99', '$19<sup>95</sup>'), hidden],

  ['a rating with a fraction', rating('4.5', '4½ stars'), shown],
  ['a rating with another fraction', rating('4.5', '4¼ stars'), hidden],
  ['a rounded rating', rating(4.4567, '4.5 of 5'), shown],
  ['a rating rounded to hundredths', rating(4.4567, '4,46 von 5'), shown],
  ['a rating rounded to a whole number', rating('4.98', '5.0 stars'), shown],
  ['another rating', rating(4.4567, '4.4 of 5'), hidden],
  ['a rounded price, which is another price', price(19.99, '20 euros'), hidden],
]

it.each(cases)('%s', (...row) => expectCase(row))

it('an older report, which compared numbers as written, is not judged', () => {
  const { facts } = analyseCase(price(49, 'Ask for the price'))
  const { itemNotes: _, ...older } = facts
  expect(evaluate(facts).results['jsonld-visible']?.outcome).toBe('warn')
  expect(evaluate(older).results['jsonld-visible']?.outcome).toBe('unknown')
})
