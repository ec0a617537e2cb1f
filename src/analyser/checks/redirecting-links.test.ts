import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, failedProbe, probe } from '#testing/pages/fetched-page.ts'
import type { Probe } from '../probe.ts'
import { texts } from './redirecting-links.ts'

const url = (name: string) => `https://example.com/${name}`
const html = document('', ['a', 'b', 'c'].map((name) => `<a href="/${name}">Lamp ${name}</a>`).join(''))
const check = (probes: Probe[], body = html) => checkPage('redirecting-links', { html: body, probes })
const moved = (name: string, ...codes: number[]) =>
  probe('link', url(name), {
    redirects: codes.map((status, at) => ({ url: url(`${name}${at}`), status, location: '/x' })),
    finalUrl: url('new'),
  })

describe('redirecting-links', () => {
  it('passes links that do not redirect, whatever their pages return', () => {
    expect(
      check([probe('link', url('a')), probe('link', url('b'), { status: 404 }), probe('link', url('c'))]),
    ).toMatchObject({ outcome: 'pass', value: 0, title: texts.none(3) })
    expect(check([probe('link', url('a'))])).toMatchObject({
      outcome: 'pass',
      title: texts.sampled(1, 3),
    })
  })

  it('warns about any redirect, and names codes and target', () => {
    expect(check([probe('link', url('a')), moved('b', 301, 302)])).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: texts.redirecting(1, 2),
      evidence: [{ url: url('b'), note: `301, then 302 to ${url('new')}` }],
    })
    expect(check([moved('a', 308), moved('b', 302)])).toMatchObject({
      title: texts.redirecting(2, 2),
    })
  })

  it('counts a redirect that led nowhere', () => {
    const loop = {
      ...failedProbe('link', url('a'), 'redirect_loop'),
      redirects: [{ url: url('a'), status: 302, location: '/a' }],
    }
    expect(check([loop])).toMatchObject({
      outcome: 'warn',
      title: texts.only,
      evidence: [{ note: texts.noDestination('302') }],
    })
  })

  it('ignores external links', () => {
    const external = probe('link', 'https://other.example/', {
      redirects: [{ url: 'https://other.example/', status: 301, location: '/en' }],
    })
    expect(check([external, probe('link', url('a'))]).outcome).toBe('pass')
  })

  it('does not know without a response', () => {
    expect(check([])).toMatchObject({ outcome: 'unknown', points_lost: 0 })
    expect(check([failedProbe('link', url('a'), 'time_up', 'not-asked')])).toMatchObject({
      outcome: 'unknown',
      reason: expect.stringContaining(`${url('a')}: time_up`),
    })
  })

  it('is not applicable without internal links', () =>
    expect(check([], document('', '<p>x</p>')).outcome).toBe('not-applicable'))
})
