import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, probe } from '#testing/pages/fetched-page.ts'
import { texts } from './blocked-resources.ts'

const style = '<link rel="stylesheet" href="/assets/mill.css">'
const script = '<script src="/assets/mill.js"></script>'
const files = style + script
const robots = (...lines: string[]) => lines.join('\n')
const everyone = robots('User-agent: *', 'Disallow: /assets/')
const result = (head: string, text: string | undefined, body = '') =>
  checkPage('blocked-resources', {
    html: document(head, body),
    ...(text !== undefined && { robots: text }),
  })
/** The response to the probe of a script on another host, with Google's access to it. */
const elsewhere = (google: Parameters<typeof probe>[2]) =>
  checkPage('blocked-resources', {
    html: document('<script src="https://cdn.example/a.js"></script>'),
    probes: [probe('resource', 'https://cdn.example/a.js', google)],
  })

describe('blocked-resources', () => {
  it('names the kinds of the blocked files, each URL and the line that decides', () => {
    expect(result(files, everyone)).toMatchObject({
      outcome: 'fail',
      value: 2,
      title: 'Googlebot can’t load 1 stylesheet and 1 script: robots.txt line 2',
      points_lost: 12,
      evidence: [
        {
          selector: 'head > link',
          url: 'https://example.com/assets/mill.css',
          note: 'stylesheet, https://example.com/robots.txt line 2: Disallow: /assets/',
        },
        { url: 'https://example.com/assets/mill.js' },
      ],
    })
  })

  it.each([
    ['Googlebot’s own group allows them', robots(everyone, '', 'User-agent: Googlebot', 'Disallow: /basket'), 'pass'],
    ['a longer Allow wins', robots(everyone, 'Allow: /assets/mill'), 'pass'],
    ['an Allow of equal length wins', robots(everyone, 'Allow: /assets/'), 'pass'],
    ['another crawler is blocked', robots('User-agent: Bingbot', 'Disallow: /'), 'pass'],
    ['the file is empty', '', 'pass'],
    ['there is no robots.txt', undefined, 'pass'],
  ])('passes if %s', (_, text, outcome) => {
    expect(result(files, text)).toMatchObject({ outcome, title: texts.allowed(2) })
  })

  it.each([
    [
      'Googlebot’s own group blocks them',
      robots('User-agent: *', 'Allow: /', '', 'User-agent: Googlebot', 'Disallow: /assets/'),
      'Googlebot can’t load 1 stylesheet and 1 script: robots.txt line 5',
    ],
    [
      'rules have wildcards and an end',
      robots('User-agent: *', 'Disallow: /*.js$', 'Disallow: /a*s/*.css'),
      'Googlebot can’t load 1 stylesheet and 1 script: robots.txt lines 2 and 3',
    ],
    [
      'a shorter Allow loses',
      robots('User-agent: *', 'Allow: /a', 'Disallow: /assets/'),
      'Googlebot can’t load 1 stylesheet and 1 script: robots.txt line 3',
    ],
  ])('fails if %s', (_, text, title) => {
    expect(result(files, text)).toMatchObject({ outcome: 'fail', title })
  })

  it('warns if robots.txt blocks fewer than half of the files', () => {
    const more = ['/a.js', '/b.js', '/c.js'].map((src) => `<script src="${src}"></script>`).join('')
    expect(result(style + more, everyone)).toMatchObject({
      outcome: 'warn',
      title: 'Googlebot can’t load 1 stylesheet: robots.txt line 2',
      points_lost: 3,
    })
  })

  it.each([
    ['a script in noscript', `${style}<noscript>${script}</noscript>`, '/assets/mill.js'],
    ['a script for old browsers', `${style}<script nomodule src="/assets/old.js"></script>`, '/assets/old.js'],
    ['data', `${style}<script type="text/template" src="/assets/data"></script>`, '/assets/data'],
    ['a stylesheet for print', `${style}<link rel="stylesheet" media="print" href="/assets/p.css">`, '/assets/p.css'],
    ['an alternate stylesheet', `${style}<link rel="alternate stylesheet" href="/assets/b.css">`, '/assets/b.css'],
    ['a linked file', `${style}<a href="/assets/list.css">List</a>`, '/assets/list.css'],
    ['a prefetched file', `${style}<link rel="prefetch" href="/assets/next.js">`, '/assets/next.js'],
  ])('ignores %s', (_, head, path) => {
    expect(result(head, robots('User-agent: *', `Disallow: ${path}`))).toMatchObject({
      outcome: 'pass',
      title: texts.allowed(1),
    })
  })

  it('counts a print stylesheet that its script turns into one for screens', () => {
    const late = `<link rel="stylesheet" media="print" onload="this.media='all'" href="/assets/late.css">`
    expect(result(late, everyone).outcome).toBe('fail')
  })

  it('isn’t applicable with inline code alone', () => {
    expect(result('<style>a{}</style><script>go()</script>', everyone)).toMatchObject({
      outcome: 'not-applicable',
      title: texts.none,
    })
  })

  it('informs about images, which Googlebot-Image can be kept from', () => {
    const text = robots('User-agent: Googlebot-Image', 'Disallow: /')
    expect(result(files, text, '<img src="/a.png" alt="A"><img src="/b.png" alt="B" loading="lazy">')).toMatchObject({
      outcome: 'info',
      title: 'Google Images can’t show 2 images: robots.txt line 2',
    })
  })

  it('is unknown if robots.txt can’t be read', () => {
    const page = { html: document(files), robots: { outcome: 'unavailable' as const, status: 503 } }
    expect(checkPage('blocked-resources', page)).toMatchObject({ outcome: 'unknown', reason: texts.slow })
  })

  it('names a script of the page’s host that redirects to a host which blocks it', () => {
    const robotsUrl = 'https://cdn.example/robots.txt'
    const google = { robotsUrl, allowed: false, rule: { line: 2, text: 'Disallow: /' } }
    const url = 'https://example.com/assets/mill.js'
    const moved = { redirects: [{ url, status: 302, location: 'https://cdn.example/mill.js' }] }
    const withProbe = (more: object) =>
      checkPage('blocked-resources', { html: document(files), probes: [probe('resource', url, { google, ...more })] })
    expect(withProbe(moved)).toMatchObject({
      outcome: 'fail',
      title: 'Googlebot can’t load 1 script: robots.txt of cdn.example line 2',
    })
    expect(withProbe({})).toMatchObject({ outcome: 'pass', title: texts.allowed(2) })
  })

  it('is unknown if only the robots.txt of another host can be read', () => {
    const google = { robotsUrl: 'https://cdn.example/robots.txt', allowed: true, rule: null }
    const page = {
      html: document(`${files}<script src="https://cdn.example/a.js"></script>`),
      robots: { outcome: 'unavailable' as const, status: 503 },
      probes: [probe('resource', 'https://cdn.example/a.js', { google })],
    }
    expect(checkPage('blocked-resources', page)).toMatchObject({ outcome: 'unknown', reason: texts.slow })
  })

  it('judges files of other hosts by a robots.txt that was read', () => {
    const robotsUrl = 'https://cdn.example/robots.txt'
    const rule = { line: 7, text: 'Disallow: /' }
    expect(elsewhere({ google: { robotsUrl, allowed: false, rule } })).toMatchObject({
      outcome: 'fail',
      title: 'Googlebot can’t load 1 script: robots.txt of cdn.example line 7',
      evidence: [{ note: 'script, https://cdn.example/robots.txt line 7: Disallow: /' }],
    })
    expect(elsewhere({ google: { robotsUrl, allowed: true, rule: null } })).toMatchObject({
      outcome: 'pass',
      title: texts.allowed(1),
    })
    expect(elsewhere({ google: null })).toMatchObject({ outcome: 'unknown', reason: texts.unread })
    expect(elsewhere({})).toMatchObject({ outcome: 'unknown', reason: texts.unread })
  })

  it('says how many files of other hosts were not checked', () => {
    expect(result(`${files}<script src="https://cdn.example/a.js"></script>`, '')).toMatchObject({
      outcome: 'pass',
      title: `${texts.allowed(2)}; ${texts.notChecked(1)}`,
    })
  })
})
