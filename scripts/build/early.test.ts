import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { root } from '../support/root.mjs'

const own = 'https://a.example'
const stored = { 'seo-reports:server': own, [`seo-reports:key:${own}`]: 'seo_a' }

/** Runs one of the two on a page at `address`; gives what it asked for, and what it left for the scripts after it. */
function run(file: string, address: string) {
  const asked: { url: string; init: RequestInit }[] = []
  const context = createContext({
    AbortController,
    addEventListener() {},
    URL,
    URLSearchParams,
    document: { currentScript: { src: `${own}/tools/early.js` }, documentElement: { dataset: {} } },
    fetch: async (url: string, init: RequestInit) => void asked.push({ url, init }),
    localStorage: stored,
    location: new URL(address),
    sessionStorage: {},
  })
  runInContext(readFileSync(join(root, file), 'utf8'), context)
  return { asked, ahead: context['ahead'] as { path: string; key: string; stop: AbortController } | undefined }
}

describe.each([
  ['public/early.js', own, `/api/v1/reports?page=2`],
  ['scripts/build/early-static.js', `${own}/tools`, `${own}/api/v1/reports?page=2`],
])('%s', (file, folder, list) => {
  it('asks for the list of the page, and leaves a way to stop that', () => {
    const { asked, ahead } = run(file, `${folder}/reports?page=2`)
    expect(asked.map(({ url }) => url)).toEqual([list])
    expect(ahead).toMatchObject({ path: '/reports?page=2', key: 'seo_a' })
    ahead?.stop.abort()
    expect(asked[0]?.init.signal?.aborted).toBe(true)
  })

  it.each(['/reports/1', '/sign-in', '/'])('asks for nothing at %s', (path) => {
    expect(run(file, folder + path).asked).toEqual([])
  })
})

it.each(['server=https://b.example', 'page=2&server=', '%73erver=https://b.example', 'page=2&s%65rver=b.example'])(
  'asks no server for anything at a link that names one: %s',
  (search) => {
    expect(run('scripts/build/early-static.js', `${own}/tools/reports?${search}`)).toEqual({
      asked: [],
      ahead: undefined,
    })
  },
)
