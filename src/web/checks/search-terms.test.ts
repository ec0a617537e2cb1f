import { describe, expect, it } from 'vitest'
import { checkCatalogue } from '#analyser/describe-checks.ts'
import { checkEntry } from '#web/app/command-menu/entries.ts'
import { ranked } from '#web/app/command-menu/rank.ts'
import { searchChecks } from './catalogue.tsx'

const checks = checkCatalogue()

/** Searches of SEO staff, and the check that they expect among the first in the command menu. */
const terms: Readonly<Record<string, string>> = {
  schema: 'Structured data',
  'schema markup': 'Structured data',
  'faq schema': 'Retired rich results',
  'rich snippets': 'Rich result properties',
  'structured data': 'Structured data',
  'json-ld': 'JSON-LD syntax',
  breadcrumbs: 'Breadcrumb markup',
  'alt tag': 'Image alt text',
  'alt tags': 'Image alt text',
  'missing alt text': 'Image alt text',
  'image size': 'Image dimensions',
  'image optimization': 'Image formats',
  webp: 'Image formats',
  'lazy load': 'Lazy-loaded hero image',
  'title length': 'Title length',
  'title tags': 'Title tag',
  'meta titles': 'Title tag',
  'duplicate title': 'Duplicate title',
  'meta tags': 'Title tag',
  'meta description length': 'Meta description length',
  'missing meta description': 'Meta description',
  'meta robots': 'Robots directives',
  'h1 tags': 'H1 heading',
  'multiple h1': 'H1 heading',
  'heading tags': 'Heading order',
  'thin content': 'Word count',
  'text to html ratio': 'Text in the HTML',
  'duplicate content': 'Duplicate content',
  'keyword density': 'Keyword stuffing',
  indexability: 'Noindex',
  indexable: 'Noindex',
  noindex: 'Noindex',
  'canonical tag': 'Canonical tag',
  canonicalization: 'Canonical tag',
  'hreflang tags': 'Hreflang',
  'robots.txt': 'robots.txt syntax',
  'sitemap.xml': 'XML sitemap',
  'orphan pages': 'Sitemap entry',
  'crawl budget': 'Redirect chain',
  'redirect loop': 'Redirect chain',
  '301 redirect': 'Redirect chain',
  'status codes': 'HTTP status',
  '404 errors': 'HTTP status',
  'server errors': 'HTTP status',
  'soft 404': 'Soft 404s',
  'broken links': 'Broken internal links',
  'dead links': 'Broken external links',
  'broken images': 'Broken resources',
  'link juice': 'Internal nofollow links',
  'anchor text': 'Link text',
  'utm parameters': 'URL parameters',
  'url length': 'URL format',
  'og tags': 'Open Graph tags',
  'og:image': 'Social image',
  'twitter cards': 'X (Twitter) card',
  'page speed': 'Server response time (TTFB)',
  'core web vitals': 'Core Web Vitals',
  lcp: 'Core Web Vitals',
  caching: 'Browser caching',
  minify: 'Minification',
  gzip: 'Compression',
  http2: 'HTTP version',
  ssl: 'SSL/TLS certificate',
  'ssl certificate': 'SSL/TLS certificate',
  'expired certificate': 'SSL/TLS certificate',
  https: 'HTTPS',
  'security headers': 'Security headers',
  'mixed content': 'Mixed content',
  'mobile friendly': 'Mobile viewport',
  responsive: 'Mobile viewport',
  chatgpt: 'AI search access',
  'ai crawlers': 'AI training access',
  'javascript rendering': 'JavaScript changes',
  wordpress: 'Technologies',
}

const shownInMenu = 6

describe('a search for', () => {
  it.each(Object.entries(terms))('“%s” finds %s', (term, name) => {
    const found = ranked(term, checks.map(checkEntry)).map(({ label }) => label)
    expect(found.slice(0, shownInMenu)).toContain(name)
    expect(searchChecks(checks, term).map((check) => check.name)).toContain(name)
  })

  it('what no check is about finds none', () => {
    expect(ranked('backlink profile', checks.map(checkEntry))).toEqual([])
    expect(searchChecks(checks, 'backlink profile')).toEqual([])
  })
})
