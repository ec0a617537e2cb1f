import { describe, expect, it } from 'vitest'
import { serve } from '#testing/servers/loopback.ts'
import { createProviderFetch, isPossibleIssuer, ProviderUnreachable } from './provider-fetch.ts'

const get = { method: 'GET', headers: {} }

describe('an issuer', () => {
  const allowed = new Set(['127.0.0.1:9000', 'id.internal:443'])
  it.each([
    ['https://id.example.com/tenant', true],
    ['http://id.example.com', false],
    ['https://id.example.com:8443', false],
    ['https://127.0.0.1', false],
    ['https://localhost', false],
    ['http://127.0.0.1:9000', true],
    ['http://127.0.0.1:9001', false],
    ['https://id.internal', true],
  ])('%s is contacted: %s', (issuer, isPossible) => {
    expect(isPossibleIssuer(new URL(issuer), allowed)).toBe(isPossible)
  })
})

describe('a request to a provider', () => {
  it('returns an answer, also a redirect, which it doesn’t follow', async () => {
    const { host, url } = await serve((_, response) =>
      response.writeHead(302, { Location: '/elsewhere', 'Content-Type': 'text/plain' }).end('moved'),
    )
    const answer = await createProviderFetch(new URL(url), new Set([host]))(`${url}/token`, get)
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      302,
      'text/plain',
      'moved',
    ])
  })

  it('goes to no other private address, and to none without TLS', async () => {
    const { host, url } = await serve((_, response) => response.end('secret'))
    const allowed = new Set([host])
    const ofPublicIssuer = createProviderFetch(new URL('https://id.example.com'), allowed)
    await expect(ofPublicIssuer(url, get)).rejects.toThrow(ProviderUnreachable)
    await expect(ofPublicIssuer(url.replace('http', 'https'), get)).rejects.toThrow(ProviderUnreachable)
    await expect(createProviderFetch(new URL(url), allowed)('http://example.com/', get)).rejects.toThrow('isn’t secure')
  })

  it.each([
    ['is too large', 'x'.repeat(300_000), 200, 'larger'],
    ['is a server error', '', 502, 'status 502'],
  ])('fails if the answer %s', async (_, body, status, reason) => {
    const { host, url } = await serve((_, response) => response.writeHead(status).end(body))
    await expect(createProviderFetch(new URL(url), new Set([host]))(url, get)).rejects.toThrow(reason)
  })

  it('fails if the answer doesn’t come, or not to its end', async () => {
    const { host, url } = await serve(({ url: path }, response) => void (path === '/half' && response.write('{')))
    const fetchSlowly = createProviderFetch(new URL(url), new Set([host]), 50)
    await expect(fetchSlowly(url, get)).rejects.toThrow('in time')
    await expect(fetchSlowly(`${url}/half`, get)).rejects.toThrow('in time')
  })
})
