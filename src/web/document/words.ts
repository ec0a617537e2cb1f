import { dateFormat } from '#contract/format/dates.ts'
import { counted, grouped } from '#contract/format/numbers.ts'
import type { Category, CheckScope, Effort } from '#contract/reports/analysis.ts'
import { ratingOf, ratingTable, roundScore } from '#contract/reports/rating.ts'
import { maxLogoBytes } from '#contract/sharing/client-document.ts'

const day = dateFormat({ dateStyle: 'long' })
const pointsOf = (points: number) => counted(Math.round(points * 10) / 10, 'point')
const rated = (score: number) => `${roundScore(score)} of 100 (${ratingTable[ratingOf(score)].label.toLowerCase()})`

/** The change of a score since the report of a day. */
const change = (points: number, date: string) =>
  points === 0
    ? `the same as on ${date}`
    : `${pointsOf(Math.abs(points))} ${points > 0 ? 'more' : 'less'} than on ${date}`

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
  change: (points: number, date: string) => change(points, date).replace(/^t/, 'T'),
  score: (score: number | null) => (score === null ? 'No score' : `Score ${roundScore(score)} of 100`),
  contents: 'Contents',
  logoOf: (name: string) => `Logo of ${name || 'the sender'}`,
  print: 'Print',
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
    score: (score: number) => `The page scores ${rated(score)}.`,
    unchanged: (date: string) => `The score is the same as on ${date}.`,
    changed: (points: number, date: string) => `That is ${change(points, date)}.`,
    indexing: (headline: string, redirects: boolean) =>
      `${headline}.${redirects ? ' The results below are for that page.' : ''}`,
    passed: 'Checks passed',
    warned: 'With a warning',
    failed: 'Failed',
    all: 'Checks in total',
    website: (pages: number, average: number) =>
      `We analysed ${counted(pages, 'page')} of this website. On average, they score ${rated(average)}.`,
    indexable: (pages: number, all: number, average: number) =>
      `Google can index ${grouped(pages)} of the ${counted(all, 'page')} we analysed. On average, they score ${rated(average)}.`,
    noIndexable: (all: number) => `Google can index none of the ${counted(all, 'page')} we analysed.`,
    noPages: 'No page of this website has been analysed yet.',
    list: (shown: number, total: number, what: 'page' | 'website') =>
      shown === total
        ? `This report covers ${counted(total, what)}.`
        : `This report shows the first ${grouped(shown)} of ${counted(total, what)}.`,
    areas: 'Scores by area',
    area: 'Area',
    scoreColumn: 'Score',
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

  biggestFixes: (count: number) => (count === 1 ? 'Fix this first' : `Fix these ${grouped(count)} first`),
  fixedSince: (count: number) => `Fixed since last time (${grouped(count)})`,
  nothingFixed: 'No issues have been fixed since last time.',
  moreFixed: (count: number) => `${grouped(count)} more under “What changed”.`,
  fixedPartly: 'We compared only the 200 pages that improved most.',
  indexablePages: 'Indexable pages',
  pagesListed: (shown: number, total: number) =>
    total === 0
      ? 'Google can index none of these pages.'
      : shown === total
        ? `All ${counted(total, 'indexable page')}, lowest scores first.`
        : `The ${grouped(shown)} of ${counted(total, 'indexable page')} with the lowest scores.`,
  pagesOf: (shown: number, total: number) =>
    shown >= total ? counted(total, 'page') : `${grouped(shown)} of ${counted(total, 'page')}`,
  ofAll: (some: number, all: number) => `${grouped(some)} of ${grouped(all)}`,
  states: {
    title: 'Pages that can be found',
    indexable: 'Can be found',
    redirect: 'Lead to another page',
    other_url: 'Appear in search under another URL',
    unlikely: 'Probably can’t be found',
    blocked: 'Can’t be found',
    unclear: 'Unclear, because scripts add the text',
    unknown: 'Couldn’t be checked',
  },

  firstReport: 'This is the first report of this page. The next one will show what changed.',
  since: (before: string, after: string) => `From ${before} to ${after}`,
  fromTo: (from: number, to: number) => `The score went from ${roundScore(from)} to ${roundScore(to)}.`,
  same: (score: number) => `The score stayed at ${roundScore(score)}.`,
  fixed: (count: number) => `Fixed (${grouped(count)})`,
  appeared: (count: number) => `New (${grouped(count)})`,
  open: (count: number) => `Still open (${grouped(count)})`,
  nothingChanged: 'No issue was fixed, and none is new.',
  average: 'Average score over time',
  averageFromTo: (from: number, to: number, date: string) =>
    `Since ${date}, the average score went from ${roundScore(from)} to ${roundScore(to)}.`,

  table: { page: 'Page', website: 'Website', score: 'Score', rating: 'Rating', pages: 'Pages', date: 'Analysed' },
  issue: 'Issue',
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
    when: (date: string) => `The page was analysed on ${date}.`,
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
  isDefault: 'This is your team’s default. Your changes apply only to this report.',
}

/** The page on which the brand is edited. */
export const brandWords = {
  title: 'Brand',
  lead: 'The logo, colour and words of reports that you send to clients. Everyone with a key shares them.',
  readOnly: 'Your key is read-only, so you can’t change the brand.',
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
