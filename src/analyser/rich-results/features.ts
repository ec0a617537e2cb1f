import type { Feature, NestedProperties } from './feature.ts'
import {
  applications,
  articles,
  events,
  localBusinesses,
  offers,
  organizations,
  products,
  reviewed,
  reviews,
} from './subtypes.ts'

const under = 'appearance/structured-data/'

const ownPrice = 'price|priceSpecification.price'
const ownCurrency = 'priceCurrency|priceSpecification.priceCurrency'
const aggregates = ['AggregateOffer']

/** The price of an offer, by its type. One whose type says nothing has the fields of either. */
const offerPrices: readonly NestedProperties[] = [
  { of: offers, required: [ownPrice] },
  { of: aggregates, required: ['lowPrice'] },
  { notOf: [...offers, ...aggregates], required: [`${ownPrice}|lowPrice`] },
]

/** Requirements of ratings and reviews inside the rated entity. */
const ratingRules: Record<string, NestedProperties> = {
  aggregateRating: { required: ['ratingValue', 'ratingCount|reviewCount'] },
  review: { required: ['author', 'reviewRating'], recommended: ['datePublished'] },
  'review.author': { required: ['name'] },
  'review.reviewRating': { required: ['ratingValue'] },
}

const numbers = 'gtin|mpn|sku|gtin8|gtin12|gtin13|gtin14|isbn'

const shopping: readonly Feature[] = [
  {
    name: 'Product snippet',
    page: `${under}product-snippet`,
    types: products,
    required: ['name', 'review|aggregateRating|offers'],
    recommended: ['review', 'aggregateRating', 'offers'],
    inside: {
      offers: [
        ...offerPrices,
        { of: aggregates, required: ['priceCurrency'], recommended: ['highPrice', 'offerCount'] },
        { notOf: aggregates, recommended: ['availability', ownCurrency] },
      ],
      ...ratingRules,
    },
  },
  {
    name: 'Merchant listing',
    page: `${under}merchant-listing`,
    types: products,
    onlyWith: 'offers.price|offers.priceSpecification.price',
    notOf: aggregates,
    shopsOnly: true,
    required: ['image'],
    recommended: [
      'description',
      'brand',
      `${numbers}|${numbers
        .split('|')
        .map((name) => `offers.${name}`)
        .join('|')}`,
    ],
    inside: {
      offers: {
        notOf: aggregates,
        required: [ownCurrency],
        recommended: ['shippingDetails', 'hasMerchantReturnPolicy'],
      },
    },
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

/** The rich results that structured data can get, as Google documents them. Data only. */
export const features: readonly Feature[] = [
  {
    name: 'Article',
    page: `${under}article`,
    types: articles,
    required: [],
    recommended: ['headline', 'image', 'datePublished', 'dateModified', 'author'],
    inside: { author: { recommended: ['name', 'url'] } },
  },
  {
    name: 'Breadcrumb',
    page: `${under}breadcrumb`,
    types: ['BreadcrumbList'],
    required: ['itemListElement'],
    recommended: [],
    fewest: { itemListElement: 2 },
    inside: { itemListElement: { required: ['position', 'name|item.name'], requiredButLast: ['item'] } },
  },
  {
    name: 'Carousel',
    page: `${under}carousel`,
    types: ['ItemList'],
    later: true,
    onlyWith: 'itemListElement.position|itemListElement.item',
    required: ['itemListElement'],
    recommended: [],
    inside: { itemListElement: { required: ['position', 'url|item.url|item.name|name'] } },
  },
  {
    name: 'Course list',
    page: `${under}course`,
    types: ['Course'],
    listed: true,
    required: ['name', 'description'],
    recommended: ['provider'],
  },
  {
    name: 'Dataset',
    page: `${under}dataset`,
    types: ['Dataset'],
    required: ['name', 'description'],
    recommended: [
      'creator',
      'license',
      'distribution',
      'identifier',
      'keywords',
      'isAccessibleForFree',
      'temporalCoverage',
      'spatialCoverage',
      'variableMeasured',
      'url',
    ],
    inside: { distribution: { required: ['contentUrl'], recommended: ['encodingFormat'] } },
  },
  {
    name: 'Discussion forum',
    page: `${under}discussion-forum`,
    types: ['DiscussionForumPosting', 'SocialMediaPosting'],
    required: ['author', 'datePublished', 'text|image|video'],
    recommended: ['headline', 'url', 'dateModified', 'comment', 'interactionStatistic'],
    inside: { author: { required: ['name'], recommended: ['url'] } },
  },
  {
    name: 'Education Q&A',
    page: `${under}education-qa`,
    types: ['Quiz'],
    later: true,
    required: ['hasPart'],
    recommended: ['about', 'educationalAlignment'],
    inside: {
      hasPart: { required: ['acceptedAnswer', 'eduQuestionType', 'text'] },
      'hasPart.acceptedAnswer': { required: ['text'] },
    },
  },
  {
    name: 'Employer rating',
    page: `${under}employer-rating`,
    types: ['EmployerAggregateRating'],
    required: ['itemReviewed', 'ratingValue', 'ratingCount|reviewCount'],
    recommended: [],
    inside: { itemReviewed: { required: ['name'] } },
  },
  {
    name: 'Event',
    page: `${under}event`,
    types: events,
    required: ['name', 'startDate', 'location'],
    recommended: ['description', 'endDate', 'eventStatus', 'image', 'offers', 'organizer', 'performer'],
    // A virtual location has a URL instead of an address.
    inside: {
      location: { required: ['address|url'], recommended: ['name'] },
      offers: { recommended: ['price|lowPrice', 'priceCurrency', 'availability', 'url', 'validFrom'] },
      organizer: { recommended: ['name', 'url'] },
      performer: { recommended: ['name'] },
    },
  },
  {
    name: 'Image metadata',
    page: `${under}image-license-metadata`,
    types: ['ImageObject'],
    later: true,
    // Every image can be an ImageObject. Only some are marked up for their licence.
    onlyWith: 'license|acquireLicensePage|creditText|copyrightNotice|creator',
    required: ['contentUrl|url', 'creator|creditText|copyrightNotice|license'],
    recommended: ['license', 'acquireLicensePage', 'creator', 'creditText', 'copyrightNotice'],
  },
  {
    name: 'Job posting',
    page: `${under}job-posting`,
    types: ['JobPosting'],
    // Remote jobs have no place, but declare the residence of applicants.
    required: ['title', 'description', 'datePosted', 'hiringOrganization', 'jobLocation|applicantLocationRequirements'],
    recommended: ['baseSalary', 'employmentType', 'validThrough', 'identifier', 'directApply'],
    inside: {
      hiringOrganization: { required: ['name'] },
      jobLocation: { required: ['address'] },
      'jobLocation.address': { required: ['addressCountry'] },
    },
  },
  {
    name: 'Local business',
    page: `${under}local-business`,
    types: localBusinesses,
    required: ['name', 'address'],
    recommended: ['telephone', 'url', 'geo', 'openingHoursSpecification|openingHours', 'priceRange'],
    inside: ratingRules,
  },
  {
    name: 'Movie carousel',
    page: `${under}movie`,
    types: ['Movie'],
    listed: true,
    required: ['name', 'image'],
    recommended: ['aggregateRating', 'dateCreated', 'director', 'review'],
  },
  {
    name: 'Organization',
    page: `${under}organization`,
    types: organizations,
    required: [],
    recommended: ['name', 'url', 'logo', 'description', 'address', 'telephone|email|contactPoint', 'sameAs'],
    inside: ratingRules,
  },
  ...shopping,
  {
    name: 'Profile page',
    page: `${under}profile-page`,
    types: ['ProfilePage'],
    required: ['mainEntity'],
    recommended: ['dateCreated', 'dateModified'],
    inside: {
      mainEntity: {
        required: ['name'],
        recommended: ['alternateName', 'description', 'identifier', 'image', 'interactionStatistic', 'sameAs'],
      },
    },
  },
  {
    name: 'Q&A',
    page: `${under}qapage`,
    types: ['QAPage'],
    required: ['mainEntity'],
    recommended: [],
    inside: {
      mainEntity: {
        required: ['name', 'answerCount', 'acceptedAnswer|suggestedAnswer'],
        recommended: ['text', 'author', 'datePublished', 'upvoteCount'],
      },
      'mainEntity.acceptedAnswer': {
        required: ['text'],
        recommended: ['url', 'upvoteCount', 'author', 'datePublished'],
      },
      'mainEntity.suggestedAnswer': {
        required: ['text'],
        recommended: ['url', 'upvoteCount', 'author', 'datePublished'],
      },
    },
  },
  {
    name: 'Recipe',
    page: `${under}recipe`,
    types: ['Recipe'],
    required: ['name', 'image'],
    recommended: [
      'author',
      'datePublished',
      'description',
      'recipeIngredient',
      'recipeInstructions',
      'recipeYield',
      'prepTime',
      'cookTime',
      'totalTime',
      'recipeCategory',
      'recipeCuisine',
      'keywords',
      'nutrition.calories',
      'aggregateRating',
      'video',
    ],
    inside: ratingRules,
  },
  {
    name: 'Review snippet',
    page: `${under}review-snippet`,
    types: reviews,
    required: ['author', 'itemReviewed', 'reviewRating'],
    recommended: ['datePublished'],
    inside: {
      author: { required: ['name'] },
      itemReviewed: { required: ['name'] },
      reviewRating: { required: ['ratingValue'] },
    },
  },
  {
    name: 'Review snippet',
    page: `${under}review-snippet`,
    types: ['AggregateRating'],
    required: ['itemReviewed', 'ratingValue', 'ratingCount|reviewCount'],
    recommended: [],
    inside: { itemReviewed: { required: ['name'] } },
  },
  {
    name: 'Review snippet',
    page: `${under}review-snippet`,
    types: reviewed,
    onlyWith: 'review|aggregateRating',
    required: ['name'],
    recommended: [],
    inside: ratingRules,
  },
  {
    name: 'Software app',
    page: `${under}software-app`,
    types: applications,
    required: ['name', 'offers', 'aggregateRating|review'],
    recommended: ['applicationCategory', 'operatingSystem'],
    inside: { offers: offerPrices, ...ratingRules },
  },
  {
    name: 'Vacation rental',
    page: `${under}vacation-rental`,
    types: ['VacationRental'],
    later: true,
    required: ['containsPlace', 'identifier', 'image', 'geo.latitude|latitude', 'geo.longitude|longitude', 'name'],
    recommended: [
      'additionalType',
      'address',
      'aggregateRating',
      'brand',
      'checkinTime',
      'checkoutTime',
      'description',
      'knowsLanguage',
      'review',
    ],
    inside: {
      containsPlace: { required: ['occupancy.value'], recommended: ['additionalType', 'bed', 'amenityFeature'] },
      ...ratingRules,
    },
  },
  {
    name: 'Video',
    page: `${under}video`,
    types: ['VideoObject'],
    required: ['name', 'thumbnailUrl', 'uploadDate'],
    recommended: ['description', 'duration', 'contentUrl|embedUrl'],
    inside: { publication: { required: ['isLiveBroadcast', 'startDate'] } },
  },
  {
    // Google asks for it on the home page only, so other pages lack nothing.
    name: 'Site name',
    page: 'appearance/site-names',
    types: ['WebSite'],
    required: [],
    recommended: ['name', 'url'],
  },
]
