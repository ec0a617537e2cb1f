import * as z from 'zod'
import { grouped } from '../format/numbers.ts'
import {
  defaultCrawlPages,
  maxCrawlDepth,
  maxCrawlPages,
  maxCrawlPattern,
  maxCrawlPatterns,
  maxJobLabel,
  maxJobUrls,
} from '../jobs/job.ts'
import { withScheme } from '../jobs/url-list.ts'
import {
  because,
  labelField,
  labelMessage,
  optional,
  optionalTrimmed,
  refusal,
  wholeNumberField,
  withDefault,
  withMessages,
} from './form.ts'
import { PageUrl, urlMessages } from './report-forms.ts'

/** A line of a list, with its number from 1. */
export type Line = { line: number; text: string }

/** Lines of text. Blank ones are left out, but counted. */
const lines = z.transform((text: string | undefined): Line[] =>
  (text ?? '')
    .split(/\r\n?|\n/)
    .map((line, at) => ({ line: at + 1, text: line.trim() }))
    .filter((line) => line.text !== ''),
)

const patternMessage = `Enter at most ${maxCrawlPatterns} patterns of at most ${maxCrawlPattern} characters, one a line, such as /blog/*.`

const patterns = lines.pipe(
  z
    .transform((found: Line[]) => found.map(({ text }) => text))
    .pipe(z.array(z.string().max(maxCrawlPattern, because('too_long'))).max(maxCrawlPatterns, because('too_many'))),
)

const limits = {
  max_pages: withDefault(wholeNumberField(1, maxCrawlPages), defaultCrawlPages),
  max_depth: optional(wholeNumberField(0, maxCrawlDepth)),
  include: z.string().optional().pipe(patterns),
  exclude: z.string().optional().pipe(patterns),
}

const messages = {
  sitemap: {
    ...urlMessages,
    label: 'Sitemap URL',
    hint: `Sitemap indexes and .gz files work too. Up to ${grouped(maxJobUrls)} URLs.`,
    required: 'Enter a sitemap URL, such as example.com/sitemap.xml.',
  },
  crawl: {
    ...urlMessages,
    label: 'Start URL',
    hint: 'We follow links within the website, and obey robots.txt, nofollow and canonical URLs.',
    required: 'Enter a start URL, such as example.com.',
  },
  max_pages: {
    label: 'Page limit',
    hint: `From 1 to ${grouped(maxCrawlPages)}.`,
    otherwise: `Enter a whole number from 1 to ${grouped(maxCrawlPages)}.`,
  },
  max_depth: {
    label: 'Depth limit',
    hint: 'In clicks from the start. Blank for none.',
    otherwise: `Enter a whole number from 0 to ${maxCrawlDepth}, or leave it blank.`,
  },
  include: { label: 'Include only', hint: 'One path per line, such as /blog/*.', otherwise: patternMessage },
  exclude: { label: 'Exclude', hint: 'One path per line, such as /tags/*.', otherwise: patternMessage },
}

/** A URL as a person types it, also without a scheme. */
const TypedUrl = z.preprocess((text) => (typeof text === 'string' ? withScheme(text) : text), PageUrl)

/** A sitemap as a person enters it. */
export const SitemapDraft = withMessages(z.object({ sitemap: TypedUrl }), { sitemap: messages.sitemap })
/** A crawl as a person enters it. */
export const CrawlDraft = withMessages(z.object({ crawl: TypedUrl, ...limits }), messages)

/**
 * The body of `POST /api/v1/jobs`, as a form or as JSON: exactly one of `urls`, `sitemap` and `crawl`.
 *
 * `urls`, `include` and `exclude` hold one entry a line. In JSON they can be arrays, in a form they can be repeated.
 * The URLs are not checked here, because there can be too many to check at once.
 */
export const NewJobForm = withMessages(
  z
    .object({
      urls: z
        .string()
        .optional()
        .pipe(lines.refine((found) => found.length <= maxJobUrls, because('too_many'))),
      sitemap: optionalTrimmed(PageUrl),
      /** The URL at which the crawl starts. The fields below belong to it. */
      crawl: optionalTrimmed(PageUrl),
      ...limits,
      label: labelField(maxJobLabel),
    })
    .superRefine((value, { issues }) => {
      const { urls, sitemap, crawl } = value as { urls?: unknown[]; sitemap?: unknown; crawl?: unknown }
      const given = [urls && urls.length > 0 ? urls : undefined, sitemap, crawl].filter((one) => one !== undefined)
      if (given.length !== 1) issues.push(refusal('one_required', value, { path: ['urls'] }))
    }),
  {
    urls: {
      otherwise: 'Enter URLs, one a line.',
      one_required: 'Send exactly one of urls, sitemap and crawl.',
      too_many: `Enter ${grouped(maxJobUrls)} URLs or fewer.`,
    },
    ...messages,
    label: labelMessage(maxJobLabel),
  },
)
