import { describe, expect, it } from 'vitest'
import { budget, excess, kB, ownerOf, shares } from './byte-budget.mjs'
import { filesOfPage, filesOfShell, pageModules, preloads, visitorModules } from './chunks.mjs'

describe('excess', () => {
  const full = {
    firstLoad: budget.firstLoad,
    requests: budget.requests,
    routes: { '/views': budget.route },
    chunks: { 'a.js': budget.chunk },
  }
  it('is empty at exactly the budgets', () => expect(excess(full)).toEqual([]))
  it.each([
    [
      { firstLoad: budget.firstLoad + 1500 },
      `The first load of /reports weighs ${kB(budget.firstLoad + 1500)}, 1500 bytes over`,
    ],
    [{ requests: budget.requests + 1 }, 'The first load of /reports takes 9 requests'],
    [{ routes: { '/views': budget.route + 200 } }, `The route /views weighs ${kB(budget.route + 200)}, 200 bytes over`],
    [{ chunks: { 'a.js': budget.chunk + 100 } }, `The chunk a.js weighs ${kB(budget.chunk + 100)}, 100 bytes over`],
  ])('names what is over and by how much: %j', (over, sentence) => {
    expect(excess({ ...full, ...over })).toEqual([expect.stringContaining(sentence)])
  })
})

describe('shares', () => {
  it('divides the compressed bytes by the length of the code', () => {
    const modules = {
      '/p/node_modules/react-dom/a.js': 60,
      '/p/node_modules/@tanstack/react-query/b.js': 20,
      '/p/src/web/ui/c.tsx': 20,
    }
    expect(shares(50, modules)).toEqual(
      new Map([
        ['react-dom', 30],
        ['@tanstack/react-query', 10],
        ['own: web/ui', 10],
      ]),
    )
  })
  it('gives a nested library its own share', () =>
    expect(ownerOf('/p/node_modules/a/node_modules/@b/c/d.js')).toBe('@b/c'))
})

describe('a build', () => {
  const pages = Object.values(pageModules)
  const parts = Object.values(visitorModules).flat()
  const html = `<link rel="icon" href="/icon.svg"><link rel="canonical" href="/reports"><a href="/settings">x</a>
    <script type="module" crossorigin src="/assets/frame.js"></script><link rel="stylesheet" crossorigin href="/assets/frame.css">`
  const build = {
    html,
    manifest: {
      'frame.tsx': { file: 'assets/frame.js', imports: ['_libraries.js'], css: ['assets/frame.css'] },
      '_libraries.js': { file: 'assets/libraries.js' },
      '_page.js': { file: 'assets/page.js', imports: ['_shared.js', 'frame.tsx'], css: ['assets/page.css'] },
      '_open.js': { file: 'assets/open.js', imports: ['_shared.js'], css: ['assets/open.css'] },
      '_shared.js': { file: 'assets/shared.js', imports: ['_page.js', '_libraries.js'] },
    },
    modules: {
      'assets/page.js': Object.fromEntries(pages.map((page) => [`/somewhere/${page}`, 1])),
      'assets/open.js': Object.fromEntries(parts.map((part) => [`/somewhere/${part}`, 1])),
    },
  }

  it('starts with what index.html names: scripts, styles and icons of our own', () => {
    expect(filesOfShell(build)).toEqual(['icon.svg', 'assets/frame.js', 'assets/frame.css'])
  })
  it('gives what a page needs beyond that, through a circle of imports', () => {
    expect(filesOfPage(build, pageModules.reports)).toEqual(['assets/page.js', 'assets/page.css', 'assets/shared.js'])
  })
  it('is preloaded page by page', () => {
    expect(preloads(build).pages['website']).toEqual(['/assets/page.js', '/assets/page.css', '/assets/shared.js'])
  })
  it('preloads what visitors need besides', () => {
    expect(preloads(build).visitors['website']).toEqual(['/assets/open.js', '/assets/open.css'])
  })
  it('with a page that the table lacks is refused', () => {
    const modules = { ...build.modules, 'assets/new.js': { '/somewhere/src/web/new/new-page.tsx': 1 } }
    expect(() => preloads({ ...build, modules })).toThrow('new-page.tsx')
  })
  it('without a page of the table is refused', () => {
    expect(() => preloads({ ...build, modules: {} })).toThrow('no chunk with')
  })
})
