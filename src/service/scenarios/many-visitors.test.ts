// @module-tag all
import { expect, it } from 'vitest'
import { servePages } from '#testing/servers/loopback.ts'
import { type Call, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

const paragraphs = Array.from({ length: 300 }, (_, at) => `<h2>Lamp ${at}</h2><p>Copper and glass, number ${at}.`)
const page = `<!doctype html><html lang="en"><title>Lamps</title><h1>Lamps</h1>${paragraphs.join('')}`

describeEachEngine('many requests of a visitor behind a password', ({ openStore }) => {
  async function start(visitorRateLimit = 120) {
    const service = await testService(await openStore(), { visitorRateLimit })
    const { call, allowHosts } = service
    const { url, host } = await servePages({ '/': page, '/other': page })
    allowHosts.add(host)
    const analyse = async (path: string) =>
      (await call('POST /api/v1/reports', { form: { url: url + path } })).body.data
    const [before, after] = [await analyse('/'), await analyse('/')]
    const id = after.website_id as number
    const password = 'correct horse'
    await call(`PUT /api/v1/websites/${id}`, { form: { privacy: '2', password } })
    const link = (await call('POST /api/v1/links', { form: { kind: 'website', website_id: String(id), password } }))
      .body
    const cookieOf = async (path: string) => {
      const { headers } = await call(`POST /api/v1/shared/${path}/unlock`, { key: null, form: { password } })
      return String(headers['set-cookie']).split(';', 1)[0] ?? ''
    }
    const cookies = [await cookieOf(`websites/${id}`), await cookieOf(`links/${link.data.token}`)]
    const asVisitor: Call = { key: null, headers: { cookie: cookies.join('; ') } }
    const comparison = `reports/${after.id}/compare/${before.id}`
    let finished = 0
    const visit = async (path: string) => {
      const answer = await call(`GET /api/v1/shared/${path}`, asVisitor)
      finished += 1
      return answer
    }
    const many = (count: number) => Array.from({ length: count }, () => visit(comparison))
    return { ...service, analyse, comparison, visit, many, finished: () => finished, id, token: link.data.token }
  }

  it('delay neither the comparison of a colleague nor an analysis', async () => {
    const { call, analyse, comparison, many, finished } = await start()
    const flood = many(100)
    expect((await call(`GET /api/v1/${comparison}`)).status).toBe(200)
    expect(finished()).toBeLessThan(flood.length / 2)
    // An analysis waits for one comparison at each of its steps. Others go on while it waits for the page.
    await analyse('/other')
    expect(finished()).toBeLessThan(flood.length)
    expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(flood.map(() => 200))
  })

  it('are refused when a hundred wait, and leave places to a colleague', async () => {
    const { call, comparison, many } = await start()
    const flood = many(150)
    expect((await call(`GET /api/v1/${comparison}`)).status).toBe(200)
    const answers = await Promise.all(flood)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThanOrEqual(10)
    for (const { status, body, headers } of refused)
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'busy', '5'])
  })

  it('have ten times the limit of other visitors', async () => {
    const { visit, id, token } = await start(3)
    for (const path of [`websites/${id}`, `links/${token}/reports`]) {
      const answers = []
      for (let at = 0; at < 15; at += 1) answers.push((await visit(path)).status)
      expect(answers, path).toEqual(answers.map(() => 200))
    }
    const { status, body, headers } = await visit(`websites/${id}`)
    expect([status, body.code]).toEqual([429, 'rate_limited'])
    expect(body.message).toMatch(/^Too many requests behind a password\. Try again in \d+ seconds?\.$/)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await visit(`links/${token}`)).status).toBe(429)
  })
})
