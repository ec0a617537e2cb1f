import { expect, it } from 'vitest'
import { decideServer } from './static-server.ts'

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
