import { describe, expect, it } from 'vitest'
import { readable, rulesOf } from './feature.ts'
import { features } from './features.ts'
import { retired } from './match.ts'
import * as subtypes from './subtypes.ts'

const property = /^[a-z][A-Za-z0-9]*(?:-input)?(?:\.[a-z][A-Za-z0-9]*(?:-input)?)*$/
const isProperty = (key: string) => key.split('|').every((path) => property.test(path))

describe.each(features)('the requirements of $name for $types.0', (feature) => {
  const rules = rulesOf(feature)

  it('are properties, each listed once', () => {
    const keys = rules.map(({ key }) => key)
    expect(keys.filter((key) => !isProperty(key))).toEqual([])
    expect(new Set(keys).size).toBe(keys.length)
    expect(rules.length).toBeGreaterThan(0)
  })

  it('come with Google’s page about them', () => {
    expect(feature.page).toMatch(/^appearance\/[a-z-]+(?:\/[a-z-]+)?$/)
  })

  it('apply to types as schema.org spells them', () => {
    for (const type of feature.types) expect(type).toMatch(/^[A-Z][A-Za-z]+$/)
  })
})

describe('the table', () => {
  it('lists no type twice among the subtypes of one', () => {
    for (const types of Object.values(subtypes)) expect(new Set(types).size).toBe(types.length)
  })

  it('gives a type to several features only on purpose', () => {
    const owners = new Map<string, string[]>()
    for (const { name, types } of features)
      for (const type of types) owners.set(type, [...(owners.get(type) ?? []), name])
    const shared = [...owners]
      .filter(([, names]) => names.length > 1)
      .map(([type, names]) => `${type}: ${names.join(', ')}`)
    expect(shared).toEqual([
      'Course: Course list, Review snippet',
      'Movie: Movie carousel, Review snippet',
      'Product: Product snippet, Merchant listing',
      'IndividualProduct: Product snippet, Merchant listing',
      'ProductModel: Product snippet, Merchant listing',
      'SomeProducts: Product snippet, Merchant listing',
    ])
  })

  it('knows the subtypes of a business, an event and an article', () => {
    const featureNameOf = (type: string) => features.find(({ types }) => types.includes(type))?.name
    expect(
      ['Restaurant', 'Dentist', 'MusicEvent', 'NewsArticle', 'Corporation', 'MobileApplication'].map(featureNameOf),
    ).toEqual(['Local business', 'Local business', 'Event', 'Article', 'Organization', 'Software app'])
  })

  it('has a date and a source for everything retired', () => {
    for (const { since, source, types } of retired) {
      expect(since).toMatch(/^(?:since|announced on) .*\b20\d\d$/)
      expect(source).toMatch(/^https:\/\/developers\.google\.com\/search\//)
      expect(types.length).toBeGreaterThan(0)
    }
  })
})

describe('a requirement, for readers', () => {
  it.each([
    ['offers.price', 'offers.price'],
    ['a|b', 'a or b'],
    ['a|b|c', 'a, b or c'],
    ['a|b|c|d|e|f', 'a, b, c or one of 3 others'],
  ])('%s is “%s”', (key, text) => {
    expect(readable(key)).toBe(text)
  })
})
