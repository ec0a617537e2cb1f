import * as z from 'zod'
import { grouped } from '../format/numbers.ts'
import {
  defaultCrawlPages,
  maxCrawlDepth,
  maxCrawlPages,
  maxCrawlPattern,
  maxCrawlPatterns,
  maxCrawlSpeed,
  maxIgnoredParameter,
  maxIgnoredParameters,
  maxJobLabel,
  maxJobUrls,
  minCrawlSpeed,
} from '../jobs/job.ts'
import { type RedirectText, splitRedirects } from '../jobs/redirect-map.ts'
import { withScheme } from '../jobs/url-list.ts'
import {
  because,
  labelField,
  labelMessage,
  optional,
  optionalTrimmed,
  readEntries,
  refusal,
  wholeNumberField,
  withDefault,
  withMessages,
} from './form.ts'
import {
  newWebsiteClient,
  newWebsiteClientMessage,
  PageUrl,
  renderField,
  renderMessage,
  urlMessages,
} from './report-forms.ts'

/** A line of a list, with its number from 1. */
export type Line = { line: number; text: string }

/** Lines of text that are not blank: at most `max`, and with blank ones four times as many. */
const linesField = (max: number) =>
  z.transform((text: string | undefined, { issues }): Line[] => {
    const lines = linesOf(text ?? '', max)
    if (lines) return lines
    issues.push(refusal('too_many', undefined))
    return z.NEVER
  })

/** Returns null for too many lines, before millions of them are split. */
function linesOf(text: string, max: number): Line[] | null {
  const lines: Line[] = []
  const lineBreak = /\r\n?|\n/g
  for (let line = 1, start = 0; ; line += 1) {
    const found = lineBreak.exec(text)
    const entry = text.slice(start, found?.index).trim()
    if (entry !== '') lines.push({ line, text: entry })
    if (lines.length > max || line > 4 * max) return null
    if (!found) return lines
    start = lineBreak.lastIndex
  }
}

/** The rows of a redirect map, which are not read further. */
const redirectsField = z.transform((text: string | undefined, { issues }): RedirectText[] => {
  const rows = splitRedirects(text ?? '')
  if (rows) return rows
  issues.push(refusal('too_many', undefined))
  return z.NEVER
})

const patternMessage = `Enter at most ${maxCrawlPatterns} patterns of at most ${maxCrawlPattern} characters, one per line, such as /blog/*.`

const patterns = linesField(maxCrawlPatterns).pipe(
  z
    .transform((found: Line[]) => found.map(({ text }) => text))
    .pipe(z.array(z.string().max(maxCrawlPattern, because('too_long')))),
)

/** Names of query parameters. Spaces and commas separate them, too, as neither can be part of a name. */
const parameterNames = z
  .transform((text: string | undefined) => readEntries(text, /[^\s,]+/g, maxIgnoredParameters))
  .pipe(
    z
      .array(
        z
          .string()
          .max(maxIgnoredParameter, because('too_long'))
          .refine((name) => /^[^?=&#;/*]*\*?$/.test(name), because('invalid_characters')),
      )
      .max(maxIgnoredParameters, because('too_many'))
      .transform((names) => [...new Set(names)]),
  )

/** In pages a second, with a point or a comma. */
const speedField = z
  .transform((text) => {
    const isNumber = typeof text === 'string' && /^\d{1,3}(?:[.,]\d{1,2})?$/.test(text.trim())
    return isNumber ? Number(text.trim().replace(',', '.')) : Number.NaN
  })
  .pipe(
    z
      .number(because('invalid_choice'))
      .gte(minCrawlSpeed, because('invalid_choice'))
      .lte(maxCrawlSpeed, because('invalid_choice')),
  )

/** The fields of a crawl's limits. */
export const crawlLimitFields = {
  max_pages: withDefault(wholeNumberField(1, maxCrawlPages), defaultCrawlPages),
  max_depth: optional(wholeNumberField(0, maxCrawlDepth)),
  include: z.string().optional().pipe(patterns),
  exclude: z.string().optional().pipe(patterns),
  speed: optional(speedField),
  ignore_parameters: z.string().optional().pipe(parameterNames),
  max_per_folder: optional(wholeNumberField(1, maxCrawlPages)),
}

export const crawlMessages = {
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
  speed: {
    label: 'Speed limit',
    hint: 'In pages per second. Blank for the usual pace.',
    otherwise: `Enter a number from ${minCrawlSpeed} to ${maxCrawlSpeed}, such as 0.5, or leave it blank.`,
  },
  max_per_folder: {
    label: 'Pages per folder',
    hint: 'Maximum in one folder, such as /blog/. Blank for no limit.',
    otherwise: `Enter a whole number from 1 to ${grouped(maxCrawlPages)}, or leave it blank.`,
  },
  ignore_parameters: {
    label: 'Ignore query parameters',
    hint: 'URLs that differ only by these are one page. One name per line, such as utm_* or sid.',
    otherwise: 'Enter names of query parameters, one per line, such as utm_*.',
    too_many: `Enter ${maxIgnoredParameters} names or fewer.`,
    too_long: `Shorten each name to ${maxIgnoredParameter} characters or fewer.`,
    invalid_characters:
      'Enter names alone, such as utm_source: without ?, =, &, #, ; or /, and with * only at the end.',
  },
  include: { label: 'Include only', hint: 'One path per line, such as /blog/*.', otherwise: patternMessage },
  exclude: { label: 'Exclude', hint: 'One path per line, such as /tags/*.', otherwise: patternMessage },
}

/** A URL as a person types it, also without a scheme. */
const TypedUrl = z.preprocess((text) => (typeof text === 'string' ? withScheme(text) : text), PageUrl)

/** A sitemap as a person enters it. */
export const SitemapDraft = withMessages(z.object({ sitemap: TypedUrl, render: renderField }), {
  sitemap: crawlMessages.sitemap,
})
/** A crawl as a person enters it. */
export const CrawlDraft = withMessages(
  z.object({ crawl: TypedUrl, render: renderField, ...crawlLimitFields }),
  crawlMessages,
)

/**
 * The body of `POST /api/v1/jobs`, as a form or as JSON: exactly one of `urls`, `sitemap`, `crawl` and `redirects`.
 *
 * `urls`, `redirects`, `include`, `exclude` and `ignore_parameters` hold one entry a line. In JSON they can be arrays,
 * in a form they can be repeated.
 * The URLs are not checked here, because there can be too many to check at once.
 */
export const NewJobForm = withMessages(
  z
    .object({
      urls: z.string().optional().pipe(linesField(maxJobUrls)),
      sitemap: optionalTrimmed(PageUrl),
      /** The URL at which the crawl starts. The fields below belong to it. */
      crawl: optionalTrimmed(PageUrl),
      ...crawlLimitFields,
      redirects: z.string().optional().pipe(redirectsField),
      render: renderField,
      client_id: newWebsiteClient,
      label: labelField(maxJobLabel),
    })
    .superRefine((value, { issues }) => {
      const {
        urls = [],
        redirects = [],
        sitemap,
        crawl,
      } = value as Record<'urls' | 'redirects', unknown[] | undefined> & Record<'sitemap' | 'crawl', unknown>
      const lists = [urls, redirects].filter((rows) => rows.length > 0)
      const given = [...lists, sitemap, crawl].filter((field) => field !== undefined)
      if (given.length !== 1) issues.push(refusal('one_required', value, { path: ['urls'] }))
    }),
  {
    urls: {
      otherwise: 'Enter URLs, one per line.',
      one_required: 'Send exactly one of urls, sitemap, crawl and redirects.',
      too_many: `Enter ${grouped(maxJobUrls)} URLs or fewer.`,
    },
    ...crawlMessages,
    redirects: {
      otherwise: 'Enter rows of an old URL and the expected one, such as https://example.com/a,https://example.com/b.',
      too_many: `Enter ${grouped(maxJobUrls)} rows or fewer.`,
    },
    render: renderMessage,
    client_id: newWebsiteClientMessage,
    label: labelMessage(maxJobLabel),
  },
)
