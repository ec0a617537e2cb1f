import { auth, searchconsole } from '@googleapis/searchconsole'
import { expect, it, onTestFinished } from 'vitest'
import { createGoogle } from '#service/fetcher/google-fetch.ts'
import { keyFile, oauthClient, type RunningGoogle, serviceEmail, startGoogle } from '#testing/google/google.ts'
import { inspectUrl, listProperties, queryPages, queryQueries, queryTotals } from './search-console.ts'
import { assertionOf, consentUrl, refreshToken, searchScope, serviceToken } from './tokens.ts'

const property = 'https://www.shop.example/de/'
const account = JSON.parse(keyFile()) as { client_email: string; private_key: string; private_key_id: string }

async function start(): Promise<RunningGoogle> {
  const google = await startGoogle({ properties: [{ siteUrl: property, permissionLevel: 'siteFullUser' }] })
  onTestFinished(() => google.close())
  return google
}

/** The requests since the last call, as they came. */
const sent = ({ requests }: RunningGoogle) =>
  requests.splice(0).map(({ method, path, headers, body }) => ({
    method,
    path,
    authorization: headers.authorization,
    type: headers['content-type']?.split(';', 1)[0],
    body: headers['content-type']?.startsWith('application/json') ? JSON.parse(body) : body,
  }))

it('asks as Google’s own library does', async () => {
  const google = await start()
  const ours = createGoogle(new URL(google.origin))
  const token = await serviceToken(ours, account)
  google.requests.length = 0
  const client = new auth.OAuth2()
  client.setCredentials({ access_token: token })
  const library = searchconsole({ version: 'v1', auth: client, rootUrl: `${google.origin}/` })
  const access = { google: ours, token }
  const period = { first_day: '2026-11-01', last_day: '2026-11-28' }

  await listProperties(access)
  await queryTotals(access, property, period)
  await queryPages(access, property, '2026-11-28')
  await queryQueries(access, property, period)
  const page = `${property}%C3%BC?x=ü`
  await inspectUrl(access, property, page)
  const asked = sent(google)

  const query = (dimensions: string[], startDate: string, endDate: string) =>
    library.searchanalytics.query({
      siteUrl: property,
      requestBody: { startDate, endDate, dimensions, type: 'web', dataState: 'final', rowLimit: 25_000, startRow: 0 },
    })
  await library.sites.list()
  await query(['date'], '2026-11-01', '2026-11-28')
  await query(['page'], '2026-11-28', '2026-11-28')
  await query(['page', 'query'], '2026-11-01', '2026-11-28')
  await library.urlInspection.index.inspect({ requestBody: { inspectionUrl: page, siteUrl: property } })
  const expected = sent(google)
  expect(expected).toHaveLength(5)
  expect(asked).toEqual(expected)
})

it('reads what Google has of a page in its index, and nothing of a URL that it can’t inspect', async () => {
  const google = await start()
  const access = { google: createGoogle(new URL(google.origin)), token: '' }
  access.token = await serviceToken(access.google, account)
  const url = `${property}a`
  google.world.inspections[url] = {
    verdict: 'PASS',
    coverageState: 'Submitted and indexed',
    googleCanonical: `${property}b`,
    userCanonical: url,
    lastCrawlTime: '2026-11-12T06:00:00Z',
  }
  expect(await inspectUrl(access, property, url)).toEqual({
    verdict: 'PASS',
    google_index: 'Submitted and indexed',
    robots_txt_state: 'ALLOWED',
    indexing_state: 'INDEXING_ALLOWED',
    page_fetch_state: 'SUCCESSFUL',
    google_canonical: `${property}b`,
    user_canonical: url,
    last_crawl_at: '2026-11-12T06:00:00.000Z',
  })
  expect(await inspectUrl(access, property, `${property}new`)).toMatchObject({
    google_index: 'URL is unknown to Google',
    google_canonical: null,
    last_crawl_at: null,
  })
  expect(await inspectUrl(access, property, 'no URL')).toBeNull()
  await expect(inspectUrl(access, property, 'https://other.example/')).rejects.toMatchObject({
    problem: { code: 'no_permission' },
  })
})

it('gets tokens as Google’s own library does', async () => {
  const google = await start()
  const ours = createGoogle(new URL(google.origin))
  const client = new auth.OAuth2({
    clientId: oauthClient.client_id,
    clientSecret: oauthClient.client_secret,
    redirectUri: 'https://reports.test/callback',
    endpoints: { oauth2TokenUrl: `${google.origin}/token` },
  })
  client.setCredentials({ refresh_token: '1//a token' })
  await expect(client.refreshAccessToken()).rejects.toThrow()
  const [expected] = sent(google)
  const grant = { ...oauthClient, refresh_token: '1//a token' }
  await expect(refreshToken(ours, grant)).rejects.toMatchObject({ problem: { code: 'token_ended' } })
  const [asked] = sent(google)
  const fieldsOf = (body: unknown) => Object.fromEntries(new URLSearchParams(String(body)))
  expect({ ...asked, body: fieldsOf(asked?.body) }).toEqual({ ...expected, body: fieldsOf(expected?.body) })

  const page = consentUrl(oauthClient, { state: 'a', verifier: 'b', callback: 'https://reports.test/callback' })
  const theirs = new URL(
    client.generateAuthUrl({
      scope: searchScope,
      state: 'a',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge: page.searchParams.get('code_challenge') ?? '',
    }),
  )
  theirs.searchParams.set('code_challenge_method', 'S256')
  expect(page.origin + page.pathname).toBe(theirs.origin + theirs.pathname)
  expect(Object.fromEntries(page.searchParams)).toEqual(Object.fromEntries(theirs.searchParams))
})

it('signs the statement of a service account for Google’s own address', () => {
  const [header, claims] = assertionOf(account, 1_700_000_000)
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString())
  expect(JSON.parse(header ?? '')).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'abc123' })
  expect(JSON.parse(claims ?? '')).toEqual({
    iss: serviceEmail,
    scope: searchScope,
    aud: 'https://oauth2.googleapis.com/token',
    iat: 1_700_000_000,
    exp: 1_700_003_600,
  })
})

it('contacts no one but Google, or the server that stands in for it', async () => {
  const { pageAt, fetch } = createGoogle(new URL('http://127.0.0.1:8080'))
  expect(pageAt(new URL('https://accounts.google.com/o?a=1')).href).toBe('http://127.0.0.1:8080/o?a=1')
  for (const url of ['https://evil.example/', 'http://oauth2.googleapis.com/token', 'https://googleapis.com/'])
    expect(() => fetch(new URL(url), { method: 'GET' })).toThrow('isn’t one of Google’s')
})
