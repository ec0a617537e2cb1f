import type { Category, CheckResult, Evidence } from '#contract/reports/analysis.ts'
import { isSameUrl, urlKey } from '#contract/url-key.ts'
import { fingerprint } from './facts/fingerprint.ts'
import { clip } from './facts/text.ts'

/** A cause that pages can share for an issue, such as a link in the footer. Equal keys are the same cause. */
export type IssueCause = { key: string; label: string }

/** The most causes of one issue of a page, and of these the most that are URLs. */
const maxCauses = 8
const maxUrls = 4
const maxLabelLength = 160

/** Checks that fail because of the URL in their evidence, wherever the page uses it. */
const checksOfUrls = new Set([
  'broken-internal',
  'broken-external',
  'broken-resources',
  'blocked-resources',
  'redirecting-links',
  'localhost-links',
  'insecure-links',
  'mixed-content',
  'render-blocking',
])

/** The shared cause of issues without an element or URL, by the category of their check. */
const settingOf: Partial<Record<Category, string>> = {
  security: 'Server configuration',
  technology: 'Server configuration',
  performance: 'Server configuration',
  crawl: 'Website configuration',
  social: 'Page template',
  structured: 'Page template',
}

export const missingPages: IssueCause = { key: 'setting', label: 'Response for missing pages' }

/** Checks whose evidence is a URL that we invented for the request. */
const causeOfCheck: Partial<Record<string, IssueCause>> = {
  'soft-404': missingPages,
}

/** The labels of what pages share, which are the values of these checks: a text, the first page with it, a template. */
const sharedTexts: Partial<Record<string, (value: string, pageUrl?: string) => string>> = {
  'title-unique': (title) => `“${title}”`,
  'description-unique': (description) => `“${description}”`,
  'duplicate-body': (url, pageUrl) => `Content of ${shortUrl(url, pageUrl)}`,
  'thin-template': (group) => `Pages ${group}`,
}

/** Checks of the page's own response, which no setting of the website explains. */
const causedByPage = new Set(['http-status'])

/**
 * Returns the causes that other pages can share: the URL of a resource or link target, the element of a template, or a
 * setting of the server. Causes in the page's frame come first. `pageUrls` are the page's own URLs, which no other page
 * shares.
 */
export function issueCausesOf(
  check: string,
  { evidence, category, value }: Pick<CheckResult, 'evidence' | 'category' | 'value'>,
  pageUrls: readonly string[],
): IssueCause[] {
  const fixed = causeOfCheck[check]
  if (fixed) return [fixed]
  const shared = sharedTexts[check]?.(String(value), pageUrls[0])
  if (shared !== undefined) return [{ key: fingerprint(String(value)) ?? '', label: clip(shared, maxLabelLength) }]
  if (causedByPage.has(check)) return []
  const found = evidence.flatMap((item) => causesOfEvidence(check, item, pageUrls))
  const setting = category === null ? undefined : settingOf[category]
  if (found.length === 0 && setting !== undefined) return [{ key: 'setting', label: setting }]
  const sorted = found.toSorted((a, b) => Number(b.isFrame) - Number(a.isFrame))
  const unique = [...new Map(sorted.map((cause) => [cause.key, cause])).values()]
  let urls = 0
  const kept = unique.filter(({ isUrl }) => !isUrl || (urls += 1) <= maxUrls)
  return kept
    .slice(0, maxCauses)
    .map(({ key, label }) => ({ key: fingerprint(key) ?? key, label: clip(label, maxLabelLength) }))
}

type FoundCause = IssueCause & { isFrame: boolean; isUrl: boolean }

function causesOfEvidence(
  check: string,
  { selector, url, snippet }: Evidence,
  pageUrls: readonly string[],
): FoundCause[] {
  const causes: FoundCause[] = []
  const part = selector === undefined ? null : templatePartOf(selector)
  const isFrame = part !== null && part.name !== content
  const target = url ?? (isFrame ? urlIn(snippet) : undefined)
  if (
    target !== undefined &&
    !pageUrls.some((own) => isSameUrl(own, target)) &&
    (part === null || isFrame || checksOfUrls.has(check))
  ) {
    const where = isFrame ? ` in ${part.name}` : ''
    const label = `${part?.element ?? fileKindOf(target)} ${shortUrl(target, pageUrls[0])}${where}`
    causes.push({
      key: `url ${urlKey(target)} ${isFrame ? part.name : ''}`,
      label,
      isFrame: part === null || isFrame,
      isUrl: true,
    })
  }
  if (part !== null) {
    const label = isFrame
      ? `${part.element} in ${part.name}`
      : `${part.element} in the content (${part.path.split(' > ').slice(-3).join(' > ')})`
    causes.push({ key: `element ${part.path}`, label, isFrame, isUrl: false })
  }
  return causes
}

const content = 'the content'

/** Patterns of the IDs and names of elements around the content, with the everyday names of these parts. */
const frames: [RegExp, string][] = [
  [/^head$/, 'the head'],
  [/^(main|article)$|main-content|^#content/i, content],
  [/footer|bottom-bar/i, 'the footer'],
  [/cookie|consent/i, 'the cookie notice'],
  [/^nav$|\bnav\b|navi|menu/i, 'the navigation'],
  [/header|masthead|top-bar/i, 'the header'],
  [/aside|sidebar/i, 'the sidebar'],
]

/** Returns the part of the template that has the element of a selector. The path has no positions and no numbers. */
function templatePartOf(selector: string): { name: string; element: string; path: string } {
  const steps = selector
    .split(' > ')
    .map((step) => (step.startsWith('#') ? step.replace(/\d+/g, '*') : step.replace(/:nth-[\w-]+\(\d+\)/g, '')))
  // The outermost frame: the header of an article belongs to the content.
  const name = steps.map((step) => frames.find(([words]) => words.test(step))?.[1]).find(Boolean) ?? content
  const last = steps.at(-1) ?? ''
  return {
    name,
    element: elementNames.get(last) ?? (last.startsWith('#') ? 'Element' : `Element <${last}>`),
    path: steps.join(' > '),
  }
}

const elementNames = new Map([
  ['a', 'Link'],
  ['img', 'Image'],
  ['source', 'Image'],
  ['script', 'Script'],
  ['style', 'Style'],
  ['link', 'Link tag'],
  ['meta', 'Meta tag'],
  ['title', 'Title tag'],
  ['iframe', 'Frame'],
  ['form', 'Form'],
  ['input', 'Form field'],
  ['select', 'Form field'],
  ['textarea', 'Form field'],
  ['button', 'Button'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, `Heading ${name.toUpperCase()}`] as const),
])

function fileKindOf(url: string): string {
  const path = url.replace(/[?#].*/s, '')
  if (/\.m?js$/i.test(path)) return 'Script'
  if (/\.css$/i.test(path)) return 'Stylesheet'
  if (/\.(avif|gif|ico|jpe?g|png|svg|webp)$/i.test(path)) return 'Image'
  if (/\.(otf|ttf|woff2?)$/i.test(path)) return 'Font'
  return 'File'
}

const urlIn = (snippet = '') => /\s(?:src|href)\s*=\s*["']?([^"'\s>]+)/i.exec(snippet)?.[1]

/** Returns a URL without the origin of the page. */
function shortUrl(url: string, pageUrl = ''): string {
  const origin = /^[a-z]+:\/\/[^/]+/i.exec(pageUrl)?.[0]
  return origin !== undefined && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}
