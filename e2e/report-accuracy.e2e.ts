import { isIssue, type Outcome } from '#contract/reports/analysis.ts'
import { indexabilityTexts } from '#contract/reports/indexability.ts'
import { startService } from './support/service.ts'
import { type TestWebsites, startTestWebsites } from './support/test-websites/test-websites.ts'
import { expect, test as base } from './support/test.ts'

type Planted = {
  host: 'shop' | 'plain' | 'stale'
  path: string
  blockers?: string[]
  /** Checks that can't run because of the deliberate faults. */
  unknown?: string[]
  /** All faults of the page by check, with the expected text in the report. */
  faults: Record<string, RegExp>
}

const sound = '/guides/washing-merino'

const planted: Planted[] = [
  {
    host: 'shop',
    path: '/women/jumpers',
    faults: {
      'sitemap-missing': /missing from the sitemap.*isn’t among its 10 URLs/s,
      'heading-order': /in 1 place.*article:nth-of-type\(1\) > h3 line 28 .*H3 follows H1/s,
      'image-alt': /2 of 6 images.*line 29 .*jumper-2\.jpg.*line 30 .*jumper-3\.jpg/s,
      'crawlable-anchors': /1 of 8 links.*line 26 .*javascript:openFilters\(\)/s,
      'anchor-text': /line 28 .*“Read more”/s,
      'internal-nofollow': /1 internal link.*line 26 .*\/account/s,
      'og-core': /Missing: og:url$/m,
      'unsized-images': /3 of 6 images.*line 31 .*jumper-4\.jpg.*line 32 .*jumper-5\.jpg.*line 33 .*jumper-6\.webp/s,
      'lazy-lcp': /lazy-loaded.*line 28 .*jumper-1\.jpg/s,
      'modern-images': /1 of 6 raster images.*jumper-1\.jpg/s,
      'image-weight': /260 KB.*line 29 .*jumper-2\.jpg/s,
    },
  },
  {
    host: 'shop',
    path: '/products/guernsey-jumper',
    blockers: ['canonical-elsewhere'],
    faults: {
      'canonical-elsewhere': /other content.*line 14 .*\/women\/jumpers/s,
      'in-sitemap': /lists a URL Google won’t index.*its canonical URL is https.*\/women\/jumpers/s,
      'alt-length': /1 alt text.*line 39 .*131 characters/s,
      'broken-internal': /1 of 7 sampled internal links.*\/products\/discontinued-scarf line 42 .*Returned 404/s,
      'redirecting-links': /1 of 7 sampled internal links.*\/size-chart line 42 .*301 to https.*\/sizes/s,
      'jsonld-parse': /1 of 2 JSON-LD blocks.*line 27 .*Invalid JSON at line 2 of the block/s,
      'jsonld-required': /line 18 .*Product “Guernsey jumper”: offers\.price.* missing/s,
    },
  },
  {
    host: 'shop',
    path: '/Recipes/Plum_Cake',
    faults: {
      'title-width': /875 px wide and will be truncated.*head > title line 12 .*93 characters/s,
      'h1-present': /no H1/,
      'url-format': /upper-case letter and an underscore.*“Recipes”.*“Plum_Cake”/s,
      'jsonld-required': /line 18 .*Recipe “Plum cake with yeast dough”: image missing/s,
      'duplicate-ids': /h3:nth-of-type\(2\) line 39 .*“step” is used 2 times/s,
    },
  },
  {
    host: 'shop',
    path: '/visit',
    unknown: ['transfer-weight'],
    faults: {
      'placeholder-text': /in 1 place.*Lorem ipsum dolor/s,
      'insecure-links': /1 internal link.*line 37 .*http:\/\/localhost:\d+\/contact/s,
      'localhost-links': /1 link points.*line 37 .*http:\/\/192\.168\.0\.20\/rota/s,
      'cache-headers': /1 of 3 sampled files.*line 15 .*\/assets\/print\.css/s,
      'mixed-content': /1 resource over HTTP.*line 48 .*http:\/\/maps\.hillside\.invalid\/embed\.js/s,
      'insecure-form': /line 39 .*http:\/\/bookings\.hillside\.invalid\/tour/s,
      'form-labels': /2 of 3 form fields.*line 41 .*placeholder isn’t a label.*line 42 .*<select/s,
    },
  },
  {
    host: 'shop',
    path: '/events/spring-fair',
    blockers: ['http-status'],
    faults: { 'http-status': /410 \(gone\)/ },
  },
  {
    host: 'shop',
    path: '/events/autumn-fair',
    faults: {
      'sitemap-missing': /missing from the sitemap/,
      'canonical-valid': /is relative.*line 14 /s,
      hreflang: /1 hreflang tag is invalid.*line 15 .*UK isn’t a valid country code. Use GB/s,
      'snippet-limits': /x-robots-tag: max-snippet:0/,
      'meta-refresh': /after 8 seconds.*line 17 /s,
      'og-core': /og:url isn’t an absolute URL.*line 20 /s,
      'jsonld-required': /line 21 .*Event “Autumn fair”: location missing.*startDate is “the first Sunday of October”/s,
    },
  },
  {
    host: 'shop',
    path: '/jobs/weaver',
    blockers: ['noindex', 'robots-blocked'],
    faults: {
      noindex: /A meta tag sets noindex.*line 13 /s,
      'robots-blocked': /\/robots\.txt line 2 Disallow: \/jobs\//,
      'noindex-hidden': /\/robots\.txt line 2 Disallow: \/jobs\/.*name="robots"/s,
      'in-sitemap': /lists a URL Google won’t index.*robots\.txt line 2 disallows it/s,
      'description-present': /no meta description/,
      'broken-external':
        /2 of 2 sampled external links.*\/guild\/closed line 37 .*Returned 404.*jobs\.hillside\.invalid.*the server isn’t responding/s,
      'jsonld-required': /JobPosting “Weaver”: hiringOrganization missing/,
    },
  },
  {
    host: 'shop',
    path: '/newsletter',
    faults: {
      'og-image': /600 × 315 px.*line 16 .*share-small\.png/s,
      'render-blocking': /2 scripts and 1 stylesheet.*line 10 .*jquery\.js.*line 11 .*slider\.js/s,
      minification: /9 KB.*line 12 .*theme\.css/s,
      'version-leak': /2 headers.*nginx\/1\.18\.0.*PHP\/7\.4\.3/s,
      'cookie-flags': /1 of 2 cookies.*session=.*Secure is missing\. HttpOnly is missing\. SameSite is missing\./s,
      'form-labels': /1 of 2 form fields.*line 30 .*type="email"/s,
    },
  },
  {
    host: 'shop',
    path: '/de/merino-waschen',
    faults: {
      'title-present': /2 title tags.*line 6 .*line 7 .*Hofladen am Hang/s,
      'description-present': /2 meta descriptions.*line 8 .*line 9 /s,
      'html-lang': /“deutsch” isn’t a valid language tag.*line 2 /s,
      'anchor-text': /line 24 .*“hier”/s,
      'og-image': /URL returns 404.*line 19 .*missing\.png/s,
      viewport: /1024 px wide.*line 5 /s,
      charset: /also declares windows-1252.*line 4 .*iso-8859-1/s,
      doctype: /limited-quirks mode/,
    },
  },
  {
    host: 'plain',
    path: '/ryokan',
    unknown: ['sitemap-missing'],
    faults: {
      'robots-valid': /1 invalid line.*line 2 Dissallow: \/staff/s,
      'sitemap-valid': /\/sitemap\.xml line 3 .*ampersand/s,
      'soft-404': /Missing pages don’t return 404.*Returned 200/s,
      'image-alt': /2 of 2 images.*line 18 .*bath\.webp.*line 21 .*garden\.webp/s,
      favicon: /doesn’t return an image.*line 9 .*text\/html/s,
      https: /doesn’t use HTTPS.*http:\/\/localhost:\d+\/ryokan/s,
    },
  },
  {
    host: 'stale',
    path: '/app',
    blockers: ['page-text'],
    faults: {
      'sitemap-found': /at \/sitemap\.xml.*Returned 404/s,
      'soft-404': /redirect to the home page/,
      'page-text': /Without scripts this page has 2 words.*main\.js/s,
      'title-present': /no title/,
      'description-present': /no meta description/,
      'h1-present': /no H1/,
      'html-lang': /doesn’t declare its language.*html line 1 /s,
      'placeholder-text': /\$\{appName\}/,
      'og-core': /no Open Graph tags/,
      favicon: /smaller than 48 px: 32 × 32.*line 4 /s,
      'render-blocking': /1 script blocks.*line 3 .*main\.js/s,
      certificate: /expired on \d{4}-\d\d-\d\d, 10 days ago.*CERT_HAS_EXPIRED/s,
      'tls-version': /still accepts TLS 1\.1/,
      viewport: /isn’t set up/,
      charset: /doesn’t declare its character encoding/,
      doctype: /no HTML doctype/,
    },
  },
  {
    host: 'shop',
    path: '/blog',
    faults: {
      'redirect-chain': /2 redirects.*1 of them temporary.*\/blog .*301.*\/news .*302, temporary, to \/journal/s,
      'html-size': /2\.3 MB, over Googlebot’s limit/,
      ttfb: /first byte arrived after [\d,]+ ms/,
      'transfer-weight': /3\.0 MB.*panorama\.webp/s,
      requests: /93 files.*91 images/s,
      'image-weight': /3\.0 MB.*line 27 .*panorama\.webp/s,
      'dom-size': /3,273 elements/,
    },
  },
]

const test = base.extend<object, { site: TestWebsites }>({
  site: [
    async ({}, use) => {
      const site = await startTestWebsites()
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ site }, use) => {
      const service = await startService({
        allowHosts: site.allowHosts,
        environment: { NODE_EXTRA_CA_CERTS: site.authorityFile },
      })
      await use(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** Tests that open no page need no watching. */
const apiTest = test.extend({ faults: async ({}, use) => use([]) })

type Result = {
  outcome: Outcome
  title: string
  evidence: { selector?: string; url?: string; snippet?: string; note?: string; line?: number }[]
}

const came = (results: Record<string, Result>, ...outcomes: Outcome[]) =>
  // Google can't be asked about these pages.
  Object.entries(results).filter(([id, { outcome }]) => id !== 'google-index' && outcomes.includes(outcome))
const issuesIn = (results: Record<string, Result>) => Object.entries(results).filter(([, result]) => isIssue(result))

/** Returns the title and one line per piece of evidence. */
const textOf = ({ title, evidence }: Result) =>
  [
    title,
    ...evidence.map(({ selector, url, line, snippet, note }) =>
      [selector, url, line && `line ${line}`, snippet, note].filter(Boolean).join(' '),
    ),
  ].join('\n')

test.describe('a sound page', () => {
  apiTest('has no fault, nothing unknown, and every point @all', async ({ site, service }) => {
    const data = await analyse(service, site.shop + sound)
    expect(
      came(data.results, 'fail', 'warn', 'unknown', 'error').map(([check, result]) => `${check}: ${textOf(result)}`),
    ).toEqual([])
    expect([data.score, data.google_score, data.capped_by]).toEqual([100, 100, []])
  })
})

test.describe('a page with planted faults', () => {
  for (const { host, path, faults, blockers = [], unknown = [] } of planted) {
    apiTest(
      `${host}${path} has its ${Object.keys(faults).length} faults named, and no other @all`,
      async ({ site, service }) => {
        const data = await analyse(service, site[host] + path, 'ttfb' in faults)
        const found = issuesIn(data.results)
        expect(found.map(([check]) => check).toSorted()).toEqual(Object.keys(faults).toSorted())
        for (const [check, result] of found) expect(textOf(result), check).toMatch(faults[check] ?? /^$/)
        expect(came(data.results, 'unknown', 'error').map(([check]) => check)).toEqual(unknown)
        expect(data.capped_by).toEqual(blockers)
        expect(data.score).toBeLessThan(100)
      },
    )
  }

  apiTest('is one of twelve, with over 80 faults of over 60 kinds @all', () => {
    const all = planted.flatMap(({ faults }) => Object.keys(faults))
    expect(planted).toHaveLength(12)
    expect(all.length).toBeGreaterThan(80)
    expect(new Set(all).size).toBeGreaterThan(60)
  })
})

apiTest(
  'a title, a description and a text of two pages are shown until one of the pages is gone, and never scored @all',
  async ({ site, service }) => {
    const [first, second] = [`${site.shop}/sizes`, `${site.shop}/help/sizes`]
    const before = await analyse(service, first)
    const data = await analyse(service, second)
    expect(issuesIn(data.results)).toEqual([])
    const compared = ['title-unique', 'description-unique', 'duplicate-body']
    const shown = came(data.results, 'info').filter(([check]) => compared.includes(check))
    expect(Object.fromEntries(shown.map(([check, result]) => [check, textOf(result)]))).toEqual({
      'title-unique': expect.stringMatching(/^1 other page has the same title\nhttps.*\/sizes/),
      'description-unique': expect.stringMatching(/^1 other page has the same meta description\nhttps.*\/sizes/),
      'duplicate-body': expect.stringMatching(/^1 other page has the same content\nhttps.*\/sizes/),
    })

    expect((await service.api(`/api/v1/reports/${before.id}`, { method: 'DELETE' })).status).toBe(200)
    const after = await analyse(service, second)
    expect(came(after.results, 'info').filter(([check]) => compared.includes(check))).toEqual([])
    expect(after.score).toBe(data.score)
  },
)

test.describe('the report page', () => {
  test('shows each fault with its position @all', async ({ page, site, service }) => {
    const data = await analyse(service, `${site.shop}/women/jumpers`)
    await page.goto(`/reports/${data.id}#check-image-alt`)
    const check = page.locator('#check-image-alt')
    await expect(check).toContainText('2 of 6 images have no alt text')
    await expect(check).toContainText('<img src="/images/jumper-2.jpg" width="600" height="800">')
    await expect(check).toContainText('line 29')
    await expect(check).toBeInViewport()
    for (const [id] of issuesIn(data.results)) await expect(page.locator(`#check-${id}`), id).toHaveCount(1)
    await expect(page.getByRole('main')).toContainText(indexabilityTexts.indexable)
  })

  test('shows first that a page is excluded from search, and why @all', async ({ page, site, service }) => {
    const data = await analyse(service, `${site.shop}/jobs/weaver`)
    await page.goto(`/reports/${data.id}`)
    await expect(page.getByRole('main')).toContainText(/Google can’t crawl this page: robots\.txt line 2 disallows it/)
  })

  test("shows page text as text in the page's encoding @all", async ({ page, site, service }) => {
    const data = await analyse(service, `${site.plain}/ryokan`)
    await page.goto(`/reports/${data.id}?tab=facts`)
    await expect(page.getByText('山の宿 川音 | 信州の小さな温泉旅館').first()).toBeVisible()
    await page.goto('/reports')
    await expect(page.getByText('山の宿 川音 | 信州の小さな温泉旅館').first()).toBeVisible()
  })
})

/**
 * Returns a new report of a page. On a busy machine the response can be slow enough for a finding: the page is then
 * analysed again, unless it is slow on purpose.
 */
async function analyse(service: { api: Awaited<ReturnType<typeof startService>>['api'] }, url: string, isSlow = false) {
  for (let more = 3; ; more -= 1) {
    // The planted faults are those of the HTML.
    const form = new URLSearchParams({ url, render: 'never' })
    const { status, body } = await service.api('/api/v1/reports', { method: 'POST', body: form })
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(201)
    if (isSlow || more === 0 || !isIssue(body.data.results.ttfb)) return body.data
  }
}
