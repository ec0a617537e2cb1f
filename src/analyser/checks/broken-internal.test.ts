import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, fetchedPageOf, failedProbe, probe } from '#testing/pages/fetched-page.ts'
import type { Probe } from '../probe.ts'
import { noResponse, linkTexts } from '../probes/results.ts'
import { analysePage, readPage } from '../run.ts'

const url = (name: string) => `https://example.com/${name}`
const html = document('', ['a', 'b', 'c'].map((name) => `<a href="/${name}">Lamp ${name}</a>`).join(''))
const check = (probes: Probe[], body = html) => checkPage('broken-internal', { html: body, probes })
const ok = (name: string) => probe('link', url(name))
const answer = (name: string, status: number) => probe('link', url(name), { status })

describe('broken-internal', () => {
  it('passes when all work, and says how many of how many', () => {
    expect(check([ok('a'), ok('b'), ok('c')])).toMatchObject({
      outcome: 'pass',
      value: 0,
      title: linkTexts.allWork(3, 'internal'),
    })
    expect(check([ok('a'), ok('b')])).toMatchObject({
      outcome: 'pass',
      title: linkTexts.sampled(2, 3, 'internal'),
    })
    expect(check([ok('a')])).toMatchObject({
      outcome: 'pass',
      title: linkTexts.sampled(1, 3, 'internal'),
    })
    expect(check([ok('a')], document('', '<a href="/a">Lamps</a>'))).toMatchObject({
      outcome: 'pass',
      title: linkTexts.onlyWorks('internal'),
    })
  })

  it.each([400, 403, 404, 410, 500, 503])('fails an answer of %i', (status) => {
    expect(check([ok('a'), answer('b', status)])).toMatchObject({
      outcome: 'fail',
      value: 1,
      title: linkTexts.broken(1, 2, 'internal'),
      evidence: [{ url: url('b'), note: `Returned ${status}` }],
    })
  })

  it('points at the link that was asked', () => {
    const page = fetchedPageOf({ html: document('', '<p>Lamps</p><a href="/b">Lamp b</a>') })
    const probes = readPage(page)
      .probeRequests.filter(({ purpose }) => purpose === 'link')
      .map((request) => probe('link', request.url, { at: request.at, status: 404 }))
    expect(analysePage(page, probes).results['broken-internal']).toMatchObject({
      outcome: 'fail',
      evidence: [{ selector: 'body > a', snippet: '<a href="/b">Lamp b</a>', line: 8, url: url('b') }],
    })
  })

  it('tells where redirects led before the fault', () => {
    const gone = probe('link', url('b'), {
      status: 404,
      redirects: [{ url: url('b'), status: 301, location: '/gone' }],
      finalUrl: url('gone'),
    })
    expect(check([gone])).toMatchObject({
      outcome: 'fail',
      title: linkTexts.onlyBroken('internal'),
      evidence: [{ note: `Returned 404 after 1 redirect, at ${url('gone')}` }],
    })
  })

  it('fails what is broken for everybody: a name that does not exist, a redirect without end', () => {
    expect(
      check([
        ok('a'),
        failedProbe('link', 'https://www.example.com/b', 'dns'),
        failedProbe('link', url('c'), 'redirect_loop'),
      ]),
    ).toMatchObject({ outcome: 'fail', value: 2, title: linkTexts.broken(2, 3, 'internal') })
  })

  it.each([
    answer('b', 401),
    answer('b', 429),
    answer('b', 304),
    failedProbe('link', url('b'), 'unreachable'),
    failedProbe('link', url('b'), 'refused'),
    failedProbe('link', url('b'), 'bot_wall'),
    failedProbe('link', url('b'), 'timeout'),
  ])('takes no proof from %#', (unclear) => {
    expect(check([ok('a'), unclear])).toMatchObject({
      outcome: 'pass',
      title: linkTexts.unclear(linkTexts.sampled(1, 3, 'internal'), 1),
    })
    expect(check([unclear])).toMatchObject({
      outcome: 'unknown',
      title: linkTexts.unknown('internal'),
      points_lost: 0,
    })
    expect(check([unclear]).reason).toContain(url('b'))
    expect(check([unclear, answer('a', 404)])).toMatchObject({
      outcome: 'fail',
      value: 1,
      title: linkTexts.onlyBroken('internal'),
    })
  })

  it('never counts what was not asked', () => {
    const unasked = failedProbe('link', url('b'), 'budget', 'not-asked')
    expect(check([ok('a'), unasked])).toMatchObject({
      outcome: 'pass',
      title: linkTexts.sampled(1, 3, 'internal'),
    })
    expect(check([unasked])).toMatchObject({
      outcome: 'unknown',
      reason: expect.stringContaining(`${url('b')}: budget`),
    })
    expect(check([])).toMatchObject({ outcome: 'unknown', reason: noResponse('', []).reason })
  })

  it('leaves to others what is not an internal link', () => {
    expect(
      check([
        ok('a'),
        probe('link', 'https://other.example/', { status: 404 }),
        probe('canonical', url('c'), { status: 404 }),
      ]),
    ).toMatchObject({ outcome: 'pass' })
    expect(check([probe('link', 'https://www.example.com/x', { status: 404 })])).toMatchObject({ outcome: 'fail' })
    expect(check([probe('link', url('cdn-cgi/l/email-protection'), { status: 404 })])).toMatchObject({
      outcome: 'unknown',
    })
  })

  it.each([
    '',
    '<a href="#top">x</a>',
    '<a href="https://other.example/">x</a>',
    '<a href="/cdn-cgi/l/email-protection#ab">mail</a>',
  ])('is not applicable in "%s"', (body) => {
    expect(check([], document('', body)).outcome).toBe('not-applicable')
  })
})
