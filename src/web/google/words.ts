import { counted, grouped } from '#contract/format/numbers.ts'
import type { FieldMetric, FormFactor } from '#contract/google/field-data.ts'
import type { GoogleProblemCode } from '#contract/google/google-problems.ts'
import type { RiskCause, SearchDay } from '#contract/google/search-answers.ts'
import {
  aboutExports,
  type ConnectionKind,
  type ConnectionState,
  type ImportedFile,
  type LineRefusal,
  maxRefusedLines,
} from '#contract/google/search-connection.ts'
import type { RatingTone } from '#web/ui/rating-badge.tsx'
import { writtenDay } from '#web/ui/time.tsx'
import { formatVital } from './vitals.ts'

const days = (first: string, last: string) =>
  first === last ? writtenDay(last) : `${writtenDay(first)} – ${writtenDay(last)}`

/** The settings of the server’s own client and key at Google. */
export const googleSettingsWords = {
  title: 'Google',
  lead: 'Set up this server’s access to Google once. Each website can then show its clicks, and what its visitors experience.',
  notAvailable: 'You can’t change this here',
  notAvailableText: 'Only owners can connect the server to Google.',
  toSettings: 'Go to settings',
  loading: 'Loading settings…',
  search: {
    title: 'Search Console',
    text: 'With your own OAuth client, websites can connect with a Google account. Without one, they can still use a service account or a file.',
    steps: 'How to create the client',
    create: {
      text: 'Create an OAuth client of the type “Web application”.',
      link: 'Open credentials',
      to: 'https://console.cloud.google.com/apis/credentials',
    },
    callback: 'Register this redirect URI with it:',
    copy: 'Copy',
    copied: 'Copied',
    enable: {
      text: 'Enable the Search Console API in the same project.',
      link: 'Open the API',
      to: 'https://console.cloud.google.com/apis/library/searchconsole.googleapis.com',
    },
    publish: 'Publish the app, or make it internal. Then enter the client’s ID and secret below.',
    secretSet: 'Set',
    replace: 'Replace',
    replaceSecret: 'Replace client secret',
    show: 'Show secret',
    hide: 'Hide secret',
    save: 'Save client',
    saved: 'Google client saved',
    ready: 'Set up',
    missing: 'Not set up',
  },
  field: {
    title: 'Chrome UX Report',
    text: 'With a Google API key, each website shows what its visitors experience in Chrome: loading, interaction and layout shift.',
    create: {
      link: 'Create a key with the Chrome UX Report API enabled',
      to: 'https://console.cloud.google.com/apis/library/chromeuxreport.googleapis.com',
    },
    isSet: 'Set',
    notSet: 'Not set',
    show: 'Show key',
    hide: 'Hide key',
    save: 'Save key',
    testing: 'Testing…',
    saved: 'API key saved',
    replace: 'Replace',
    remove: 'Remove',
    removed: 'API key removed',
    removing: {
      title: 'Remove the API key?',
      text: 'Field data no longer updates. Existing figures are kept.',
      submit: 'Remove key',
    },
  },
  cancel: 'Cancel',
}

/** The connection of a website. */
export const websiteGoogleWords = {
  title: (domain: string) => `Google for ${domain}`,
  documentTitle: (domain: string) => `Google · ${domain}`,
  loadingTitle: 'Google',
  lead: 'The clicks of each page from Search Console, and what visitors experience in Chrome.',
  loading: 'Loading connection…',
  notAvailable: 'Google isn’t available here',
  notAvailableText: 'This server can’t connect to Google.',
  toWebsite: 'Go to website',
  search: 'Search Console',
  states: {
    none: 'Not connected',
    choose: 'Choose a property',
    pulling: 'Pulling',
    ready: 'Up to date',
    waiting: 'Waiting',
    failed: 'Action needed',
  } satisfies Record<ConnectionState, string>,
  sentence: {
    none: (last) =>
      last === null
        ? 'Connect it to see the clicks of each page beside its issues, and the pages with clicks that are at risk.'
        : `Search Console is disconnected. The figures up to ${writtenDay(last)} are kept.`,
    choose: () => 'The account is connected. Choose the property that has this website’s figures.',
    pulling: (last) =>
      last === null
        ? 'Figures are on their way, the newest days first.'
        : `Figures up to ${writtenDay(last)} are here. More are on their way, the newest days first.`,
    ready: (last) =>
      last === null ? 'The first figures appear soon.' : `Figures up to ${writtenDay(last)}, updated every day.`,
    waiting: (last) =>
      last === null
        ? 'There are no figures yet. We’ll try again automatically.'
        : `Figures up to ${writtenDay(last)}. We’ll try again automatically.`,
    failed: (last) =>
      last === null
        ? 'There are no figures yet.'
        : `New days no longer arrive. The figures end on ${writtenDay(last)}.`,
  } satisfies Record<ConnectionState, (last: string | null) => string>,
  fileState: 'From a file',
  fileSentence: (last: string | null) =>
    last === null
      ? 'The file’s figures appear soon.'
      : `Figures from a file, up to ${writtenDay(last)}. They don’t update.`,
  /** The link of a problem leads to where it can be solved. */
  problemLinks: {
    no_permission: 'Open users and permissions',
    api_disabled: 'Enable the API',
    token_ended: 'Check the access at Google',
    client_refused: 'Open credentials',
    account_refused: 'Open service accounts',
  } as Partial<Record<GoogleProblemCode, string>>,
  otherProblem: 'Open at Google',
  again: 'Connect again',
  /** What Google answered to a person who was asked for access. */
  connected: 'Google is connected.',
  cancelled: 'Access wasn’t given, so nothing was connected.',
  notConnected: 'We couldn’t connect Google, so nothing changed.',
  inSettings: 'Open Google settings',
  facts: { property: 'Property', account: 'Account', kind: 'Connected by', days: 'Days', rows: 'Stored rows' },
  kinds: { oauth: 'Google account', service: 'Service account', file: 'File' } satisfies Record<ConnectionKind, string>,
  days,
  rows: (rows: number) => grouped(rows),
  fileLimit: `${aboutExports} Pages with fewer clicks aren’t in it.`,

  quiet: 'Pages without an impression in 90 days',
  quietPages: (count: number) => `Show ${counted(count, 'indexable page')}`,

  pull: 'Pull now',
  pulling: 'The pull has started',
  changeProperty: 'Change property',
  chooseProperty: 'Choose property',
  disconnect: 'Disconnect',
  addFile: 'Add a file',
  otherDoor: 'Connect another way',

  doors: {
    title: 'Ways to connect',
    oauth: {
      title: 'Google account',
      text: 'Best for most: new figures arrive every day, and you can disconnect at any time.',
      action: 'Connect with Google',
      noClient: 'The server has no OAuth client yet.',
      askOwner: 'Ask an owner to set it up.',
      setUp: 'Set it up',
      needsSession: 'Sign in with your account, not a key, to connect this way.',
    },
    service: {
      title: 'Service account',
      text: 'For servers: figures arrive every day, and don’t depend on one person’s account.',
      action: 'Use a key file',
    },
    file: {
      title: 'File',
      text: `For a first look: the performance export of Search Console. ${aboutExports}`,
      action: 'Choose a file',
    },
  },

  service: {
    title: 'Connect a service account',
    text: 'In Google Cloud, create a JSON key for the service account.',
    drop: 'Drop the JSON file here, or choose it',
    submit: 'Connect',
    done: 'Service account connected',
  },
  file: {
    title: 'Add a performance export',
    text: 'In Search Console, open Performance, choose Export, and download the CSV files. Google packs them in a ZIP.',
    drop: 'Drop the ZIP or CSV file here, or choose it',
    other: 'Choose another file',
    daysText: 'A CSV file doesn’t say which days its figures cover.',
    first: 'First day',
    last: 'Last day',
    dayError: (example: string) => `Enter a day such as ${example}.`,
    noFile: 'Choose a file.',
    submit: 'Add figures',
    sending: 'Reading…',
    added: ({ rows, first_day, last_day }: ImportedFile) =>
      `${grouped(rows)} ${rows === 1 ? 'row' : 'rows'} added for ${days(first_day, last_day)}`,
    limit: `${aboutExports} Pages with fewer clicks aren’t in it.`,
    refused: (lines: number) =>
      lines < maxRefusedLines
        ? `${counted(lines, 'line')} ${lines === 1 ? 'was' : 'were'} left out`
        : `The first ${grouped(maxRefusedLines)} lines that were left out`,
    line: (line: number) => `Line ${grouped(line)}`,
    reasons: {
      no_url: 'No page URL',
      other_website: 'A page of another website',
      not_a_number: 'A figure isn’t a number',
      wrong_columns: 'Columns are missing',
    } satisfies Record<LineRefusal, string>,
    done: 'Done',
    another: 'Add another file',
  },
  property: {
    title: 'Choose a property',
    text: 'A domain property covers all hosts of the domain. A URL prefix covers only the URLs that start with it.',
    none: 'This account has no properties. Add it to one in Search Console under Users and permissions, then try again.',
    openUsers: 'Open users and permissions',
    users: 'https://search.google.com/search-console/users',
    domain: 'Domain',
    prefix: 'URL prefix',
    permissions: {
      siteOwner: 'Owner',
      siteFullUser: 'Full access',
      siteRestrictedUser: 'Restricted access',
      siteUnverifiedUser: 'Not verified',
    } as Record<string, string>,
    submit: 'Use this property',
    saved: (property: string) => `${property} chosen. The first figures are on their way.`,
  },
  disconnecting: {
    title: 'Disconnect Search Console?',
    ends: {
      oauth: 'No new figures arrive, and our access at Google is revoked.',
      service:
        'No new figures arrive, and the key is deleted here. It stays valid at Google until you delete it there.',
      file: '',
    } satisfies Record<ConnectionKind, string>,
    text: 'The figures so far are kept.',
    forget: 'Also delete all figures',
    submit: 'Disconnect',
    done: 'Search Console disconnected',
  },
  cancel: 'Cancel',
  readOnly: 'Your access is read-only. Someone who can edit this website can change the connection.',
}

/** A page’s figures in Google. */
export const searchHistoryWords = {
  title: 'Google Search',
  loading: 'Loading figures…',
  clicks: 'Clicks',
  impressions: 'Impressions',
  ctr: 'CTR',
  position: 'Position',
  period: 'In the last 28 days with figures',
  none: 'No figures from Google',
  noneText:
    'Once Search Console is connected, this shows the clicks and impressions of the page over 16 months, with what we found, and its queries.',
  notShown: 'Google didn’t show this page in its search results.',
  toGoogle: 'Connect Google',
  chart: 'Clicks and impressions over time. Use the arrow keys to move along the line.',
  clicksADay: (most: number) => `Clicks, up to ${grouped(Math.round(most))} a day`,
  impressionsADay: (most: number) => `Impressions, up to ${grouped(Math.round(most))} a day`,
  point: ({ day, days: length, clicks, impressions, position }: SearchDay) =>
    [
      length > 1 ? `${length} days from ${writtenDay(day)}` : writtenDay(day),
      counted(clicks, 'click'),
      counted(impressions, 'impression'),
      ...(position === null ? [] : [`position ${position.toFixed(1)}`]),
    ].join(' · '),
  day: writtenDay,
  marks: 'What we found',
  after: (day: string) => `After ${writtenDay(day)}`,
  found: {
    blocked: 'The page could no longer be indexed',
    indexable: 'The page could be indexed again',
    issues: (names: readonly string[]) => `${names.length === 1 ? 'Issue' : 'Issues'}: ${names.join(', ')}`,
    better: (from: number, to: number) => `The score rose from ${from} to ${to}`,
    worse: (from: number, to: number) => `The score fell from ${from} to ${to}`,
  },
  index: 'Google’s index',
  states: {
    both: (state: string, day: string) => `We say indexable, and Google: ${state} (${day})`,
    differs: (state: string, day: string) => `We say indexable; Google: ${state} (${day})`,
    notOurs: (state: string, day: string) => `We say not indexable; Google: ${state} (${day})`,
  },
  before: (state: string, day: string) => `Until ${day}: ${state}`,
  googleCanonical: 'Google’s canonical URL',
  declaredCanonical: 'Declared canonical URL',
  lastCrawl: 'Last crawled by Google',
  never: 'Never',
  noCanonical: 'None',
  queries: 'Top queries',
  queriesText: 'What people searched for when Google showed this page, over 28 days. Google leaves out rare queries.',
  query: 'Query',
  lacks: (missing: readonly string[], query: string) =>
    `The title doesn’t contain ${missing.map((word) => `“${word}”`).join(', ')} from the top query “${query}”.`,
  titleIs: (title: string) => `The title is “${title}”.`,
  allQueries: (count: number) => `Show all ${grouped(count)} queries`,
  fewerQueries: 'Show fewer',
}

/** Pages with clicks that visitors from Google may no longer find. */
export const atRiskWords = {
  title: 'Clicks at risk',
  loading: 'Loading pages…',
  lead: (clicks: number) => `${counted(clicks, 'click')} in 28 days on pages that Google will no longer show`,
  causes: {
    noindex: 'noindex',
    not_found: 'Not found (404)',
    server_error: 'Server error',
    disallowed: 'Disallowed in robots.txt',
    redirected: 'Redirected to another page',
    canonicalised: 'Canonical URL is another page',
  } satisfies Record<RiskCause, string>,
  columns: { url: 'URL', cause: 'Cause', day: 'Since', clicks: 'Clicks before' },
  show: (pages: number) => (pages === 1 ? 'Show the page' : `Show all ${grouped(pages)} pages`),
  hide: 'Show fewer',
}

/** URLs with clicks that have no report. */
export const unmatchedWords = {
  title: 'Pages with clicks that we haven’t seen',
  loading: 'Loading URLs…',
  lead: (urls: string, clicks: number) =>
    `Google shows ${urls} of this website without a report here. Those below had ${counted(clicks, 'click')} in 28 days.`,
  urls: (count: number) => counted(count, 'URL'),
  none: 'We know every page with clicks',
  noneText: 'Every URL that Google shows has a report, or leads to one.',
  columns: { url: 'URL', clicks: 'Clicks', impressions: 'Impressions', position: 'Position' },
  show: (count: number) => `Show all ${grouped(count)} URLs`,
  hide: 'Show fewer',
  analyse: (count: number) => (count === 1 ? 'Analyse this page' : `Analyse these ${grouped(count)} pages`),
  file: (domain: string) => `${domain}-pages-not-seen`,
}

const factors = { phone: 'Phones', desktop: 'Computers' } satisfies Record<FormFactor, string>

/** What visitors experience, by the Chrome UX Report. */
export const fieldWords = {
  title: 'Field data',
  loading: 'Loading field data…',
  about: 'What visitors experience in Chrome: loading, interaction and layout shift.',
  lead: (host: string, first: string, last: string) =>
    `What visitors of all pages of ${host} experienced in Chrome, ${days(first, last)}. Three in four visits were at least this good.`,
  pull: 'Pull now',
  pulling: 'The pull has started',
  factors,
  tooFew: {
    phone: 'Google has too few visits on phones to publish figures.',
    desktop: 'Google has too few visits on computers to publish figures.',
  } satisfies Record<FormFactor, string>,
  names: {
    lcp: 'Largest Contentful Paint: until the main content is visible',
    inp: 'Interaction to Next Paint: until the page responds to a click or a key',
    cls: 'Cumulative Layout Shift: how much the page moves while it loads',
    fcp: 'First Contentful Paint: until the first content is visible',
    ttfb: 'Time to First Byte: until the server responds',
  } satisfies Record<FieldMetric, string>,
  ratings: { good: 'Good', decent: 'Needs improvement', bad: 'Poor' } satisfies Record<RatingTone, string>,
  trend: (metric: FieldMetric, factor: FormFactor, weeks: readonly (number | null)[]) => {
    const known = weeks.filter((value) => value !== null)
    const [first, last] = [known[0] ?? 0, known.at(-1) ?? 0]
    const name = `${metric.toUpperCase()} on ${factors[factor].toLowerCase()}`
    return `${name} over ${weeks.length} weeks: from ${formatVital(metric, first)} to ${formatVital(metric, last)}`
  },
  legend: 'The lines show 25 weeks. The dotted lines are Google’s limits for “good”.',
  none: 'No field data',
  noneText: (host: string) => `${host} has too few visits with Chrome for Google to publish figures.`,
  noKey: 'No field data yet',
  noKeyText: 'With a Google API key, this shows how fast the pages are for visitors, on phones and on computers.',
  setKey: 'Set the API key',
  soon: 'No field data yet',
  soonText: 'The first figures appear soon after the next pull. We pull them once a week.',
  askOwner: 'This shows how fast the pages are for visitors, once an owner has added a Google API key.',
}
