import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { root } from '../support/root.mjs'

const own = 'https://a.example'
const stored = { 'seo-reports:server': own, [`seo-reports:key:${own}`]: 'seo_a' }

/**
 * Runs one of the two scripts on a page at `address`. Returns its requests and what it leaves for the later scripts.
 */
function run(file: string, address: string, { height = 720, preferences = '{}' } = {}) {
  const requests: { url: string; init: RequestInit }[] = []
  const dataset: { rows?: unknown } = {}
  const context = createContext({
    AbortController,
    addEventListener() {},
    URL,
    URLSearchParams,
    document: { currentScript: { src: `${own}/tools/early.js` }, documentElement: { dataset } },
    innerHeight: height,
    innerWidth: 1280,
    fetch: async (url: string, init: RequestInit) => void requests.push({ url, init }),
    localStorage: { ...stored, 'seo-reports:preferences': preferences },
    location: new URL(address),
    sessionStorage: {},
  })
  runInContext(readFileSync(join(root, file), 'utf8'), context)
  return {
    requests,
    rows: dataset.rows,
    early: context['earlyResponse'] as { path: string; key: string; control: AbortController } | undefined,
  }
}

describe.each([
  ['public/early.js', own, `/api/v1/reports?page=2`],
  ['scripts/build/early-static.js', `${own}/tools`, `${own}/api/v1/reports?page=2`],
])('%s', (file, folder, list) => {
  it('requests the list of the page, and can be aborted', () => {
    const { requests, early } = run(file, `${folder}/reports?page=2`)
    expect(requests.map(({ url }) => url)).toEqual([list])
    expect(early).toMatchObject({ path: '/reports?page=2', key: 'seo_a' })
    early?.control.abort()
    expect(requests[0]?.init.signal?.aborted).toBe(true)
  })

  it.each([
    [720, '{}', 10],
    [900, '{}', 25],
    [1600, '{}', 50],
    [900, '{"rows":100}', 100],
  ])('on %d px with the preferences %s asks for %d rows', (height, preferences, rows) => {
    const { requests, rows: kept } = run(file, `${folder}/reports?result=bad`, { height, preferences })
    const expected = list.replace('?page=2', rows === 10 ? '?result=bad' : `?result=bad&per_page=${rows}`)
    expect({ urls: requests.map(({ url }) => url), kept }).toEqual({ urls: [expected], kept: rows })
  })

  it.each(['?per_page=10', '?result=bad&page=2'])('leaves %s as it is', (search) => {
    expect(run(file, `${folder}/reports${search}`, { height: 900 }).early?.path).toBe(`/reports${search}`)
  })

  it.each(['/reports/1', '/sign-in', '/'])('requests nothing at %s', (path) => {
    expect(run(file, folder + path).requests).toEqual([])
  })
})

it.each(['server=https://b.example', 'page=2&server=', '%73erver=https://b.example', 'page=2&s%65rver=b.example'])(
  'requests nothing if the link names a server: %s',
  (search) => {
    expect(run('scripts/build/early-static.js', `${own}/tools/reports?${search}`)).toMatchObject({
      requests: [],
      early: undefined,
    })
  },
)
