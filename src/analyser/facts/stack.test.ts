import { describe, expect, it } from 'vitest'
import { document, fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { collectFacts } from './collect.ts'
import { technologies } from './technologies.ts'

const stackOf = (html: string, headers: Record<string, string | string[]> = {}) =>
  collectFacts(fetchedPageOf({ html, headers })).facts.stack
const told = (html: string, headers: Record<string, string | string[]> = {}) =>
  stackOf(html, headers).map(({ name, version, because }) => [version === null ? name : `${name} ${version}`, because])

describe('the technologies of a page', () => {
  it.each(['/assets/bootstrap.3f2a91.js', '/bootstrap-autocomplete.js', '/blog/bootstrap/cover.png'])(
    'does not take Bootstrap from the path %s',
    (path) => {
      expect(told(`<script src="${path}"></script>`)).toEqual([])
    },
  )

  it.each([
    ['<meta name=Generator content="Joomla! - Open Source Content Management">', 'Joomla', 'generator meta tag'],
    ['<meta name=generator content="Drupal 10 (https://www.drupal.org)">', 'Drupal 10', 'generator meta tag'],
    ['<meta name=generator content="Hugo 0.125.4">', 'Hugo 0.125.4', 'generator meta tag'],
    ['<meta name=generator content="Astro v4.5.1">', 'Astro 4.5.1', 'generator meta tag'],
    ['<link rel=stylesheet href="/WP-Content/2024/style.css">', 'WordPress', 'URL with /wp-content/'],
    ['<script src="//cdn.shopify.com/s/files/1/a.js"></script>', 'Shopify', 'URL on cdn.shopify.com'],
    ['<script src="https://a.b.wixstatic.com:443/a.js"></script>', 'Wix', 'URL on wixstatic.com'],
    ['<img src="/cdn/shop/a.png">', 'Shopify', 'URL with /cdn/shop/'],
    [
      '<link rel=stylesheet href="/npm/bootstrap@5.3.2/dist/css/bootstrap.min.css">',
      'Bootstrap 5.3.2',
      'URL with /bootstrap@',
    ],
    ['<script src="/js/bootstrap.bundle.min.js"></script>', 'Bootstrap', 'URL with /bootstrap.bundle.'],
    ['<script src="/js/jquery-3.7.1.min.js"></script>', 'jQuery 3.7.1', 'URL with /jquery'],
    ['<script src="/_next/static/chunks/main.js"></script>', 'Next.js', 'URL with /_next/static/'],
    ['<body><div id="__nuxt">', 'Nuxt', 'id __nuxt'],
    ['<body><app-root ng-version="17.3.0">', 'Angular 17.3.0', 'attribute ng-version'],
    ['<body><astro-island>', 'Astro', 'element astro-island'],
    ['<html data-wf-site=1>', 'Webflow', 'attribute data-wf-site'],
    ["<script>(function(w){w.push({'gtm.start':1})})(window)</script>", 'Google Tag Manager', 'script with gtm.start'],
    [
      '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>',
      'Google Analytics',
      'URL with /gtag/js',
    ],
  ])('are known from %s', (html, name, because) => {
    expect(told(html)).toEqual([[name, because]])
  })

  it.each([
    [
      { server: 'Apache/2.4.57 (Debian) PHP/8.2.1' },
      [
        ['PHP 8.2.1', 'header server: php'],
        ['Apache 2.4.57', 'header server: apache'],
      ],
    ],
    [{ server: 'Apache-Coyote/1.1' }, []],
    [{ server: 'cloudflare', 'cf-ray': '8a1' }, [['Cloudflare', 'header server: cloudflare']]],
    [{ 'x-powered-by': 'Express' }, [['Express', 'header x-powered-by: express']]],
    [{ 'x-served-by': 'cache-fra-etou8220045-FRA' }, [['Fastly', 'header x-served-by: cache-']]],
    [{ 'x-vercel-id': 'fra1::a' }, [['Vercel', 'header x-vercel-id']]],
    [
      { 'set-cookie': ['PHPSESSID=31d4; path=/', 'laravel_session=1'] },
      [
        ['Laravel', 'cookie laravel_session'],
        ['PHP', 'cookie PHPSESSID'],
      ],
    ],
  ])('are known from headers: %j', (headers, stack) => {
    expect(told('<p>x', headers)).toEqual(stack)
  })

  it.each([
    '<meta name=generator content="Ghostwriter">',
    '<meta property=generator content=WordPress>',
    '<a href="/wp-content/a.pdf">x</a>',
    '<script src="/a.js?from=/wp-content/"></script>',
    '<script src="https://cdn.shopify.com.example.org/a.js"></script>',
    '<p>gtm.start</p>',
    '<div id="constructor" constructor></div>',
  ])('are not taken from %s', (html) => expect(told(html)).toEqual([]))

  it('are each told once, by a sign with a version before one without', () => {
    expect(
      told(
        '<script src="/jquery.js"></script><script src="/jquery-3.7.1.js"></script><script src="/jquery-1.0.js"></script>',
      ),
    ).toEqual([['jQuery 3.7.1', 'URL with /jquery']])
  })

  it('are looked for in bounds', () => {
    const html = document(
      '',
      `<script>${'x'.repeat(3000)}gtm.start</script>${'<script src="/a.js"></script>'.repeat(400)}<script src="/_next/static/a.js"></script>`,
    )
    expect(told(html, { server: 'nginx '.repeat(5000), 'x-powered-by': 'a'.repeat(30_000) })).toEqual([
      ['nginx', 'header server: nginx'],
    ])
  })
})

describe('the table of technologies', () => {
  it('names each once, with at least one sign', () => {
    const names = technologies.map(([name]) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const [, , signs] of technologies) expect(Object.keys(signs).length).toBeGreaterThan(0)
  })

  it('gives no host and no mark to two, and writes signs in lower case', () => {
    for (const kind of ['hosts', 'marks', 'scripts', 'paths', 'cookies'] as const) {
      const signs = technologies.flatMap(([, , one]) => one[kind] ?? [])
      expect(new Set(signs).size).toBe(signs.length)
      expect(signs.join(' ')).toBe(signs.join(' ').toLowerCase())
    }
  })
})
