import { describe, expect, it } from 'vitest'
import { newCheckResult } from '#testing/reports.ts'
import { issuesOfTemplatePage, templateFaults } from '#testing/template-faults.ts'
import { causesOf, missingPages } from './issue-causes.ts'

const page = 'https://example.com/blog/a'
const labelsOf = (check: string, evidence: { selector?: string; url?: string; snippet?: string }[]) =>
  causesOf(check, newCheckResult({ evidence }), [page]).map(({ label }) => label)

describe('the causes of an issue', () => {
  it('name the element of a template without its position', () => {
    const [one, other] = ['li:nth-of-type(2)', 'li:nth-of-type(7)'].map((li) =>
      causesOf('anchor-text', newCheckResult({ evidence: [{ selector: `body > footer > ul > ${li} > a` }] }), [page]),
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
