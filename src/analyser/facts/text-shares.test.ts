import { expect, it } from 'vitest'
import { fetchedPageOf, document } from '#testing/pages/fetched-page.ts'
import { collectFacts } from './collect.ts'

const sharesOf = (body: string) =>
  collectFacts(fetchedPageOf({ html: document('<title>x</title>', body) })).facts.textShares

it('text is counted without white space, for the body and each landmark', () => {
  const page = '<header>ab <nav>c d</nav></header><main>\n<p>12&nbsp;3</p> 4</main><aside></aside><footer>xyz</footer>'
  expect(sharesOf(page)).toEqual({
    body: 11,
    landmarks: { main: 4, nav: 2, header: 4, footer: 3, aside: 0 },
    nosnippet: 0,
    nosnippetAt: { items: [], total: 0 },
  })
})

it('nested landmarks of one name are counted once, and hidden text is not', () => {
  expect(sharesOf('<main>ab<main>cd</main></main><main hidden>ef</main>').landmarks.main).toBe(4)
})

it('data-nosnippet counts its outermost element', () => {
  expect(sharesOf('<section data-nosnippet>ab<div data-nosnippet="x">cd</div></section>ef')).toMatchObject({
    body: 6,
    nosnippet: 4,
    nosnippetAt: { total: 2 },
  })
})
