import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, failedProbe, probe } from '#testing/pages/fetched-page.ts'
import type { Probe } from '../probe.ts'
import { texts } from './broken-resources.ts'

const url = (name: string) => `https://example.com/${name}`
const html = document(
  '<link rel="stylesheet" href="/site.css"><script src="/app.js"></script>',
  '<img src="/a.jpg"><img src="/b.jpg"><img src="/c.jpg"><img src="https://cdn.example/d.jpg">',
)
const works = (name: string) => probe('resource', url(name))
const returns = (name: string, status: number) => probe('resource', url(name), { status })
const check = (probes: Probe[], page = html) => checkPage('broken-resources', { html: page, probes })

describe('broken-resources', () => {
  it.each([404, 410, 403, 500])('fails a stylesheet that returns %i', (status) => {
    expect(check([returns('site.css', status), works('app.js'), works('a.jpg')])).toMatchObject({
      outcome: 'fail',
      value: 1,
      title: texts.broken(1, 3),
      evidence: [{ url: url('site.css'), note: `Returned ${status}` }],
    })
  })

  it('warns about a broken image among many, and fails half of them', () => {
    const images = [works('a.jpg'), works('b.jpg'), returns('c.jpg', 404)]
    expect(check([works('app.js'), ...images])).toMatchObject({ outcome: 'warn', value: 1 })
    expect(check([works('app.js'), works('a.jpg'), returns('c.jpg', 404)])).toMatchObject({ outcome: 'fail', value: 1 })
  })

  it('says that robots.txt stops us if it blocks all files for our crawler', () => {
    expect(check([failedProbe('resource', url('site.css'), 'robots', 'not-asked')])).toMatchObject({
      outcome: 'unknown',
      title: texts.blocked,
      evidence: [{ url: url('site.css') }],
    })
  })

  it('counts no file that another website may only refuse to robots', () => {
    expect(check([works('app.js'), probe('resource', 'https://cdn.example/d.jpg', { status: 403 })])).toMatchObject({
      outcome: 'pass',
      title: texts.noneBroken(1),
    })
  })

  it.each(['unreachable', 'timeout', 'tls'] as const)('takes no proof from a host that fails with %s', (code) => {
    const silent = failedProbe('resource', 'https://cdn.example/d.jpg', code)
    expect(check([works('app.js'), silent])).toMatchObject({ outcome: 'pass', value: 0 })
    expect(check([silent]).outcome).toBe('unknown')
  })

  it('is unknown without a clear response, with the reason', () => {
    expect(check([returns('site.css', 429)])).toMatchObject({
      outcome: 'unknown',
      reason: `${url('site.css')}: Returned 429.`,
    })
    expect(check([failedProbe('resource', url('app.js'), 'time_up', 'not-asked')])).toMatchObject({
      outcome: 'unknown',
      reason: expect.stringContaining(`${url('app.js')}: time_up`),
    })
    expect(check([]).outcome).toBe('unknown')
  })

  it('passes where all work', () => {
    expect(check([works('site.css'), works('a.jpg')])).toMatchObject({
      outcome: 'pass',
      title: texts.noneBroken(2),
    })
  })

  it('does not apply to a page without files', () => {
    expect(check([], document('')).outcome).toBe('not-applicable')
    expect(check([], document('', '<iframe src="/report.pdf"></iframe>')).outcome).toBe('not-applicable')
  })
})
