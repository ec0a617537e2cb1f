import { it } from 'vitest'
import { type Case, expectCase } from '#testing/pages/check-page.ts'
import { pageUrl } from '#testing/pages/fetched-page.ts'
import { soundParts, soundRobots } from '#testing/pages/sound-page.ts'

const { description, top } = soundParts
const meta = (content: string, name = 'robots') => ({ head: `<meta name="${name}" content="${content}">` })
const tag = (...values: string[]) => ({ headers: { 'x-robots-tag': values } })
const robots = (text: string) => ({ page: { robots: text + soundRobots.replace(/^[^]*\n\n/, '\n') } })
/** A page that is kept out does not belong in the sitemap. */
const out = { noindex: 'fail', 'in-sitemap': 'warn' } as const
const shut = { 'robots-blocked': 'fail', 'in-sitemap': 'warn' } as const

const otherPage = {
  headers: { 'content-type': 'text/html' },
  text: `<!doctype html><title>Oak</title><p>${'Chairs and tables of oak for each room. '.repeat(9)}`,
}

const unknownAiAccess = { 'ai-search': 'unknown', 'ai-user-fetch': 'unknown', 'ai-training': 'unknown' } as const

const cases: Case[] = [
  ['noindex', meta('noindex'), out],
  ['NOINDEX among others, with odd spaces', meta(' Follow ,NOINDEX,max-snippet:-1'), out],
  ['none', meta('none'), out],
  ['noindex for Googlebot alone', meta('noindex', 'Googlebot'), out],
  ['noindex for another crawler', meta('noindex', 'bingbot'), {}],
  [
    'a word that only contains noindex',
    meta('nonoindexing, index'),
    { 'robots-directives': ['warn', /“nonoindexing” isn’t/] },
  ],
  [
    'index and noindex: the stricter holds',
    { head: '<meta name="robots" content="index"><meta name="robots" content="noindex">' },
    out,
  ],
  [
    'index for Googlebot does not lift noindex for all',
    { head: '<meta name="googlebot" content="index"><meta name="robots" content="noindex">' },
    out,
  ],
  [
    'ignores noindex by property, and says so',
    { head: '<meta property="robots" content="noindex">' },
    { noindex: 'pass', 'robots-directives': ['warn', /in the “property” attribute/] },
  ],
  [
    'noindex in a comment, in a template and in a description',
    {
      head: '<!-- <meta name="robots" content="noindex"> --><template><meta name="robots" content="noindex"></template>',
      description: description.replace('Garden lamps', 'noindex'),
    },
    {},
  ],
  [
    'warns of noindex in the body, which Google may obey',
    { top: `<meta name="robots" content="noindex">${top}` },
    { noindex: ['warn', /outside the head/], indexability: 'indexable' },
  ],
  ['X-Robots-Tag: noindex', tag('noindex'), out],
  ['X-Robots-Tag for Googlebot', tag('googlebot: nofollow, noindex'), out],
  ['X-Robots-Tag for another crawler', tag('otherbot: noindex, nofollow'), {}],
  ['X-Robots-Tag in the second of two headers', tag('max-image-preview:large', 'none'), out],
  ['X-Robots-Tag against a meta element that says index', { ...meta('index, follow'), ...tag('noindex') }, out],
  ['unavailable after a date in the past', tag('unavailable_after: 25 Jun 2010 15:00:00 GMT'), out],
  ['unavailable after a date in the future', tag('unavailable_after: 25 Jun 2040 15:00:00 GMT'), {}],
  [
    'unavailable_after without a valid date',
    meta('unavailable_after: soon'),
    {
      noindex: ['unknown', /unavailable_after date or the response’s Date header can’t be read/],
      'robots-directives': ['warn', /unavailable_after needs a date/],
    },
  ],
  ['nosnippet', meta('nosnippet'), { 'snippet-limits': ['warn', /nosnippet/] }],
  ['max-snippet:0', meta('max-snippet:0'), { 'snippet-limits': 'warn' }],
  ['no limit of the snippet', meta('max-snippet:-1, max-image-preview:large, max-video-preview:-1'), {}],
  ['noimageindex by header', tag('noimageindex'), { 'snippet-limits': 'warn' }],

  [
    'all is disallowed',
    robots('User-agent: *\nDisallow: /\n'),
    { ...shut, favicon: 'warn', 'blocked-resources': 'fail' },
  ],
  [
    'Googlebot is disallowed, whatever others may',
    robots('User-agent: *\nAllow: /\n\nUser-agent: Googlebot\nDisallow: /garden/\n'),
    shut,
  ],
  [
    'others are disallowed, Googlebot has a group of its own',
    robots('User-agent: *\nDisallow: /\n\nUser-agent: googlebot\nDisallow: /basket\n'),
    { 'robots-blocked': ['warn', /allows Googlebot but blocks/] },
  ],
  ['the longest rule decides', robots('User-agent: *\nDisallow: /garden/\nAllow: /garden/lamps\n'), {}],
  ['of equal rules the allowing one', robots('User-agent: *\nDisallow: /garden/lamps\nAllow: /garden/lamps\n'), {}],
  ['a star and a dollar', robots('User-agent: *\nDisallow: /*?page=2$\n'), shut],
  ['a dollar before the end', robots('User-agent: *\nDisallow: /garden/lamps$\n'), {}],
  ['the case of a path matters', robots('User-agent: *\nDisallow: /Garden/\n'), {}],
  ['an empty rule forbids nothing', robots('User-agent: *\nDisallow:\n'), {}],
  [
    'several agents share a group',
    robots('User-agent: a\nUser-agent: Googlebot\n\nDisallow: /\n'),
    { ...shut, favicon: 'warn', 'blocked-resources': 'fail' },
  ],
  [
    'with a byte order mark, old line ends and comments',
    robots('\uFEFFUser-agent: * # all\r\rDISALLOW : /garden # lamps\r'),
    shut,
  ],
  ['no robots.txt', { page: { robots: { outcome: 'absent', status: 404 } } }, {}],
  ['robots.txt that may not be read', { page: { robots: { outcome: 'absent', status: 403 } } }, {}],
  [
    'robots.txt that breaks',
    { page: { robots: { outcome: 'unavailable', status: 503 } } },
    {
      'robots-blocked': ['unknown', /for 12 hours/],
      'robots-valid': ['fail', /503.*for up to 30 days/],
      'blocked-resources': 'unknown',
      ...unknownAiAccess,
    },
  ],
  [
    'robots.txt without an answer',
    { page: { robots: { outcome: 'unreachable', status: null } } },
    { 'robots-blocked': 'unknown', 'robots-valid': 'unknown', 'blocked-resources': 'unknown', ...unknownAiAccess },
  ],
  [
    'robots.txt that is a web page',
    { page: { robots: '<!doctype html><title>No such page</title>\n<p>x' } },
    { 'robots-valid': 'warn' },
  ],
  [
    'a misspelt directive',
    robots('User-agent: *\nDissalow: /x\nNoindex: /y\nDisalowed: /z\n'),
    { 'robots-valid': ['warn', 2] },
  ],
  [
    'noindex that robots.txt hides',
    { ...meta('noindex'), ...robots('User-agent: *\nDisallow: /garden\n') },
    { ...out, ...shut, 'noindex-hidden': 'warn' },
  ],

  ['a page that is not found', { page: { status: 404 } }, { 'http-status': ['fail', 404], 'in-sitemap': 'warn' }],
  ['a server error', { page: { status: 503 } }, { 'http-status': ['fail', 503], 'in-sitemap': 'warn' }],
  [
    'one redirect',
    {
      page: {
        askedUrl: 'https://example.com/old',
        redirects: [{ url: 'https://example.com/old', status: 301, location: pageUrl }],
      },
    },
    { '*': 'pass', 'redirect-chain': 'pass' },
  ],
  [
    'two redirects',
    {
      page: {
        askedUrl: 'https://example.com/older',
        redirects: [
          { url: 'https://example.com/older', status: 302, location: '/old' },
          { url: 'https://example.com/old', status: 301, location: pageUrl },
        ],
      },
    },
    { 'redirect-chain': ['warn', 2], '*': 'pass' },
  ],

  ['allows a page without a canonical', { canonical: '' }, { 'canonical-valid': 'info' }],
  ['a canonical by header alone', { canonical: '', headers: { link: `<${pageUrl}>; rel="canonical"` } }, {}],
  [
    'canonicals by link and header that agree',
    { headers: { link: `</style.css>; rel=preload; as=style, <${pageUrl}>; rel=canonical` } },
    {},
  ],
  [
    'canonicals by link and header that disagree',
    { headers: { link: '<https://example.com/other>; rel="canonical"' } },
    { 'canonical-valid': ['fail', /different|contradict|conflict|2/i], '*': 'pass' },
  ],
  [
    'a relative canonical',
    { canonical: '<link rel="canonical" href="/garden/lamps?page=2">' },
    { 'canonical-valid': ['warn', /relative/i] },
  ],
  [
    'a canonical to the home page',
    { canonical: '<link rel="canonical" href="https://example.com/">', answers: { canonical: otherPage } },
    { 'canonical-elsewhere': ['fail', 'https://example.com/'], '*': 'pass' },
  ],
  [
    'a canonical to another page',
    { canonical: '<link rel="canonical" href="https://example.com/lamps">', answers: { canonical: otherPage } },
    { 'canonical-elsewhere': ['fail', 'https://example.com/lamps'], '*': 'pass' },
  ],
  [
    'a canonical with a fragment and default port is the page itself',
    { canonical: `<link rel="canonical" href="${pageUrl.replace('.com', '.com:443')}">` },
    {},
  ],
  [
    'a canonical in upper case of the host',
    { canonical: `<link rel="canonical" href="${pageUrl.replace('example', 'EXAMPLE')}">` },
    {},
  ],
  ['a canonical among other relations', { canonical: `<link rel="me canonical" href="${pageUrl}">` }, {}],
  [
    'a canonical in noscript',
    { canonical: '', head: '<noscript><link rel="canonical" href="https://example.com/"></noscript>' },
    { 'canonical-valid': 'info' },
  ],

  [
    'hreflang with a country that does not exist',
    { hreflang: `<link rel="alternate" hreflang="en-UK" href="${pageUrl}">` },
    { hreflang: ['fail', /UK/] },
  ],
  [
    'hreflang without the page itself',
    { hreflang: '<link rel="alternate" hreflang="de" href="https://example.com/de/lampen">' },
    { hreflang: 'warn' },
  ],
  [
    'hreflang with an underscore',
    { hreflang: `<link rel="alternate" hreflang="en_GB" href="${pageUrl}">` },
    { hreflang: 'fail' },
  ],
  [
    'hreflang by header',
    {
      hreflang: '',
      headers: {
        link: `<${pageUrl}>; rel="alternate"; hreflang="en", <https://example.com/de/lampen>; rel="alternate"; hreflang="de", <${pageUrl}>; rel="alternate"; hreflang="x-default"`,
      },
    },
    { hreflang: 'pass' },
  ],
  [
    'hreflang in the body',
    { hreflang: '', top: `<link rel="alternate" hreflang="xx-YY" href="/x">${top}` },
    { hreflang: ['info', /head/] },
  ],
]

it.each(cases)('%s', (...row) => expectCase(row))
