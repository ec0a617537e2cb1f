import { expect, it } from 'vitest'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { scriptPages } from '#testing/pages/script-pages.ts'
import { collectFacts } from './facts/collect.ts'
import { decideRender, renderGroupOf, type RenderSample } from './render-decision.ts'

const factsOf = (html: string, finalUrl = 'https://example.com/a', status = 200, headers = {}) =>
  collectFacts(fetchedPageOf({ html, finalUrl, status, headers })).facts

it('renders nearly all of 100 pages that scripts change, and few of the others', () => {
  const samples = new Map<string, RenderSample>()
  const decided = scriptPages.map(({ website, path, technique, differs, html }) => {
    const origin = `https://${website}.example`
    const url = `${origin}${path}`
    const key = `${website} ${renderGroupOf(url)}`
    const { render, code } = decideRender(factsOf(html(origin), url), 'auto', samples.get(key) ?? null)
    if (render) {
      const { rendered, differed } = samples.get(key) ?? { rendered: 0, differed: 0 }
      samples.set(key, { rendered: rendered + 1, differed: differed + Number(differs) })
    }
    return { url, technique, differs, render, code }
  })
  if (process.env.SHOW_DECISIONS) console.table(decided)
  const [changed, unchanged] = [true, false].map((differs) => decided.filter((one) => one.differs === differs))
  const renderedOf = (pages: typeof decided = []) => pages.filter(({ render }) => render).length / pages.length
  expect(decided).toHaveLength(100)
  expect(renderedOf(changed)).toBeGreaterThanOrEqual(0.98)
  expect(renderedOf(unchanged)).toBeLessThanOrEqual(0.15)
})
