import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, failedProbe, probe } from '#testing/pages/fetched-page.ts'
import type { Probe } from '../probe.ts'
import { linkTexts } from '../probes/results.ts'

const url = (name: string) => `https://${name}.example/`
const html = document(
  '',
  ['a', 'b', 'c'].map((name) => `<a href="${url(name)}">Lamp ${name}</a>`).join('') + '<a href="/own">Own</a>',
)
const check = (probes: Probe[], body = html) => checkPage('broken-external', { html: body, probes })
const ok = probe('link', url('a'))

describe('broken-external', () => {
  it('passes when all work', () => {
    expect(check([ok, probe('link', url('b')), probe('link', url('c'))])).toMatchObject({
      outcome: 'pass',
      value: 0,
      title: linkTexts.allWork(3, 'external'),
    })
    expect(check([ok])).toMatchObject({ outcome: 'pass', title: linkTexts.sampled(1, 3, 'external') })
  })

  it.each([400, 404, 410, 500, 503])('warns about an answer of %i', (status) => {
    expect(check([ok, probe('link', url('b'), { status })])).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: linkTexts.broken(1, 2, 'external'),
      evidence: [{ url: url('b'), note: `Returned ${status}` }],
    })
  })

  it.each(['dns', 'unreachable', 'timeout', 'connection_closed', 'redirect_loop', 'too_many_redirects'] as const)(
    'warns when %s',
    (reason) => {
      expect(check([ok, failedProbe('link', url('b'), reason)])).toMatchObject({
        outcome: 'warn',
        value: 1,
        evidence: [{ url: url('b'), note: `No response: ${reason}` }],
      })
    },
  )

  it.each([401, 403, 429, 999])('takes no proof from %i, which turns robots away', (status) => {
    const turned = probe('link', url('b'), { status })
    expect(check([ok, turned])).toMatchObject({
      outcome: 'pass',
      title: linkTexts.unclear(linkTexts.sampled(1, 3, 'external'), 1),
      evidence: [{ url: url('b'), note: `Returned ${status}` }],
    })
    expect(check([turned])).toMatchObject({ outcome: 'unknown', reason: `${url('b')}: Returned ${status}.` })
  })

  it.each(['other_port', 'tls', 'unreadable'] as const)('takes no proof from a limit of our own: %s', (reason) => {
    expect(check([failedProbe('link', url('b'), reason)]).outcome).toBe('unknown')
  })

  it('never counts what was not asked', () => {
    expect(check([failedProbe('link', url('b'), 'robots', 'not-asked')])).toMatchObject({
      outcome: 'unknown',
      reason: expect.stringContaining(`${url('b')}: robots`),
    })
  })

  it('leaves addresses that nobody else can open to the check of those', () => {
    const closed = failedProbe('link', 'http://10.0.0.1/', 'unreachable')
    expect(check([closed, ok])).toMatchObject({ outcome: 'pass' })
    expect(check([closed], document('', '<a href="http://10.0.0.1/">Lamps</a>')).outcome).toBe('not-applicable')
  })

  it('is not applicable without external links', () => {
    expect(
      check([probe('link', 'https://example.com/own', { status: 404 })], document('', '<a href="/own">Own</a>'))
        .outcome,
    ).toBe('not-applicable')
  })
})
