import { describe, expect, it } from 'vitest'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { texts } from './checks/render-gap.ts'
import { evaluate } from './evaluate.ts'
import { indexabilityOf } from './indexability.ts'
import { pageState } from './page-state.ts'
import { completeFacts, type PageToMerge, readPage, readRendered } from './run.ts'

const none = { items: [], total: 0 }
const words = 'The lamps of this garden are made of copper and shine for many years. '.repeat(10)
const doc = (head: string, body = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`

/** Reads a page whose scripts turn its HTML into another document. */
function merged(html: string, rendered: string, more: Partial<PageToMerge['rendered']> = {}, headers = {}) {
  const fetched = fetchedPageOf({ html, headers })
  const page = {
    html: rendered,
    isCut: false,
    finalUrl: fetched.finalUrl,
    redirectedTo: null,
    refusedRedirect: null,
    isIdle: true,
    isOverLimit: false,
    consoleErrors: none,
    failedRequests: none,
    blockedByRobots: none,
    largestElement: null,
    layoutShift: null,
    hasScreenshot: false,
    ...more,
  }
  const reading = readRendered({ fetched, rendered: page, reason: 'app_root' })
  const facts = completeFacts(reading.facts, [])
  const { results } = evaluate(facts)
  return { ...reading, facts, results, indexability: indexabilityOf(facts), html: readPage(fetched).facts }
}

describe('facts of a rendered page', () => {
  const shell = doc(
    '<title>Shop</title><meta name="description" content="A shop">',
    '<div id="root"></div><script src="/app.js"></script>',
  )
  const built = doc(
    '<title>Copper lamps</title><meta name="description" content="All lamps"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Lamp"}</script>',
    `<div id="root"><h1>Copper lamps</h1><p id="top">${words}<a href="/a">A lamp</a><img src="/lamp.jpg"></div><script src="/app.js"></script>`,
  )

  it('are its content after scripts, and what the server sent', () => {
    const { facts, html, title, fingerprints, probeRequests } = merged(shell, built)
    expect(title).toBe('Copper lamps')
    expect(fingerprints).not.toEqual(readPage(fetchedPageOf({ html: shell })).fingerprints)
    expect(facts).toMatchObject({
      metadata: { title: 'Copper lamps', description: 'All lamps' },
      headings: { total: 1 },
      links: { total: 1 },
      words: { count: 144 },
      entities: { types: [{ type: 'Product' }] },
      appRoot: { at: null },
    })
    for (const group of ['response', 'timings', 'robots', 'charset'] as const) expect(facts[group]).toEqual(html[group])
    expect(probeRequests.map(({ url }) => url)).toEqual(expect.arrayContaining(['https://example.com/a']))
    // Scripts are those of the HTML, images those of the content.
    expect(new Map(facts.resources.items.map(({ url, at }) => [url, at < 1_000_000]))).toEqual(
      new Map([
        ['https://example.com/app.js', true],
        ['https://example.com/lamp.jpg', false],
      ]),
    )
    expect(facts.beyond).toMatchObject({
      renderCode: 'app_root',
      rendered: { mainWords: 0, html: { title: 'Shop' }, scriptLinks: { total: 1 } },
    })
  })

  it('are those of the HTML if scripts change nothing', () => {
    const { facts, html } = merged(built, built)
    const { beyond: _, places: __, ...same } = facts
    const groups = Object.keys(same) as (keyof typeof same)[]
    const withoutNumbers = (value: unknown) =>
      JSON.stringify(value).replace(/\b10{3}\d{3}\b/g, (at) => String(Number(at) - 1_000_000))
    const differing = groups.filter(
      (group) => withoutNumbers(same[group]) !== withoutNumbers(completeFacts(html, [])[group]),
    )
    expect(differing).toEqual([])
  })

  it('say that Google can index what scripts build', () => {
    const { indexability, results } = merged(shell, built)
    expect(indexability).toMatchObject({ state: 'indexable', code: 'open' })
    expect(results['page-text']).toMatchObject({ outcome: 'pass' })
    expect(results['render-gap']).toMatchObject({ outcome: 'fail', title: texts.contradicts })
  })

  it('say that a rendered page without content has none', () => {
    const { indexability, results } = merged(shell, shell)
    expect(indexability).toMatchObject({ state: 'unlikely', reason: 'the rendered page has no content' })
    expect(results['page-text']).toMatchObject({ outcome: 'fail', title: 'The rendered page has no content' })
  })

  it('obey the strictest robots rule of both', () => {
    const withRobots = (content: string) => doc(`<meta name="robots" content="${content}">`, `<h1>Lamps</h1>${words}`)
    const namesOf = (before: string, after: string) =>
      merged(withRobots(before), withRobots(after)).facts.directives.items.map(({ name }) => name)
    expect(namesOf('nofollow', 'noindex')).toEqual(['nofollow', 'noindex'])
    expect(namesOf('nofollow', 'nofollow')).toEqual(['nofollow'])
    expect(merged(withRobots('index'), withRobots('noindex')).indexability).toMatchObject({
      state: 'blocked',
      code: 'noindex',
    })
    const { results } = merged(withRobots('index'), withRobots('noindex'))
    expect(results['render-gap']).toMatchObject({ outcome: 'fail' })
  })

  it.each([
    ['the HTML first', '/a', '/b', 'https://example.com/a'],
    ['the scripts if the HTML has none', null, '/b', 'https://example.com/b'],
    ['the HTML if scripts remove it', '/a', null, 'https://example.com/a'],
  ])('have the canonical of %s', (_, before, after, expected) => {
    const withCanonical = (href: string | null) =>
      doc(href === null ? '' : `<link rel="canonical" href="${href}">`, `<h1>Lamps</h1>${words}`)
    const { facts } = merged(withCanonical(before), withCanonical(after))
    expect(facts.canonicals.items.map(({ url }) => url)).toEqual([expected])
  })

  it('have the social tags of the HTML, because social networks run no scripts', () => {
    const tag = '<meta property="og:title" content="Lamps">'
    const { facts, results } = merged(shell, built.replace('<title>', `${tag}<title>`))
    expect(facts.metadata.metas.items.some(({ property }) => property === 'og:title')).toBe(false)
    expect(results['og-core']?.outcome).not.toBe('pass')
    const other = merged(shell.replace('<title>', `${tag}<title>`), built)
    expect(other.facts.metadata.metas.items.filter(({ property }) => property === 'og:title')).toHaveLength(1)
  })

  it('have lines for what is in the HTML only', () => {
    const image = '<img class="logo" src="/logo.png">'
    const { results, facts } = merged(
      doc('<title>Lamps</title>', `\n\n${image}<div id="root"></div>`),
      doc('<title>Lamps</title>', `<p>${words}</p>${image}<div id="root"><img class="new" src="/new.png"></div>`),
    )
    const evidence = results['image-alt']?.evidence ?? []
    expect(evidence.find(({ snippet }) => snippet?.includes('logo'))).toMatchObject({ line: 3, column: 1 })
    const added = evidence.find(({ snippet }) => snippet?.includes('new'))
    expect(added).toMatchObject({ selector: '#root > img', snippet: '<img class="new" src="/new.png">' })
    expect(added).not.toHaveProperty('line')
    expect(Object.keys(facts.places).length).toBeGreaterThan(0)
  })
})

describe('a page whose scripts lead to another one', () => {
  const html = doc('<title>Old</title>', `<h1>Old</h1>${words}<script>location = '/new'</script>`)
  const next = doc('<title>New</title>', `<h1>New</h1>${words}`)
  const to = 'https://example.com/new'

  it('is a redirect, and its facts are those of its HTML', () => {
    const { facts, results, indexability } = merged(html, next, { redirectedTo: to, finalUrl: to })
    expect(facts.metadata.title).toBe('Old')
    expect(indexability).toMatchObject({
      state: 'redirect',
      code: 'redirect',
      url: to,
      reason: `a script redirects to ${to}`,
      redirects: { to: '/new', statuses: 'script' },
    })
    expect(pageState(facts, results)).toMatchObject({
      status: 200,
      redirects_to: to,
      redirect_statuses: 'script',
      indexability: 'redirect',
    })
    expect(results['render-gap']).toMatchObject({ outcome: 'not-applicable' })
  })

  it('is none if they load it again', () => {
    const { fetched } = { fetched: fetchedPageOf({ html }) }
    const { facts, indexability } = merged(html, next, { redirectedTo: fetched.finalUrl })
    expect(facts.metadata.title).toBe('New')
    expect(indexability.state).toBe('indexable')
  })

  it('keeps its own reading if a refresh leads there', () => {
    const refresh = doc('<title>Old</title><meta http-equiv="refresh" content="0; url=/new">', `<h1>Old</h1>${words}`)
    const { indexability } = merged(refresh, next, { redirectedTo: to, finalUrl: to })
    expect(indexability).toMatchObject({ state: 'other_url', code: 'refresh' })
  })
})
