import { describe, expect, it } from 'vitest'
import { filesOfChunk, pagesByRoute, preloads } from './chunks.mjs'
import { budget, excess, filesOfHtml, ownerOf, shares } from './first-load.mjs'

describe('excess', () => {
  it('is silent at exactly the budget', () => expect(excess(budget)).toEqual([]))
  it('says by how much the bytes are over', () => {
    expect(excess({ bytes: budget.bytes + 1500, requests: 1 })).toEqual([expect.stringContaining('1.5 kB over')])
  })
  it('says when there are too many requests', () => {
    expect(excess({ bytes: 1, requests: budget.requests + 1 })).toEqual([expect.stringContaining(`${budget.requests + 1} requests`)])
  })
})

describe('filesOfHtml', () => {
  it('finds scripts, styles, preloads and icons of our own', () => {
    const html = `<link rel="icon" href="/icon.svg"><link rel="stylesheet" crossorigin href="/assets/a.css">
      <script type="module" crossorigin src="/assets/a.js"></script><link rel="canonical" href="/reports"><a href="/settings">x</a>`
    expect(filesOfHtml(html)).toEqual(['icon.svg', 'assets/a.css', 'assets/a.js'])
  })
})

describe('shares', () => {
  it('divides the compressed bytes by the length of the code', () => {
    const modules = { '/p/node_modules/react-dom/a.js': 60, '/p/node_modules/@tanstack/react-query/b.js': 20, '/p/src/web/c.tsx': 20 }
    expect(shares(50, modules)).toEqual(new Map([['react-dom', 30], ['@tanstack/react-query', 10], ['own: web', 10]]))
  })
  it('gives a nested library its own share', () => expect(ownerOf('/p/node_modules/a/node_modules/@b/c/d.js')).toBe('@b/c'))
})

describe('chunks', () => {
  const page = { file: 'assets/page.js', imports: ['_shared.js', 'index.html'], css: ['assets/page.css'], isDynamicEntry: true }
  const manifest = {
    'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_libraries.js'], css: ['assets/index.css'] },
    '_libraries.js': { file: 'assets/libraries.js' },
    '_shared.js': { file: 'assets/shared.js', imports: ['_libraries.js'] },
    ...Object.fromEntries(Object.values(pagesByRoute).map((name) => [name, page])),
  }

  it('follow imports, and survive a circle', () => {
    expect([...filesOfChunk(manifest, pagesByRoute['/reports'])].sort()).toEqual([
      'assets/index.css', 'assets/index.js', 'assets/libraries.js', 'assets/page.css', 'assets/page.js', 'assets/shared.js',
    ])
  })
  it('are preloaded by route, without those that index.html names', () => {
    expect(preloads(manifest)['/reports']).toEqual(['/assets/page.js', '/assets/page.css', '/assets/shared.js'])
  })
  it('of a page that no route knows are a mistake', () => {
    expect(() => preloads({ ...manifest, 'src/web/pages/new/new-page.tsx': page })).toThrow('new-page.tsx')
  })
})
