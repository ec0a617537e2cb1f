import { expect, it } from 'vitest'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { scriptPages } from '#testing/pages/script-pages.ts'
import { collectFacts } from './facts/collect.ts'
import { decideRender, renderGroupOf, type RenderSample } from './render-decision.ts'

const factsOf = (html: string, finalUrl = 'https://example.com/p/1', status = 200, headers = {}) =>
  collectFacts(fetchedPageOf({ html, finalUrl, status, headers })).facts
const text = '<h1>Lamps</h1><p>' + 'Copper lamps light the path. '.repeat(20)
const script = '<script src="/a.js"></script>'
const shell = `<div id="root"></div>${script}`

it('renders nearly all of 100 pages that scripts change, and few of the others', () => {
  const samples = new Map<string, RenderSample>()
  const decided = scriptPages.map(({ website, path, technique, differs, html }) => {
    const origin = `https://${website}.example`
    const url = `${origin}${path}`
    const key = `${website} ${renderGroupOf(url)}`
    const { render, code } = decideRender(factsOf(html(origin), url), 'auto', samples.get(key) ?? null)
    if (render) {
      const { rendered, differed } = samples.get(key) ?? { rendered: 0, differed: 0 }
      samples.set(key, { rendered: rendered + 1, differed: differed + Number(differs) })
    }
    return { url, technique, differs, render, code }
  })
  if (process.env.SHOW_DECISIONS) console.table(decided)
  const [changed, unchanged] = [true, false].map((differs) => decided.filter((one) => one.differs === differs))
  const renderedOf = (pages: typeof decided = []) => pages.filter(({ render }) => render).length / pages.length
  expect(decided).toHaveLength(100)
  expect(renderedOf(changed)).toBeGreaterThanOrEqual(0.98)
  expect(renderedOf(unchanged)).toBeLessThanOrEqual(0.15)
})

it.each<[string, string, string, number?, Record<string, string>?]>([
  ['an app root', 'app_root', shell],
  ['a thin text', 'thin_text', `<h1>Lamps</h1><p>A few words.${script}`],
  ['an empty list beside a long text', 'empty_list', `${text}<ul class="product-list"></ul>${script}`],
  ['a redirect', 'script_redirect', `${text}<script>location.replace('/b')</script>`],
  ['a hidden body', 'hidden_until_script', `<body style="display:none">${text}${script}`],
  ['a script that could do anything', 'sample', text + script],
  ['no script', 'no_scripts', '<h1>Lamps</h1>'],
  ['an app root without scripts', 'no_scripts', '<div id="root"></div>'],
  ['analytics', 'enough_text', `${text}<script src="https://plausible.io/js/script.js"></script>`],
  ['a noindex', 'noindex', `<meta name="robots" content="noindex">${shell}`],
  ['a noindex of a header', 'noindex', shell, 200, { 'x-robots-tag': 'noindex' }],
  ['a noindex for another crawler', 'app_root', `<meta name="bingbot" content="noindex">${shell}`],
  ['a missing page', 'status', shell, 404],
])('the first page of a group with %s', (_, code, html, status = 200, headers = {}) => {
  const facts = factsOf(html, undefined, status, headers)
  const isRendered = !['no_scripts', 'enough_text', 'noindex', 'status'].includes(code)
  expect(decideRender(facts, 'auto', null)).toEqual({ render: isRendered, code })
  expect(decideRender(facts, 'never', null)).toEqual({ render: false, code: 'never' })
  const isForbidden = code === 'noindex' || code === 'status'
  expect(decideRender(facts, 'always', null)).toEqual({ render: !isForbidden, code: isForbidden ? code : 'asked' })
})

it.each<[string, string, RenderSample, string]>([
  ['of a group that scripts leave as it is', text + script, { rendered: 1, differed: 0 }, 'same_in_group'],
  ['of a group whose first page scripts change', text + script, { rendered: 1, differed: 1 }, 'sample'],
  ['of a group whose fourth page is to come', text + script, { rendered: 3, differed: 1 }, 'sample'],
  ['of a group that scripts change', text + script, { rendered: 4, differed: 1 }, 'group'],
  ['of a group that scripts rarely change', text + script, { rendered: 10, differed: 1 }, 'group'],
  ['of a group that scripts hardly ever change', text + script, { rendered: 30, differed: 1 }, 'same_in_group'],
  ['that looks unfinished, as few others did', shell, { rendered: 4, differed: 0 }, 'app_root'],
  ['that looks unfinished, as many others did', shell, { rendered: 5, differed: 0 }, 'same_in_group'],
  ['that looks unfinished, as those that scripts change', shell, { rendered: 9, differed: 1 }, 'app_root'],
  [
    'that leads elsewhere, as many others did',
    '<script>location = "/b"</script>',
    { rendered: 9, differed: 0 },
    'script_redirect',
  ],
])('a further page %s', (_, html, sample, code) => {
  expect(decideRender(factsOf(html), 'auto', sample).code).toBe(code)
})

it('one page in about 50 of a group that scripts leave as it is is rendered all the same', () => {
  const facts = factsOf(text + script)
  const codes = Array.from({ length: 2_000 }, (_, at) => {
    const response = { ...facts.response, finalUrl: `https://example.com/p/${at}` }
    return decideRender({ ...facts, response }, 'auto', { rendered: 1, differed: 0 }).code
  })
  const again = codes.filter((code) => code === 'recheck').length
  expect(again).toBeGreaterThan(20)
  expect(again).toBeLessThan(80)
})

it.each([
  ['https://example.com/', 'home'],
  ['https://example.com/about', '/'],
  ['https://example.com/p/lamp-1?color=red', '/p/*'],
  ['https://example.com/wiki/Cat', '/wiki/'],
  ['https://example.com/en/blog/a-post', '/en/blog/*'],
])('the group of %s is %s', (url, group) => {
  expect(renderGroupOf(url)).toBe(group)
})
