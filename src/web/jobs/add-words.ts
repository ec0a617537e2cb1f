import { counted, grouped } from '#contract/format/numbers.ts'
import { maxCrawlPages, maxJobBody, maxJobUrls } from '#contract/jobs/job.ts'
import type { LineProblem } from '#contract/jobs/url-list.ts'

const urls = (count: number) => counted(count, 'URL')
const numbers = (lines: readonly number[], most = 5) => {
  const named = lines.slice(0, most).join(', ')
  const more = lines.length > most ? ` and ${grouped(lines.length - most)} more` : ''
  return `${lines.length === 1 ? 'line' : 'lines'} ${named}${more}`
}

/** The words of the dialog that adds many pages. */
export const addWords = {
  title: 'Analyse many pages',
  sources: { list: 'List of URLs', sitemap: 'Sitemap', crawl: 'Crawl' },
  source: 'What to analyse',
  cancel: 'Cancel',
  dropHere: 'Drop a CSV or text file to analyse its URLs',
  tooLargeFile: `This file is larger than ${maxJobBody / 1024 / 1024} MB. Split it, then try again.`,
  unreadableFile: 'We couldn’t read this file. Choose a CSV or text file.',
  needsJobs: 'This server can’t read sitemaps or crawl websites. Paste the URLs, or drop a sitemap file here.',

  urls: 'URLs, one per line',
  urlsHint: 'Paste lines or a table, or drop a CSV or text file anywhere on the page.',
  file: 'Choose a file',

  summary: (count: number, today: number, wrong: readonly number[], repeated: number) =>
    [
      urls(count),
      today > 0 && `${grouped(today)} analysed today`,
      wrong.length > 0 && `${grouped(wrong.length)} not ${wrong.length === 1 ? 'a URL' : 'URLs'} (${numbers(wrong)})`,
      repeated > 0 && counted(repeated, 'duplicate'),
    ]
      .filter(Boolean)
      .join(', '),
  empty: 'Enter at least one URL, such as example.com/page.',
  onlyToday: 'All of these were analysed today. To analyse them again, include them.',
  tooMany: (most: number) => `You can add ${grouped(most)} URLs at once. Split the list, then try again.`,
  wrong: 'Lines that aren’t URLs',
  wrongHint: 'Correct them here, or they’re left out.',
  moreWrong: (count: number) => `${grouped(count)} more. Correct them in the list above.`,
  line: (line: number) => `Line ${line}`,
  remove: (line: number) => `Remove line ${line}`,
  problems: {
    not_url: 'This isn’t a URL.',
    has_space: 'A URL can’t contain spaces. Write each as %20.',
    other_scheme: 'Only http and https URLs can be analysed.',
    has_credentials: 'Remove the username and password.',
    too_long: 'This URL is too long.',
  } satisfies Record<LineProblem, string>,
  corrected: 'Corrected',
  findingToday: 'Finding those analysed today.',
  todayUnknown: 'We couldn’t find out which were analysed today. Try again, or don’t skip them.',
  skipToday: (count: number | null) =>
    count === null
      ? 'Skip those analysed today'
      : count === 1
        ? 'Skip the one analysed today'
        : `Skip the ${grouped(count)} analysed today`,
  guesses: (count: number) =>
    `${counted(count, 'URL has', 'URLs have')} no scheme. We try https first, then http if nothing responds.`,
  duplicates: (lines: readonly number[]) => `Duplicates are analysed once (${numbers(lines)}).`,
  keepOpen: 'Keep this tab open until it’s done. This server can’t run jobs, so we analyse one URL at a time.',
  analyse: (count: number) => (count === 0 ? 'Analyse' : `Analyse ${urls(count)}`),

  sitemap: 'Sitemap URL',
  sitemapHint: `Sitemap indexes and .gz files work too. Up to ${grouped(maxJobUrls)} URLs.`,
  analyseSitemap: 'Analyse sitemap',
  sitemapMissing: 'Enter a sitemap URL, such as example.com/sitemap.xml.',

  crawl: 'Start URL',
  crawlHint: 'We follow links within the website, and obey robots.txt, nofollow and canonical URLs.',
  startCrawl: 'Start crawl',
  crawlMissing: 'Enter a start URL, such as example.com.',
  maxPages: 'Page limit',
  maxPagesHint: `From 1 to ${grouped(maxCrawlPages)}.`,
  maxDepth: 'Depth limit',
  maxDepthHint: 'In clicks from the start. Blank for none.',
  patterns: 'Limit to parts of the website',
  include: 'Include only',
  includeHint: 'One path per line, such as /blog/*.',
  exclude: 'Exclude',
  excludeHint: 'One path per line, such as /tags/*.',
}
