import { describe, expect, it } from 'vitest'
import { fetchedPageOf, probe } from '#testing/pages/fetched-page.ts'
import { soundAnswer, soundHeaders, soundRobots } from '#testing/pages/sound-page.ts'
import { randomFrom } from '#testing/random.ts'
import { newCheckResult } from '#testing/store/reports.ts'
import { evaluate } from './evaluate.ts'
import { issueCausesOf, missingPages } from './issue-causes.ts'
import { type PageIssue, pageIssues } from './page-state.ts'
import { completeFacts, readPage } from './run.ts'

const page = 'https://example.com/blog/a'
const labelsOf = (check: string, evidence: { selector?: string; url?: string; snippet?: string }[]) =>
  issueCausesOf(check, newCheckResult({ evidence }), [page]).map(({ label }) => label)

/** A fault in a website's template, the check that finds it, and the name of the cause. */
type TemplateFault = {
  name: string
  check: string
  label: RegExp
  header?: string
  footer?: string
  head?: string
  card?: (page: number) => string
  headers?: Record<string, string>
  brokenUrl?: string
}

const origin = 'https://example.com'

/** Faults in every part of a template. */
const templateFaults: TemplateFault[] = [
  {
    name: 'an image without alt text in the header',
    check: 'image-alt',
    label: /^Image \/logo\.png in the header$/,
    header: '<a href="/"><img src="/logo.png" width="80" height="20"></a>',
  },
  {
    name: 'an image without alt text in a card',
    check: 'image-alt',
    label: /^Image in the content \(.*figure > img\)$/,
    card: (page) => `<figure><img src="/photos/${page}.jpg" width="80" height="60"></figure>`,
  },
  {
    name: 'an image without dimensions in the footer',
    check: 'unsized-images',
    label: /^Image .*in the footer$/,
    footer: '<img src="/badge.png" alt="Member of the guild">',
  },
  {
    name: 'a link without a usable target in the navigation',
    check: 'crawlable-anchors',
    label: /^Link .*in the (navigation|header)$/,
  },
  {
    name: 'a broken link in the footer',
    check: 'broken-internal',
    label: /^Link \/imprint in the footer$/,
    footer: '<ul><li><a href="/imprint">Imprint of the company</a></li></ul>',
    brokenUrl: `${origin}/imprint`,
  },
  {
    name: 'a form field without a label in the header',
    check: 'form-labels',
    label: /^Form field .*in the header$/,
    header: '<form action="/search"><input type="text" name="q"></form>',
  },
  {
    name: 'a cookie without flags',
    check: 'cookie-flags',
    label: /^Server configuration$|^File /,
    headers: { 'set-cookie': 'session=1' },
  },
  {
    name: 'a version in a header',
    check: 'version-leak',
    label: /^Server configuration$/,
    headers: { 'x-powered-by': 'PHP/7.4.3' },
  },
]

describe('the causes of an issue', () => {
  it('name the element of a template without its position', () => {
    const [one, other] = ['li:nth-of-type(2)', 'li:nth-of-type(7)'].map((li) =>
      issueCausesOf('anchor-text', newCheckResult({ evidence: [{ selector: `body > footer > ul > ${li} > a` }] }), [
        page,
      ]),
    )
    expect(one).toEqual(other)
    expect(one).toMatchObject([{ label: 'Link in the footer' }])
  })

  it.each([
    ['head > link:nth-of-type(3)', 'Link tag in the head'],
    ['body > header > a > img', 'Image in the header'],
    ['#site-nav > ul > li > a', 'Link in the navigation'],
    ['body > main > article > header > h2', 'Heading H2 in the content (article > header > h2)'],
    ['#post-1234 > p > img:nth-of-type(2)', 'Image in the content (#post-* > p > img)'],
  ])('of %s are named “%s”', (selector, label) => {
    expect(labelsOf('image-alt', [{ selector }])).toEqual([label])
  })

  it('name a resource, or the target of a link, but never the page itself', () => {
    expect(labelsOf('minification', [{ url: 'https://cdn.example/app.js?v=1' }])).toEqual([
      'Script https://cdn.example/app.js?v=1',
    ])
    expect(labelsOf('https', [{ url: page }])).toEqual([])
    const link = { selector: 'body > main > p > a', url: 'https://example.com/old' }
    expect(labelsOf('broken-internal', [link])).toEqual(['Link /old', 'Link in the content (main > p > a)'])
    expect(labelsOf('anchor-text', [link])).toEqual(['Link in the content (main > p > a)'])
  })

  it('never name a URL that we made up', () => {
    expect(labelsOf('soft-404', [{ url: 'https://example.com/k3j2h1-not-here' }])).toEqual([missingPages.label])
  })

  it('are few, those of the page’s frame first', () => {
    const evidence = [
      ...Array.from({ length: 19 }, (_, at) => ({
        selector: `body > main > div > p:nth-of-type(${at}) > x${'y'.repeat(at)}`,
      })),
      { selector: 'body > footer > img' },
    ]
    const labels = labelsOf('image-alt', evidence)
    expect([labels.length, labels[0]]).toEqual([8, 'Image in the footer'])
  })
})

describe('a fault in the template of 500 generated pages', () => {
  const seen = templateFaults.map(() => ({ pages: 0, named: 0 }))

  it('is found on every page, and named on at least 95% of them', () => {
    const keys = templateFaults.map(() => new Map<string, number>())
    for (let page = 0; page < 500; page += 1) {
      const at = page % templateFaults.length
      const fault = templateFaults[at]!
      const issue = issuesOfTemplatePage(fault, page).find(({ check }) => check === fault.check)
      expect(issue, `${fault.name} on page ${page}`).toBeDefined()
      seen[at]!.pages += 1
      for (const { key, label } of issue?.causes ?? [])
        if (fault.label.test(label)) keys[at]!.set(key, (keys[at]!.get(key) ?? 0) + 1)
    }
    // The most common cause of a fault names it: all pages share one key.
    const named = keys.map((counts) => Math.max(0, ...counts.values()))
    expect(named.reduce((sum, count) => sum + count, 0) / 500, JSON.stringify([named, seen])).toBeGreaterThanOrEqual(
      0.95,
    )
    for (const [at, { pages }] of seen.entries())
      expect((named[at] ?? 0) / pages, templateFaults[at]?.name).toBeGreaterThanOrEqual(0.95)
  })
})

/**
 * Returns the issues of a page of a website whose template has a fault. Pages differ in their content, and its faults.
 */
function issuesOfTemplatePage(fault: TemplateFault, page: number): PageIssue[] {
  const random = randomFrom(page + 1)
  const url = `${origin}/blog/post-${page}`
  const own = random() < 0.4 ? `<p><img src="/own/${page}.jpg" width="9" height="9"></p>` : ''
  const paragraphs = Array.from(
    { length: 1 + Math.floor(random() * 6) },
    (_, at) => `<p>Text ${at} of page ${page} about wood and how it is oiled.</p>`,
  )
  const before = Array.from({ length: Math.floor(random() * 4) }, () => '<div><p>A note of the author.</p></div>').join(
    '',
  )
  const badLink = fault.check === 'crawlable-anchors' ? '<li><a href="javascript:open()">Menu</a></li>' : ''
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${page} of the workshop</title>
    <meta name="viewport" content="width=device-width"><link rel="canonical" href="${url}">${fault.head ?? ''}</head><body>
    <header>${fault.header ?? ''}<nav><ul><li><a href="/about">About the workshop</a></li>${badLink}</ul></nav></header>
    <main>${before}<h1>Page ${page}</h1>${paragraphs.join('')}${own}<section>${fault.card?.(page) ?? ''}</section></main>
    <footer><p>The workshop</p>${fault.footer ?? ''}</footer></body></html>`
  const fetched = fetchedPageOf({
    html,
    finalUrl: url,
    robots: soundRobots,
    headers: { ...soundHeaders, ...fault.headers },
  })
  const { facts, probeRequests } = readPage(fetched)
  const probes = probeRequests.map((request) =>
    request.url === fault.brokenUrl
      ? { ...probe(request.purpose, request.url, { status: 404 }), at: request.at }
      : soundAnswer(request),
  )
  const completed = completeFacts(facts, probes)
  return pageIssues(evaluate(completed).results, undefined, [completed.response.finalUrl])
}

it('an error status is caused by no setting of the website', () => {
  const result = (category: 'crawl') => newCheckResult({ category, evidence: [] })
  expect(issueCausesOf('http-status', result('crawl'), [page])).toEqual([])
  expect(issueCausesOf('sitemap-found', result('crawl'), [page])).toMatchObject([{ label: 'Website configuration' }])
})
