import type { Feature, NestedProperties } from './feature.ts'
import { products } from './subtypes.ts'

const under = 'appearance/structured-data/'

/** Alternatives: an offer, its price by specification, or an aggregate of offers. */
export const offerPrice = 'price|priceSpecification.price|lowPrice'

/** Requirements of ratings and reviews inside the rated entity. */
export const ratingRules: Record<string, NestedProperties> = {
  aggregateRating: { required: ['ratingValue', 'ratingCount|reviewCount'] },
  review: { required: ['author', 'reviewRating'], recommended: ['datePublished'] },
  'review.author': { required: ['name'] },
  'review.reviewRating': { required: ['ratingValue'] },
}

const numbers = 'gtin|mpn|sku|gtin8|gtin12|gtin13|gtin14|isbn'

export const shopping: readonly Feature[] = [
  {
    name: 'Product snippet',
    page: `${under}product-snippet`,
    types: products,
    required: ['name', 'review|aggregateRating|offers'],
    recommended: ['review', 'aggregateRating', 'offers'],
    inside: {
      offers: {
        required: [offerPrice],
        recommended: ['availability', 'priceCurrency|priceSpecification.priceCurrency'],
      },
      ...ratingRules,
    },
  },
  {
    // Only shops get this listing, and we can’t tell whether a page belongs to one. So its requirements are
    // recommendations here.
    name: 'Merchant listing',
    page: `${under}merchant-listing`,
    types: products,
    onlyWith: 'offers.price|offers.priceSpecification.price',
    required: [],
    recommended: [
      'image',
      'description',
      'brand',
      `${numbers}|${numbers
        .split('|')
        .map((name) => `offers.${name}`)
        .join('|')}`,
    ],
    inside: { offers: { recommended: ['shippingDetails', 'hasMerchantReturnPolicy'] } },
  },
  {
    name: 'Product variants',
    page: `${under}product-variants`,
    types: ['ProductGroup'],
    required: ['name'],
    recommended: ['hasVariant', 'variesBy', 'productGroupID', 'brand', 'description', 'aggregateRating', 'review'],
    inside: ratingRules,
  },
]
