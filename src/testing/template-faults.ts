import { evaluate } from '#analyser/evaluate.ts'
import { type PageIssue, pageIssues } from '#analyser/page-state.ts'
import { completeFacts, readPage } from '#analyser/run.ts'
import { crawlOf, probe } from './crawl.ts'
import { randomFrom } from './random.ts'
import { soundAnswer, soundHeaders, soundRobots } from './sound-page.ts'

/** A fault in the template of a website, the check that finds it, and what names it. */
export type TemplateFault = {
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
export const templateFaults: TemplateFault[] = [
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

/**
 * Returns the issues of a page of a website whose template has a fault. Pages differ in their content, and its faults.
 */
export function issuesOfTemplatePage(fault: TemplateFault, page: number): PageIssue[] {
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
  const crawl = crawlOf({ html, finalUrl: url, robots: soundRobots, headers: { ...soundHeaders, ...fault.headers } })
  const { facts, probeRequests } = readPage(crawl)
  const probes = probeRequests.map((request) =>
    request.url === fault.brokenUrl
      ? { ...probe(request.purpose, request.url, { status: 404 }), at: request.at }
      : soundAnswer(request),
  )
  const completed = completeFacts(facts, probes)
  return pageIssues(evaluate(completed).results, [completed.response.finalUrl])
}
