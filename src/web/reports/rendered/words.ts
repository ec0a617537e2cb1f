import { grouped } from '#contract/format/numbers.ts'

const kinds: Record<string, string> = {
  document: 'document',
  script: 'script',
  stylesheet: 'stylesheet',
  fetch: 'data',
  xhr: 'data',
  image: 'image',
  font: 'font',
  media: 'media',
}

const failures: Record<string, string> = {
  limit: 'over our limit for one page',
  scheme: 'not http or https',
  timeout: 'took too long',
  unreachable: 'couldn’t be reached',
}

/** The words of the rendered page in reports and comparisons. */
export const renderedWords = {
  title: 'Rendered page',

  screenshot: 'Screenshot',
  screenshots: 'Screenshots',
  screenshotOf: (url: string) => `Screenshot of ${url} on a phone`,
  enlarge: 'Enlarge the screenshot',
  noScreenshot: 'This screenshot is no longer kept.',
  notTaken: 'No screenshot',
  close: 'Close',

  compared: 'The page before and after its scripts ran',
  html: 'HTML',
  rendered: 'Rendered',
  row: {
    title: 'Title',
    description: 'Description',
    robots: 'Robots meta tag',
    canonical: 'Canonical URL',
    h1: 'H1',
    words: 'Words',
    links: 'Links',
    structured: 'Structured data',
  },
  none: 'none',
  number: grouped,
  differs: 'differs',

  redirect: 'Script redirect',
  redirectTo: 'Scripts redirect to',
  incomplete: 'The rendered page is incomplete, so this report is about the HTML.',
  notIdle: 'Requests were still running when we read the page.',
  errors: 'Console errors',
  failed: 'Failed requests',
  blocked: 'Blocked by robots.txt',
  blockedLead: 'Googlebot doesn’t load these, so it renders the page without them.',
  links: 'Links added only by scripts',
  linksLead: 'Crawlers that don’t run scripts miss these links.',
  place: (source: string, line: number | null) => (line === null ? source : `${source}, line ${grouped(line)}`),
  kind: (type: string) => kinds[type] ?? type,
  failure: (reason: string) => failures[reason] ?? reason,
  rule: (line: number | null, rule: string | null) =>
    line === null || rule === null ? 'robots.txt can’t be read' : `line ${grouped(line)}: ${rule}`,
  showMore: (count: number) => `Show ${grouped(count)} more`,
  more: (count: number) => `and ${grouped(count)} more`,
  newWindow: '(opens in a new tab)',

  largest: 'Largest element',
  size: (width: number, height: number) => `${grouped(Math.round(width))} × ${grouped(Math.round(height))} px`,
  shift: 'Layout shift',
  shiftOf: (value: number) => value.toFixed(3).replace(/0$/, ''),
  unscored: 'From one load on a phone’s screen. Not scored.',
}
