import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { addServer, isFor, knownServers, removeKey, serverName, storeKey } from './known-servers.ts'

const address = 'https://seo.example'
const names = { key: `seo-reports:key:${address}`, reads: `seo-reports:reads:${address}` }

/** The storage of a browser. */
function storage(kept: Record<string, string>) {
  const all = new Map(Object.entries(kept))
  return {
    all,
    getItem: (name: string) => all.get(name) ?? null,
    setItem: (name: string, value: string) => void all.set(name, value),
    removeItem: (name: string) => void all.delete(name),
  }
}

afterEach(() => void vi.unstubAllGlobals())

it.each(['sessionStorage', 'localStorage'])(
  'keeps nothing in %s of what the key before could do, nor any part of that key',
  (name) => {
    const [kept, other] = [storage({ [names.key]: 'eyJhbGciOiJI.old', [names.reads]: 'eyJhbGciOiJI' }), storage({})]
    vi.stubGlobal('sessionStorage', other)
    vi.stubGlobal('localStorage', other)
    vi.stubGlobal(name, kept)
    storeKey(address, 'eyJhbGciOiJI.new', true)
    expect([...kept.all.keys(), ...other.all.keys()]).toEqual([names.key])
    kept.setItem(names.reads, 'eyJhbGciOiJI')
    removeKey(address)
    expect([...kept.all.keys(), ...other.all.keys()]).toEqual([])
  },
)

it('servers with missing or invalid fields stay when another is added', () => {
  const servers = [
    { address, role: 'owner' },
    { name: 'Without an address' },
    { address: 'https://b.example', name: '' },
  ]
  vi.stubGlobal('localStorage', storage({ 'seo-reports:servers': JSON.stringify(servers) }))
  addServer({ address: 'https://c.example', name: 'C', role: 'read' })
  expect(knownServers()).toEqual([
    { address, name: serverName(address), role: null },
    { address: 'https://b.example', name: 'b.example', role: null },
    { address: 'https://c.example', name: 'C', role: 'read' },
  ])
})

it('a server’s stored data is found by the names that contain its URL', () => {
  expect(isFor('seo-reports:views:https://seo.example', address, [])).toBe(true)
  expect(isFor('seo-reports:draft:https://seo.example:privacy:12', address, [])).toBe(true)
  expect(isFor('seo-reports:preferences', address, [])).toBe(false)
  expect(isFor('another:views:https://seo.example', address, [])).toBe(false)
})

it('data of a server whose URL begins alike is not included', () => {
  expect(isFor('seo-reports:views:https://seo.example/tools', address, [])).toBe(false)
  expect(
    isFor('seo-reports:draft:https://seo.example:8443:12', address, [{ address: 'https://seo.example:8443' }]),
  ).toBe(false)
  expect(isFor('seo-reports:views:https://seo.example', 'https://seo.example:8443', [])).toBe(false)
})

it('a server is named by its host and path', () => {
  expect(serverName('https://seo.example/tools')).toBe('seo.example/tools')
})

it('every storage name of the dashboard is that of a server, except those for all servers', () => {
  const web = new URL('..', import.meta.url)
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\./.test(file),
  )
  const names = files.flatMap((file) =>
    [...readFileSync(new URL(file, web), 'utf8').matchAll(/['"`](seo-reports:[^'"`]*)['"`]/g)].map(
      ([, name = '']) => name,
    ),
  )
  expect(names.length).toBeGreaterThan(8)
  // Drafts under the last one are there for one reload of one page.
  const general = [
    'seo-reports:preferences',
    'seo-reports:servers',
    'seo-reports:server',
    'seo-reports:',
    'seo-reports:drafts',
  ]
  expect(names.filter((name) => !general.includes(name) && !/:\$\{(?:server|address)\}/.test(name))).toEqual([])
})
