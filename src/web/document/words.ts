import { dateFormat } from '#contract/format/dates.ts'
import { counted, grouped, wholePoints } from '#contract/format/numbers.ts'
import type { Category, CheckScope, Effort } from '#contract/reports/analysis.ts'
import { roundScore } from '#contract/reports/rating.ts'
import { maxLogoBytes } from '#contract/sharing/client-document.ts'

const day = dateFormat({ dateStyle: 'long' })
const dayOfMonth = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' })
const pointsOf = (points: number) => `${wholePoints(points)} ${points < 1.5 ? 'point' : 'points'}`

/** The change of a score since the report of a day; null for one of the same day. */
function change(points: number, date: string | null): string {
  const than = date === null ? 'in the report before' : `on ${date}`
  return Math.round(points) === 0
    ? `The same score as ${than}`
    : `${pointsOf(Math.abs(points))} ${points > 0 ? 'more' : 'less'} than ${than}`
}

/** The client report, in the words of people who don't build websites. */
export const documentWords = {
  day: (text: string) => day(new Date(text)),
  titles: {
    report: 'SEO report',
    comparison: 'SEO progress report',
    website: 'SEO report of the website',
    reports: 'SEO report of selected pages',
    websites: 'SEO report of selected websites',
  },
  of: 'of 100',
  /** A line of its own below the rating. */
  change,
  score: (score: number | null) => (score === null ? 'No score' : `Score ${roundScore(score)} of 100`),
  contents: 'Contents',
  logoOf: (name: string) => `Logo of ${name || 'the sender'}`,
  printOrSave: 'Print or save as PDF',
  download: 'Download PDF',
  preparing: 'Preparing PDF…',
  editBrand: 'Edit brand',
  back: 'Back',
  loading: 'Client report',

  sections: {
    summary: 'Summary',
    actions: 'Next steps',
    progress: 'What changed',
    pages: 'Pages',
    websites: 'Websites',
    appendix: 'Appendix for developers',
    about: 'About this report',
  },

  summary: {
    screenshot: 'The page on a phone, after its scripts ran.',
    screenshotOf: (url: string) => `Screenshot of ${url} on a phone`,
    ofTarget: 'The results are for the page that it leads to.',
    passed: 'Checks passed',
    warned: 'With a warning',
    failed: 'Failed',
    all: 'Checks in total',
    website: (pages: number) => `We analysed ${counted(pages, 'page')} of this website`,
    found: (indexable: number, all: number) =>
      indexable === all
        ? all === 1
          ? 'The page can be found by Google'
          : `All ${grouped(all)} pages can be found by Google`
        : `${indexable === 0 ? 'None' : grouped(indexable)} of ${counted(all, 'page')} can be found by Google`,
    average: (pages: number) =>
      pages === 1 ? 'The score of this page' : `The average of these ${grouped(pages)} pages`,
    noPages: 'No page of this website has been analysed yet',
    list: (shown: number, total: number, what: 'page' | 'website') =>
      shown === total
        ? `This report covers ${counted(total, what)}`
        : `This report covers the ${grouped(shown)} worst of ${counted(total, what)}`,
    areas: 'Scores by area',
  },
  areas: {
    crawl: 'Found by search engines',
    content: 'Content',
    links: 'Links',
    social: 'Sharing on social networks',
    structured: 'Data for rich results',
    performance: 'Speed',
    security: 'Security',
    technology: 'Technical basis',
  } satisfies Record<Category, string>,

  actionsLead: (count: number) =>
    count === 1 ? 'This step helps most.' : `These ${grouped(count)} steps help most. Start with the first one.`,
  noActions: 'There’s nothing to fix on this page. Keep it as it is.',
  noActionsOnWebsite: 'There’s nothing to fix on these pages. Keep them as they are.',
  effort: 'Effort',
  efforts: { minutes: 'Minutes', hours: 'Hours', days: 'Days' } satisfies Record<Effort, string>,
  gain: (points: number) => `Up to ${pointsOf(points)} more`,
  rise: (from: number, to: number) => `Raises the score from ${roundScore(from)} to ${roundScore(to)}`,
  onPages: (pages: number) => `On ${counted(pages, 'page')}`,
  reach: (scope: CheckScope | null, pages: number) =>
    scope === 'website' ? 'Website-wide setting' : `On ${counted(pages, 'page')}`,
  detailsOf: 'Details for developers',

  /** “Fixed 11 · new 3 since 1 Nov” */
  fixedAndNew: (fixed: number, appeared: number, day: string) =>
    `Fixed ${grouped(fixed)} · new ${grouped(appeared)} since ${day}`,
  dayOfMonth: (text: string) => dayOfMonth(new Date(text)),
  biggestFixes: (count: number) => (count === 1 ? 'Fix this first' : `Fix these ${grouped(count)} first`),
  fixedSince: (count: number) => `Fixed since last time (${grouped(count)})`,
  fixedTitle: 'Fixed since last time',
  nothingFixed: 'No issues have been fixed since last time.',
  moreFixed: (count: number) => `${grouped(count)} more under “What changed”.`,
  fixedPartly: 'We compared only the 200 pages that changed most.',
  indexablePages: 'Indexable pages',
  rated: (rating: string) => `Pages rated ${rating.toLowerCase()}`,
  worstOf: (shown: number, all: string, isWhole: boolean) =>
    shown === 1 && isWhole ? all : isWhole ? `All ${all}, the worst first` : `${grouped(shown)} worst of ${all}`,
  cannotBeFound: (shown: number, all: number) =>
    `${shown < all ? `${grouped(shown)} of ` : ''}${counted(all, 'page')} that Google can’t index`,
  noneIndexable: 'Google can index none of these pages.',
  analysed: (first: string, last: string) =>
    first === last ? `Analysed on ${first}` : `Analysed between ${first} and ${last}`,
  /** Why Google can't index a page. */
  blockedBy: {
    status: (status: number) => `Returns error ${status}`,
    noindex: 'Set to noindex',
    robots: 'Blocked by robots.txt',
    robots_error: 'robots.txt can’t be read',
    soft_404: 'Looks like an error page',
    empty: 'Has no content',
  },
  clicks: (count: number) => counted(count, 'click'),
  /** What Google Search Console says of a page. */
  googleReason: (reason: string) => `Google: ${reason}`,
  pagesOf: (shown: number, total: number) =>
    shown >= total ? counted(total, 'page') : `${grouped(shown)} of ${counted(total, 'page')}`,
  /** A URL that links lead to, or that canonical tags name. */
  target: {
    link: (status: number | null, count: number) =>
      [status, counted(count, 'page links to it', 'pages link to it')].filter((text) => text !== null).join(', '),
    canonical: (status: number | null, count: number) =>
      [status, counted(count, 'page names it', 'pages name it')].filter((text) => text !== null).join(', '),
    anchor: (text: string) => (text === '' ? 'no text' : `“${text}”`),
    more: (shown: number, all: number) => `and ${counted(all - shown, 'other page')}`,
  },
  targets: 'URLs',
  line: (line: number) => `line ${grouped(line)}`,
  ofAll: (some: number, all: number) => `${grouped(some)} of ${grouped(all)}`,
  states: {
    indexable: 'can be found',
    redirect: 'redirected to another page',
    other_url: 'indexed under another URL',
    unlikely: 'probably can’t be found',
    blocked: 'can’t be found',
    unclear: 'unclear, because scripts add the text',
    unknown: 'couldn’t be checked',
  },

  firstReport: 'This is the first report of this page. The next one will show what changed.',
  since: (before: string) => `Since ${before}`,
  fromTo: (from: number, to: number) => `The score went from ${roundScore(from)} to ${roundScore(to)}.`,
  same: (score: number) => `The score stayed at ${roundScore(score)}.`,
  fixed: (count: number) => `Fixed (${grouped(count)})`,
  partlyFixed: (count: number) => `Partly fixed (${grouped(count)})`,
  appeared: (count: number) => `New (${grouped(count)})`,
  worse: (count: number) => `Got worse (${grouped(count)})`,
  open: (count: number) => `Still open (${grouped(count)})`,
  nothingChanged: 'No issue was fixed, and none is new.',
  average: 'Average score over time',
  averageFromTo: (from: number, to: number) => `The average score went from ${roundScore(from)} to ${roundScore(to)}.`,

  table: { page: 'Page', website: 'Website', score: 'Score', rating: 'Rating', reason: 'Reason' },
  why: 'Why it matters',
  how: 'How to fix it',
  source: 'Source',
  importance: (importance: string | null) => (importance === null ? '' : `${importance} importance`),
  evidence: { place: 'Place', line: 'Line', note: 'Note' },
  moreEvidence: (count: number) => `${counted(count, 'more finding')} not listed.`,
  nothingOpen: 'No check failed, and none has a warning.',
  passed: (count: number) => `Passed checks (${grouped(count)})`,
  newWindow: '(opens in a new tab)',

  about: {
    basis: (checks: number) => `The score rests on ${counted(checks, 'check')}.`,
    catalogue: (checks: number) => `Each score rests on up to ${counted(checks, 'check')}.`,
    cites: (google: number, standard: number, practice: number) =>
      `${grouped(google)} of them cite Google’s documentation and ${grouped(standard)} a web standard. ${grouped(practice)} are common practice.`,
    noRanking:
      'A score is no ranking. It says how well search engines can find, read and show a page, not at which place it appears in search results.',
  },
}

/** The dialog with the introduction of one client report. */
export const introductionWords = {
  edit: 'Edit introduction',
  title: 'Edit introduction',
  save: 'Save introduction',
  saved: 'Introduction saved',
  cancel: 'Cancel',
  useDefault: 'Use the default',
  removed: 'Default introduction restored',
  plan: (actions: readonly string[]) => ['Next, we will:', ...actions.map((action) => `– ${action}`)].join('\n'),
  isDefault: 'This is your team’s default. Your changes apply only to this report.',
}

/** The page on which the brand is edited. */
export const brandWords = {
  title: 'Brand',
  lead: 'The logo, colour and words of reports that you send to clients. The whole team shares them.',
  readOnly: 'Only owners with full access can change the brand.',
  logo: 'Logo',
  logoHint: `PNG, JPEG or SVG, at most ${maxLogoBytes / 1024} KiB.`,
  removeLogo: 'Remove logo',
  pick: 'Pick a colour',
  contrast: (text: string, ratio: number) =>
    `Text on it is ${text === '#ffffff' ? 'white' : 'black'}, with a contrast of ${ratio.toFixed(1)} : 1.`,
  asText: 'Headings use it too.',
  fillsOnly: (ratio: number) =>
    `On white, it reaches ${ratio.toFixed(1)} : 1. Text needs 4.5 : 1, so it is only used for surfaces.`,
  sections: 'Sections',
  sectionNames: { actions: 'Next steps', progress: 'What changed', appendix: 'Appendix for developers' },
  paper: 'Paper',
  papers: { a4: 'A4', letter: 'Letter' },
  save: 'Save brand',
  saved: 'Brand saved',
  preview: 'Preview of the cover',
  sample: 'https://shop.example/lamps',
}
