import { expect, it } from 'vitest'
import { document, fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { collectFacts } from './collect.ts'
import { lacksPlace, linksToOtherPlaces } from './fragments.ts'

const factsOf = (body: string) => collectFacts(fetchedPageOf({ html: document('', body) })).facts
const url = 'https://example.com/contact#times'

it('links to places on other pages are listed once, with the first of them', () => {
  const { links, response } = factsOf(
    '<a href="/contact#times">1</a><a href="/contact#times">2</a><a href="/contact">3</a><a href="#map">4</a>',
  )
  expect(linksToOtherPlaces(links, response.finalUrl)).toEqual([{ url, at: links.items[0]?.at }])
})

it('a page lacks a place only if all of its places are known', () => {
  expect(lacksPlace(factsOf('<p id="map">Map</p>').fragments, url)).toBe(true)
  expect(lacksPlace(factsOf('<p id="times">Times</p>').fragments, url)).toBe(false)
  expect(lacksPlace(undefined, url)).toBe(false)
  const many = Array.from({ length: 600 }, (_, index) => `<p id="p${index}">${index}</p>`).join('')
  expect(factsOf(many).fragments).toMatchObject({ isWhole: false, places: { length: 500 } })
  expect(lacksPlace(factsOf(many).fragments, url)).toBe(false)
  expect(lacksPlace(factsOf(`<p id="${'x'.repeat(101)}">x</p>`).fragments, url)).toBe(false)
})
