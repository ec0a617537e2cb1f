import { formatBytes, counted, grouped } from '#contract/format/numbers.ts'
import type {
  ChangeCause,
  ChangeCausePart,
  ComparedValueName,
  Comparison,
  IssueChange,
} from '#contract/reports/comparison.ts'
import { issueChangeWords } from '#web/resources/words.ts'
import { dayOf, momentText } from '../history/words.ts'

const amount = new Intl.NumberFormat('en', { maximumFractionDigits: 1, signDisplay: 'exceptZero' })

/** The causes, as the beginning of “added 6 points”. */
const doers: Record<ChangeCause, string> = {
  page: 'changes to the page',
  surroundings: 'changes outside the page',
  view: 'differences in what we could check',
  ruleset: 'the newer ruleset',
}

/** The same between two websites. */
const differences: typeof doers = {
  ...doers,
  page: 'differences on the page',
  surroundings: 'differences outside the page',
  ruleset: 'different rulesets',
}

const listed = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** “The score rose by 6 points: changes to the page added 8 points and changes outside the page cost 2 points.” */
export function whyText(
  { change, causes, after }: Pick<Comparison, 'change' | 'causes' | 'after'>,
  isOfOtherWebsite = false,
): string {
  const points = counted(Math.abs(change), 'point')
  const moved = isOfOtherWebsite
    ? change === 0
      ? `Both scores are ${after.score ?? '–'}`
      : `The score is ${points} ${change > 0 ? 'higher' : 'lower'}`
    : change === 0
      ? `The score stayed at ${after.score ?? '–'}`
      : `The score ${change > 0 ? 'rose' : 'fell'} by ${points}`
  const shares = causes
    .filter((share) => share.points !== 0)
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .map(
      (share) =>
        `${(isOfOtherWebsite ? differences : doers)[share.cause]} ${share.points > 0 ? 'added' : 'cost'} ${counted(Math.abs(share.points), 'point')}`,
    )
  if (shares.length > 0) return `${moved}: ${listed.format(shares)}.`
  return causes.some(({ checks }) => checks.length > 0)
    ? `${moved}, although some results ${isOfOtherWebsite ? 'differ' : 'changed'}.`
    : `${moved}, and no result ${isOfOtherWebsite ? 'differs' : 'changed'}.`
}

const codes: Partial<Record<string, string>> = {
  allowed: 'Allows Googlebot',
  disallowed: 'Blocks Googlebot',
  absent: 'No robots.txt',
  unavailable: 'Returned an error',
  unreachable: 'Couldn’t be reached',
}

export const compareWords = {
  title: (sent: string | null) => `Changes since ${dayOf(sent)}`,
  against: (host: string) => `Compared with ${host}`,
  failed: 'Couldn’t compare the reports.',
  notOnePage: 'Only two different reports of the same URL or path can be compared.',
  viewReport: 'View report',
  before: 'Before',
  after: 'After',
  analysed: (sent: string | null) => momentText(sent),
  noScore: 'No score',

  why: 'Why the score moved',
  whyOther: 'Why the score differs',
  cause: {
    page: 'The page',
    surroundings: 'Outside the page',
    view: 'What we could check',
    ruleset: 'The ruleset',
  } satisfies Record<ChangeCause, string>,
  causeMeaning: {
    page: 'The page’s HTML, headers, status and redirects',
    surroundings: 'robots.txt, sitemaps, linked pages and resources, certificate, server',
    view: 'Limits, bot checks and samples that hid something in one of the reports',
    ruleset: 'The reports were scored by different rulesets',
  } satisfies Record<ChangeCause, string>,
  part: {
    robots_txt: 'robots.txt',
    sitemap: 'sitemap',
    links: 'linked pages',
    resources: 'linked resources',
    linked_pages: 'other requested pages',
    certificate: 'SSL certificate and HTTPS',
    time_limit: 'time limit',
    request_limit: 'request limit',
    bot_wall: 'bot check',
    sample: 'another sample of links or resources',
    html_cut: 'HTML cut',
    not_collected: 'data not collected then',
  } satisfies Record<ChangeCausePart, string>,
  points: (points: number) => amount.format(points).replace('-', '−'),
  pointsLabel: (points: number) =>
    points === 0 ? 'no points' : `${counted(Math.abs(points), 'point')} ${points > 0 ? 'gained' : 'lost'}`,
  moreChecks: (count: number) => `and ${grouped(count)} more`,
  capped: 'The points of single checks don’t add up to the shares: a blocker caps the score, or the score is rounded.',

  issues: 'Issues',
  noIssues: 'Neither report has an issue.',
  /** “2 fixed · 1 got worse · 1 new · 4 unchanged” */
  counts: (counts: Partial<Record<IssueChange, number>>) =>
    (['fixed', 'partly_fixed', 'new', 'worse', 'unchanged'] as const)
      .filter((change) => (change !== 'partly_fixed' && change !== 'worse') || counts[change])
      .map((change) => `${grouped(counts[change] ?? 0)} ${issueChangeWords[change].toLowerCase()}`)
      .join(' · '),
  became: 'then',
  evidence: (before: number, after: number) =>
    before === after ? counted(after, 'place') : `${grouped(before)} → ${counted(after, 'place')}`,
  because: (causes: readonly ChangeCause[]) => causes.map((cause) => compareWords.cause[cause]).join(', '),

  values: 'Before and after',
  valuesOther: 'Page values',
  value: {
    indexability: 'Indexability',
    status: 'Status',
    final_url: 'Final URL',
    title: 'Title tag',
    description: 'Meta description',
    canonical: 'Canonical URL',
    robots_meta: 'Robots meta tag',
    x_robots_tag: 'X-Robots-Tag',
    robots_txt: 'robots.txt',
    h1: 'H1',
    headings: 'Headings',
    structured_data: 'Structured data',
    html_bytes: 'HTML size',
    transfer_bytes: 'Transfer size',
    words: 'Words',
  } satisfies Record<ComparedValueName, string>,
  none: 'None',
  notRecorded: 'Not checked then',
  unchangedValues: (count: number) => counted(count, 'identical value'),
  noChangedValues: 'None of these values differ.',
  sameLines: (count: number) => counted(count, 'identical line'),
  code: codes,
  bytes: formatBytes,
  number: grouped,
}
