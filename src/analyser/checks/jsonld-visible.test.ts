import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './jsonld-visible.ts'

const product = (more: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'Product', name: 'Lamp', ...more })}</script>`
const rating = (ratingValue: string | number) => ({
  aggregateRating: { '@type': 'AggregateRating', ratingValue, reviewCount: 12 },
})
const price = (amount: string | number) => ({ offers: { '@type': 'Offer', price: amount, priceCurrency: 'EUR' } })
const check = (data: object, body: string, head = '') =>
  checkPage('jsonld-visible', { html: document(product(data) + head, body) })

describe('jsonld-visible', () => {
  it('warns of a rating that is not on the page, and points at its block', () => {
    expect(check(rating(4.8), '<p>A lamp of copper, 1.48 kg</p>')).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: texts.hidden('rating', '4.8'),
      evidence: [{ line: 5, note: 'The rating 4.8 isn’t in the HTML.' }],
    })
    expect(check({ ...rating(4.8), ...price(49) }, '<p>A lamp</p>')).toMatchObject({
      outcome: 'warn',
      title: texts.several(2),
    })
  })

  it.each([
    [rating(4.8), '<p>4.8 of 5 stars</p>'],
    [rating('4.80'), '<p>4,8 von 5</p>'],
    [rating(5), '<p>5 stars</p>'],
    [rating(4.8), '<span aria-label="Rated 4.8 of 5"></span>'],
    [rating(4.8), '<span data-score="4.8"></span>'],
    [price(49), '<p>49 €</p>'],
    [price('49.00'), '<p>49,– €</p>'],
    [price('1299.50'), '<p>1.299,50 €</p>'],
    [price(1299), '<p>£1,299.00</p>'],
    [price(1299), '<p>1 299 kr</p>'],
    [price('on request'), '<p>Ask us</p>'],
  ])('finds %j in %s', (data, body) => {
    expect(check(data, body)).toMatchObject({ outcome: 'pass', value: 0 })
  })

  it.each([
    [price(49), '<p>149 €, 490 g, 49.90 €</p>'],
    [price(49), '<p hidden>49 €</p><script>var price = 49</script>'],
  ])('does not find %j in %s', (data, body) => {
    expect(check(data, body).outcome).toBe('warn')
  })

  it('does not guess where a widget or an app may add them', () => {
    expect(check(rating(4.8), '', '<script src="https://widget.trustpilot.com/tp.js"></script>')).toMatchObject({
      outcome: 'unknown',
      reason: texts.widget('widget.trustpilot.com'),
    })
    expect(check(price(49), '<div id="root"></div>').outcome).toBe('unknown')
    expect(check(price(49), '', '<script src="https://widget.trustpilot.com/tp.js"></script>').outcome).toBe('warn')
  })

  it('leaves out variants, which a page shows one at a time, and pages without claims', () => {
    const variants = { '@type': 'ProductGroup', hasVariant: [{ '@type': 'Product', ...price(49) }] }
    expect(check(variants, '').outcome).toBe('not-applicable')
    expect(check({}, '').outcome).toBe('not-applicable')
  })
})
