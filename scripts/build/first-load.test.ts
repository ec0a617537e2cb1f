import { describe, expect, it } from 'vitest'
import { filesOfPage, filesOfShell, pagesByRoute, preloads, ringOf, sharedByRoute } from './chunks.mjs'
import {
  budget,
  excess,
  excessOfReader,
  excessOfReport,
  ownerOf,
  readerBudget,
  reportBudget,
  shares,
} from './first-load.mjs'

describe('excess', () => {
  it('is silent at exactly the budget', () => expect(excess(budget)).toEqual([]))
  it('says by how much the bytes are over', () => {
    expect(excess({ bytes: budget.bytes + 1500, requests: 1 })).toEqual([expect.stringContaining('1.5 kB over')])
  })
  it('says when there are too many requests', () => {
    expect(excess({ bytes: 1, requests: budget.requests + 1 })).toEqual([
      expect.stringContaining(`${budget.requests + 1} requests`),
    ])
  })
})

describe('excessOfReport', () => {
  it('is silent at exactly the budget', () => expect(excessOfReport(reportBudget.bytes)).toEqual([]))
  it('says by how much a report is over', () => {
    expect(excessOfReport(reportBudget.bytes + 700)).toEqual([
      expect.stringMatching(/15\.7 kB beyond the list's, which is 0\.7 kB over its budget of 15\.0 kB/),
    ])
  })
})

describe('excessOfReader', () => {
  it('is silent at exactly the budget', () => expect(excessOfReader(readerBudget.bytes)).toEqual([]))
  it('says by how much the reading of answers is over', () => {
    expect(excessOfReader(readerBudget.bytes + 200)).toEqual([
      'The reading of answers weighs 6.2 kB, which is 0.2 kB over its budget of 6.0 kB.',
    ])
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
  const pages = Object.values(pagesByRoute)
  const parts = Object.values(sharedByRoute).flat()
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
    expect(filesOfPage(build, pagesByRoute['/reports'])).toEqual([
      'assets/page.js',
      'assets/page.css',
      'assets/shared.js',
    ])
  })
  it('is preloaded by route', () => {
    expect(preloads(build)['/websites/:id']).toEqual(['/assets/page.js', '/assets/page.css', '/assets/shared.js'])
  })
  it('is preloaded further where a page is shared with whoever has no key', () => {
    expect(preloads(build)['shared/websites/:id']).toEqual(['/assets/open.js', '/assets/open.css'])
  })
  it('with a page that no route knows is a mistake', () => {
    const modules = { ...build.modules, 'assets/new.js': { '/somewhere/src/web/pages/new/new-page.tsx': 1 } }
    expect(() => preloads({ ...build, modules })).toThrow('new-page.tsx')
  })
  it('without a page that a route knows is a mistake', () => {
    expect(() => preloads({ ...build, modules: {} })).toThrow('no chunk with')
  })
})

it('files that import each other are found, and no others', () => {
  const manifest = {
    a: { file: 'a.js', imports: ['b', 'c'] },
    b: { file: 'b.js', imports: ['c'] },
    c: { file: 'c.js', imports: [] as string[] },
  }
  expect(ringOf({ manifest })).toBeUndefined()
  manifest.c.imports.push('a')
  expect(ringOf({ manifest })).toEqual(['a.js', 'b.js', 'c.js', 'a.js'])
})
