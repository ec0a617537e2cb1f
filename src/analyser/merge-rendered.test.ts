import { describe, expect, it } from 'vitest'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { texts as chainTexts } from './checks/redirect-chain.ts'
import { texts } from './checks/render-gap.ts'
import { evaluate } from './evaluate.ts'
import { indexabilityOf, notAllLoaded, notFinished } from './indexability.ts'
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

describe('a page with redirects by scripts', () => {
  const html = doc('<title>Old</title>', `<h1>Old</h1>${words}<script src="/a.js"></script>`)
  const to = 'https://example.com/new'
  const withRefresh = (page: string) =>
    page.replace('<title>', '<meta http-equiv="refresh" content="9; url=/new"><title>')
  const chainOf = (...page: Parameters<typeof merged>) => merged(...page).results['redirect-chain']

  it('has them in its redirect chain', () => {
    expect(chainOf(html, html, { redirectedTo: to, finalUrl: to })).toMatchObject({
      outcome: 'pass',
      value: 1,
      title: chainTexts.byScripts,
      evidence: [{ note: `${chainTexts.script}, to ${to}` }],
    })
    expect(chainOf(html, withRefresh(html))).toMatchObject({
      value: 1,
      evidence: [{ note: `${chainTexts.refresh}, to ${to}` }],
    })
  })

  it('has none if the HTML has the refresh, which has a check of its own', () => {
    expect(chainOf(withRefresh(html), withRefresh(html))).toMatchObject({ outcome: 'pass', value: 0 })
    expect(chainOf(html, html)).toMatchObject({ outcome: 'pass', value: 0 })
  })
})

it('a rendered page of XHTML is read as XHTML', () => {
  const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>Clocks</title><script src="/menu.js"/></head><body><h1>Clocks</h1><p>${words}</p></body></html>`
  const { facts, title } = merged(xhtml, xhtml, { isXhtml: true }, { 'content-type': 'application/xhtml+xml' })
  expect([title, facts.headings.total, facts.document.lang]).toEqual(['Clocks', 1, 'en'])
})

describe('a page that shows less after its scripts', () => {
  const product =
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Lamp"}</script>'
  const html = doc(
    `<title>Lamps</title>${product}`,
    `<main><h1>Lamps</h1>${words}</main><script src="/app.js"></script>`,
  )
  const wiped = doc('<title>Lamps</title>', '<script src="/app.js"></script>')
  const url = 'https://cdn.example/app.js'
  const failed = (type: string, reason = 'unreachable') => ({
    failedRequests: { items: [{ url, type, reason }], total: 1 },
  })
  const blocked = { blockedByRobots: { items: [{ url, type: 'script', line: 2, rule: 'Disallow: /' }], total: 1 } }

  it('is judged as it is rendered if all files were loaded', () => {
    const { results, indexability } = merged(html, wiped)
    expect(indexability.state).toBe('unlikely')
    expect(results['page-text']).toMatchObject({ outcome: 'fail', title: 'The rendered page has no content' })
    expect(results['render-gap']).toMatchObject({
      outcome: 'fail',
      title: texts.removes,
      evidence: [
        { note: 'Text: 141 words in the HTML, 0 words after scripts' },
        { note: 'Structured data: Product in the HTML, none after scripts' },
        { note: 'H1: “Lamps” in the HTML, none after scripts' },
      ],
    })
  })

  it.each<[string, Partial<PageToMerge['rendered']>, string | null]>([
    ['a script failed', failed('script'), url],
    ['data failed', failed('fetch', 'HTTP 503'), url],
    ['a picture failed', failed('image', 'HTTP 404'), url],
    ['a script was blocked', blocked, url],
    ['the page was over our limit', { isOverLimit: true }, null],
    ['the page wasn’t idle', { isIdle: false }, null],
  ])('is judged by its HTML if %s', (_, missing, named) => {
    const { results, indexability, facts } = merged(html, wiped, missing)
    expect(indexability.state).toBe('indexable')
    expect(facts.beyond.rendered?.isIncomplete).toBe(true)
    expect(results['page-text']?.outcome).toBe('pass')
    expect(results['h1-present']?.outcome).toBe('pass')
    expect(results['render-gap']).toMatchObject({ outcome: 'unknown', title: texts.incomplete, points_lost: 0 })
    if (named !== null) expect(results['render-gap']?.reason).toContain(named)
  })

  it.each([
    ['its menus keep their words', `<nav>${words}${words}</nav><main>`, 'Main text: 141 words in the HTML'],
    ['less than half is left', `<main><p>${words.slice(0, 250)}`, 'Text: 141 words in the HTML'],
  ])('fails if %s', (_, after, note) => {
    const menu = after.includes('nav') ? `<nav>${words}${words}</nav>` : ''
    const { results } = merged(html.replace('<main>', `${menu}<main>`), doc('<title>Lamps</title>' + product, after))
    expect(results['render-gap']).toMatchObject({ outcome: 'fail', title: texts.removes })
    expect(results['render-gap']?.evidence[0]?.note).toContain(note)
  })

  it('only warns of a heading or links that scripts remove', () => {
    const links = Array.from({ length: 8 }, (_, at) => `<a href="/${at}">${at}</a>`).join(' ')
    const pageWith = (h1: string, more: string) => doc('<title>Lamps</title>', `<main>${h1}${words}${more}</main>`)
    const { results } = merged(pageWith('<h1>Lamps</h1>', links), pageWith('', ''))
    expect(results['render-gap']).toMatchObject({ outcome: 'warn', title: texts.removes, value: 2 })
  })

  it('keeps what scripts add, whatever failed', () => {
    const shell = doc('<title>Lamps</title>', '<div id="root"></div><script src="/app.js"></script>')
    const { results, indexability } = merged(shell, html, failed('image', 'HTTP 404'))
    expect(indexability.state).toBe('indexable')
    expect(results['page-text']?.outcome).toBe('pass')
  })

  it('is unclear if its HTML has nothing either', () => {
    const shell = doc('<title>Lamps</title>', '<div id="root"></div><script src="/app.js"></script>')
    const error = doc('<title>Lamps</title>', '<div id="root"><p>Something went wrong</p></div>')
    for (const after of [shell, error]) {
      const { indexability, results } = merged(shell, after, failed('xhr', 'HTTP 503'))
      expect(indexability).toMatchObject({ state: 'unclear', reason: notAllLoaded })
      expect(results['page-text']).toMatchObject({ outcome: 'unknown', points_lost: 0 })
    }
  })

  it.each([
    ['nothing', '<div id="root"></div>'],
    [
      'its menu',
      '<nav><a href="/a">All the lamps</a> of this shop and their opening hours today</nav><div id="root"></div>',
    ],
  ])('couldn’t be rendered in time if it shows %s while scripts still run', (_, body) => {
    const shell = doc('<title>Lamps</title>', '<div id="root"></div><script src="/app.js"></script>')
    const { indexability, results } = merged(shell, doc('<title>Lamps</title>', body), { isIdle: false })
    expect(indexability).toMatchObject({ state: 'unclear', reason: notFinished })
    expect(results['page-text']).toMatchObject({ outcome: 'unknown', points_lost: 0 })
    expect(results['render-gap']?.reason).toBe(texts.notFinished)
    const slow = merged(shell, html, { isIdle: false })
    expect(slow.indexability.state).toBe('indexable')
  })

  it('is empty if robots.txt keeps its content from Google', () => {
    const shell = doc('<title>Prices</title>', '<h1>Prices</h1><div id="root"></div><script src="/app.js"></script>')
    const { results, indexability } = merged(shell, shell, blocked)
    expect(indexability).toMatchObject({ state: 'unlikely', code: 'empty' })
    expect(results['page-text']?.outcome).toBe('fail')
    const full = doc('<title>Prices</title>', `<h1>Prices</h1>${words}<div id="root"></div>`)
    expect(merged(full, full, blocked).indexability.state).toBe('indexable')
  })
})
