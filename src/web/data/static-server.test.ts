import { describe, expect, it } from 'vitest'
import { decideServer, isPrivate, readLinkedUrl, readServerUrl } from './static-server.ts'

const page = { protocol: 'https:', hostname: 'pages.example' }
const known = ['https://a.example', 'https://b.example/seo']
const decide = (linked: string | null, chosen: string | null = 'https://a.example') =>
  decideServer({ linked, chosen, known, page })

it('the page uses the chosen server, or none', () => {
  expect(decide(null)).toEqual({ server: 'https://a.example', arrival: { kind: 'own' } })
  expect(decide(null, null)).toEqual({ server: '', arrival: { kind: 'own' } })
  expect(decide(null, 'https://c.example')).toEqual({ server: 'https://c.example', arrival: { kind: 'linked' } })
  expect(decide(null, 'javascript:alert(1)')).toEqual({ server: '', arrival: { kind: 'own' } })
})

it('a link switches to a known server, however it writes the URL', () => {
  expect(decide('https://b.example/seo')).toEqual({ server: 'https://b.example/seo', arrival: { kind: 'own' } })
  expect(decide('b.example/seo/api/v1')).toEqual({ server: 'https://b.example/seo', arrival: { kind: 'own' } })
})

it('a link switches to an unknown server without a key', () => {
  expect(decide('https://c.example')).toEqual({ server: 'https://c.example', arrival: { kind: 'linked' } })
  // Another path is another server: the key of one must not go to the other.
  expect(decide('https://b.example')).toEqual({ server: 'https://b.example', arrival: { kind: 'linked' } })
})

it.each([
  ['javascript:alert(1)', 'scheme'],
  ['https://me:secret@c.example', 'credentials'],
  ['http://c.example', 'insecure'],
  ['https://192.168.0.1', 'private'],
  ['', 'empty'],
])('the page uses no server if a link names %s', (linked, wrong) => {
  expect(decide(linked)).toEqual({ server: '', arrival: { kind: 'refused', wrong, given: linked } })
})

it('a private server is used if the user chose it by hand', () => {
  const local = { linked: 'http://localhost:3000', chosen: 'https://a.example', known: ['http://localhost:3000'], page }
  expect(decideServer(local)).toEqual({ server: 'http://localhost:3000', arrival: { kind: 'own' } })
})

const secure = { protocol: 'https:', hostname: 'pages.example' }
const plain = { protocol: 'http:', hostname: 'pages.example' }

describe('a typed address', () => {
  it.each([
    ['seo.example', 'https://seo.example'],
    ['  https://seo.example/  ', 'https://seo.example'],
    ['HTTPS://SEO.Example:443', 'https://seo.example'],
    ['seo.example:8443', 'https://seo.example:8443'],
    ['//seo.example', 'https://seo.example'],
    ['seo.example/tools/seo/', 'https://seo.example/tools/seo'],
    ['https://seo.example/api/v1', 'https://seo.example'],
    ['https://seo.example/tools/api/v1/reports?page=2#x', 'https://seo.example/tools'],
    ['bücher.example', 'https://xn--bcher-kva.example'],
    ['localhost:3000', 'http://localhost:3000'],
    ['https://localhost:3000', 'https://localhost:3000'],
    ['127.0.0.1:3000/', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['seo.localhost', 'http://seo.localhost'],
    ['192.168.1.7', 'https://192.168.1.7'],
  ])('%s is %s', (typed, address) => {
    expect(readServerUrl(typed, secure)).toEqual({ address })
  })

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['two words', 'unreadable'],
    ['two%20words', 'unreadable'],
    ['https://seo,example', 'unreadable'],
    ['https://', 'unreadable'],
    ['https://seo.example:99999', 'unreadable'],
    [`https://seo.example/${'a'.repeat(2048)}`, 'unreadable'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['ftp://seo.example', 'scheme'],
    ['ws://seo.example', 'scheme'],
    ['https:seo.example', 'scheme'],
    ['https://me:secret@seo.example', 'credentials'],
    ['me@seo.example', 'credentials'],
    ['http://seo.example', 'insecure'],
    ['http://127.0.0.1.seo.example', 'insecure'],
    ['http://localhost.seo.example', 'insecure'],
    ['http://192.168.1.7', 'insecure'],
  ])('%s is refused: %s', (typed, wrong) => {
    expect(readServerUrl(typed, secure)).toEqual({ wrong })
  })

  it('can be plain http if the page is', () => {
    expect(readServerUrl('http://seo.example', plain)).toEqual({ address: 'http://seo.example' })
  })
})

describe('a server URL in a link', () => {
  it('is refused if it leads from a public page into a private network', () => {
    expect(readLinkedUrl('https://10.0.0.7', secure)).toEqual({ wrong: 'private' })
    expect(readLinkedUrl('http://localhost:3000', secure)).toEqual({ wrong: 'private' })
    expect(readLinkedUrl('https://seo.example', secure)).toEqual({ address: 'https://seo.example' })
    expect(readLinkedUrl('javascript:alert(1)', secure)).toEqual({ wrong: 'scheme' })
  })

  it('can lead to a private network if the page is in one too', () => {
    expect(readLinkedUrl('https://10.0.0.7', { ...secure, hostname: 'seo.internal' })).toEqual({
      address: 'https://10.0.0.7',
    })
  })
})

it.each([
  'localhost',
  'a.localhost',
  '10.1.2.3',
  '127.0.0.1',
  '169.254.1.1',
  '172.16.0.1',
  '172.31.9.9',
  '192.168.0.1',
  '100.64.0.1',
  '0.0.0.0',
  'printer.local',
  'seo.internal',
  'router.lan',
  'intranet',
  '[::1]',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:a00:1]',
])('%s is private', (host) => {
  expect(isPrivate(host)).toBe(true)
})

it.each([
  'seo.example',
  '8.8.8.8',
  '172.32.0.1',
  '172.15.0.1',
  '192.169.0.1',
  '100.128.0.1',
  '11.0.0.1',
  '[2606:4700::1]',
  'local.example',
  'notlocalhost.example',
])('%s is not private', (host) => {
  expect(isPrivate(host)).toBe(false)
})
