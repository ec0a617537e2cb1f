import { describe, expect, it } from 'vitest'
import { stageNames } from '#contract/reports/analysis.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { sqliteService } from '#testing/service/service.ts'

/** Returns the names and data of the events in a response's body. */
const eventsIn = (body: string) =>
  body
    .split('\n\n')
    .filter(Boolean)
    .map((event) => {
      const [, name, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? []
      return { name, data: JSON.parse(data) }
    })

const headers = { accept: 'text/event-stream, application/json' }

describe('the events of an analysis', () => {
  it('name its stages in order, and end with the report', async () => {
    const { call, allowHosts } = await sqliteService()
    const { host, url } = await servePages({ '/': smallPage.replace('</body>', '<a href="/two">Two</a></body>') })
    allowHosts.add(host)
    const response = await call('POST /api/v1/reports', { form: { url: `${url}/` }, headers })
    expect([response.status, response.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
    const events = eventsIn(response.text)
    const stages = events.slice(0, -1).map(({ data }) => stageNames.indexOf(data.name))
    expect(stages).toEqual(stages.toSorted())
    expect(events.slice(0, -1).every(({ name }) => name === 'stage')).toBe(true)
    const links = events.filter(({ data }) => data.name === 'links').map(({ data }) => data)
    expect(links.at(-1).done).toBeGreaterThan(0)
    expect(links.at(-1).total).toBeGreaterThanOrEqual(links.at(-1).done)
    const report = events.at(-1)
    expect(report).toMatchObject({ name: 'report', data: { status: 201, data: { url: `${url}/` } } })
    const stored = await call(`GET /api/v1/reports/${report?.data.data.id}`)
    expect(stored.body.data.url).toBe(`${url}/`)
  })

  it('end with the error that the response would have been', async () => {
    const { call, allowHosts } = await sqliteService()
    const { host, url } = await servePages({})
    allowHosts.add(host)
    const response = await call('POST /api/v1/reports', { form: { url: url.replace('http', 'https') }, headers })
    expect(response.status).toBe(200)
    expect(eventsIn(response.text).at(-1)).toMatchObject({
      name: 'error',
      data: { status: 422, retry_after: null, body: { code: 'page_not_analysed', codes: { url: ['tls'] } } },
    })
  })

  it('are not sent for a URL that is refused at once', async () => {
    const { call } = await sqliteService()
    const response = await call('POST /api/v1/reports', { form: { url: 'ftp://one.example' }, headers })
    expect(response.status).toBe(422)
    expect(response.body.codes).toEqual({ url: ['missing_scheme'] })
  })
})
