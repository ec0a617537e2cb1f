import { maxKeyName } from '#contract/access/keys.ts'
import type { FieldProblem } from '#contract/forms/form.ts'
import { maxUrlLength } from '#contract/forms/report-forms.ts'
import { alertConditions, maxMailAddresses } from '#contract/jobs/alerts.ts'
import {
  maxCrawlDepth,
  maxCrawlPages,
  maxCrawlPattern,
  maxCrawlPatterns,
  maxJobLabel,
  maxJobUrls,
} from '#contract/jobs/job.ts'
import { intervals, weekdays } from '#contract/jobs/schedules.ts'
import { orList, sentenceFor } from '#contract/lists/query-params.ts'
import { maxViewName, maxViewQuery, maxViews, viewLists } from '#contract/lists/views.ts'
import { maxBulkIds } from '#contract/reports/bulk.ts'
import { findingStatuses, maxOwner } from '#contract/reports/page-findings.ts'
import { maxWaiverReason, maxWaiverTarget, waiverScopes } from '#contract/reports/waivers.ts'
import type { FieldCode } from '#contract/responses/error-codes.ts'
import { keyRoles } from '#contract/service-info.ts'
import {
  documentSections,
  maxBrandFooter,
  maxBrandIntro,
  maxBrandName,
  maxLogoBytes,
  paperSizes,
} from '#contract/sharing/brand.ts'
import { linkKinds, linkLayouts, linkModes, maxLinkLabel } from '#contract/sharing/links.ts'
import { maxKeptReports } from '#contract/websites/retention.ts'
import { maxPasswordLength, privacyValues } from '#contract/websites/website.ts'

/** For developers: each names its parameter. */
type Sentence = string | ((problem: FieldProblem) => string)

/** The sentence for each field of a form, by its code where they differ. Errors list their fields in this order. */
export type Sentences = Record<string, Sentence | (Partial<Record<FieldCode, Sentence>> & { otherwise: Sentence })>

/** `name`: the wrong search parameter, or `query` for the search as a whole. */
export const brokenEncoding = (name: string) =>
  `${name === 'query' ? 'The query' : name} isn't correctly percent-encoded.`

const nameSentence = (max: number) => `name must be 1 to ${max} characters, without line breaks.`

const patternSentence = (name: string) =>
  `${name} must be at most ${maxCrawlPatterns} patterns of at most ${maxCrawlPattern} characters, one a line, such as /blog/*.`

const expirySentences: Sentences[string] = {
  otherwise: 'expires_at must be an ISO 8601 time, such as 2027-01-31T12:00:00Z.',
  in_the_past: 'expires_at must be in the future.',
}

const passwordSentence = `password must be 1 to ${maxPasswordLength} characters.`

const querySentences: Sentences[string] = {
  otherwise: `query must be a query string of at most ${maxViewQuery} characters.`,
  invalid_parameter: ({ parameter }) => sentenceFor(parameter ?? { name: 'query', allowed: 'a query string' }),
  invalid_encoding: ({ parameter }) => brokenEncoding(parameter?.name ?? 'query'),
}

const idsSentences = (max: number) => ({
  ids: {
    otherwise: 'ids must be positive whole numbers, separated by commas.',
    required: 'ids is required.',
    duplicate: 'ids must not contain duplicates.',
    too_many: `ids must contain at most ${max} IDs.`,
  },
})

export const bulkDeleteSentences = idsSentences(maxBulkIds)
export const viewOrderSentences = idsSentences(maxViews)

export const newKeySentences = {
  name: nameSentence(maxKeyName),
  role: `role must be ${orList(keyRoles)}.`,
  expires_at: expirySentences,
} satisfies Sentences

export const newLinkSentences = {
  kind: `kind must be ${orList(linkKinds)}.`,
  report_id: 'report_id must be the ID of a report.',
  compare_id: 'compare_id must be the ID of an earlier report of the same URL.',
  website_id: 'website_id must be the ID of a website.',
  list: `list must be ${orList(viewLists)}.`,
  query: querySentences,
  mode: { otherwise: `mode must be ${orList(linkModes)}.`, not_allowed: 'mode can only be frozen for a report.' },
  layout: `layout must be ${orList(linkLayouts)}.`,
  label: `label must be at most ${maxLinkLabel} characters, without line breaks.`,
  expires_at: expirySentences,
  password: passwordSentence,
  can_check: {
    otherwise: 'can_check must be 0 or 1.',
    not_allowed: 'can_check can only be 1 for the page of a live report.',
  },
} satisfies Sentences

export const retentionSentences = {
  keep: `keep must be a whole number from 1 to ${maxKeptReports}, or empty.`,
} satisfies Sentences

export const newJobSentences = {
  urls: {
    otherwise: 'urls must be URLs, one a line.',
    one_required: 'Send exactly one of urls, sitemap and crawl.',
    too_many: `urls must contain at most ${maxJobUrls} URLs.`,
  },
  sitemap: 'sitemap must be an http or https URL without credentials.',
  crawl: 'crawl must be the http or https URL of the first page, without credentials.',
  max_pages: `max_pages must be a whole number from 1 to ${maxCrawlPages}.`,
  max_depth: `max_depth must be a whole number from 0 to ${maxCrawlDepth}.`,
  include: patternSentence('include'),
  exclude: patternSentence('exclude'),
  label: `label must be at most ${maxJobLabel} characters, without line breaks.`,
} satisfies Sentences

export const scheduleSentences = {
  every: `every must be ${orList(intervals)}.`,
  weekday: {
    otherwise: `weekday must be ${orList(weekdays)}.`,
    required: 'weekday is required if every is week.',
    not_allowed: 'weekday can only be set if every is week.',
  },
  month_day: {
    otherwise: 'month_day must be a whole number from 1 to 31.',
    required: 'month_day is required if every is month.',
    not_allowed: 'month_day can only be set if every is month.',
  },
  time: 'time must be HH:MM from 00:00 to 23:59.',
  time_zone: 'time_zone must be the name of a time zone, such as Europe/Berlin.',
  paused: 'paused must be 0 or 1.',
} satisfies Sentences

export const newScheduleSentences = {
  website_id: {
    otherwise: 'website_id must be the ID of a website.',
    one_required: 'Send exactly one of website_id and view_id.',
  },
  view_id: 'view_id must be the ID of a saved view.',
  ...scheduleSentences,
} satisfies Sentences

export const alertRuleSentences = {
  conditions: `conditions must be ${alertConditions.join(', ')} or some of them, separated by commas.`,
  mail_to: {
    otherwise: `mail_to must be at most ${maxMailAddresses} email recipients, such as seo@example.com, separated by commas.`,
    not_allowed: 'mail_to needs a mail server, which the administrator sets with SEO_REPORTS_SMTP_URL.',
  },
  webhook_url: {
    otherwise: 'webhook_url must be an http or https URL without credentials.',
    too_long: `webhook_url must be at most ${maxUrlLength} characters.`,
    unreachable: "webhook_url can't be called: its host isn't public.",
    dns: "webhook_url can't be called: its domain doesn't exist.",
    other_port: 'webhook_url must use the standard port, 80 for http or 443 for https.',
  },
} satisfies Sentences

export const newAlertRuleSentences = {
  view_id: 'view_id must be the ID of a saved view of reports.',
  ...alertRuleSentences,
} satisfies Sentences

export const newViewSentences = {
  list: `list must be ${orList(viewLists)}.`,
  name: nameSentence(maxViewName),
  query: querySentences,
} satisfies Sentences

export const viewChangeSentences = {
  name: { otherwise: nameSentence(maxViewName), one_required: 'name or query is required.' },
  query: querySentences,
} satisfies Sentences

export const websiteSentences = {
  findable: {
    otherwise: 'findable must be 1 or 0.',
    not_allowed: 'findable can only be 1 if privacy is 0.',
  },
  privacy: {
    otherwise: `privacy must be ${orList(privacyValues)}.`,
    one_required: 'privacy or password is required.',
  },
  password: {
    otherwise: passwordSentence,
    not_allowed: 'password can only be set if privacy is 2.',
    required: "password is required, because this website doesn't have one yet.",
  },
} satisfies Sentences

const lastDaySentences: Sentences[string] = {
  otherwise: 'expires_on must be a day as YYYY-MM-DD.',
  in_the_past: 'expires_on must be today (UTC) or later.',
  not_allowed: 'expires_on can only be set if status is ignored.',
}

const reasonSentence = `reason must be 1 to ${maxWaiverReason} characters, without line breaks.`

export const newWaiverSentences = {
  website_id: 'website_id must be the ID of a website.',
  check: 'check must be the ID of a check.',
  scope: `scope must be ${orList(waiverScopes)}.`,
  target: {
    otherwise: `target must be at most ${maxWaiverTarget} characters.`,
    required: 'target is required if scope is page or group: the URL of a page, or a page group.',
    not_allowed: 'target can only be set if scope is page or group.',
  },
  reason: reasonSentence,
  expires_on: lastDaySentences,
} satisfies Sentences

export const findingSentences = {
  status: {
    otherwise: `status must be ${orList(findingStatuses)}.`,
    one_required: 'status or owner is required.',
  },
  owner: `owner must be at most ${maxOwner} characters, without line breaks.`,
  reason: {
    otherwise: reasonSentence,
    required: 'reason is required if status is ignored.',
    not_allowed: 'reason can only be set if status is ignored.',
  },
  expires_on: lastDaySentences,
} satisfies Sentences

export const signInSentences = {
  token: {
    otherwise: 'token is required.',
    expired: 'This sign-in link has expired or was already used. Run "npm run sign-in" for a new one.',
  },
} satisfies Sentences

export const unlockSentences = {
  password: { otherwise: 'password is required.', wrong_password: 'Wrong password.' },
} satisfies Sentences

const textSentence = (name: string, max: number) => `${name} must be at most ${max} characters, without line breaks.`

export const brandSentences = {
  name: textSentence('name', maxBrandName),
  color: 'color must be # and six hexadecimal digits, such as #1a73e8.',
  intro: textSentence('intro', maxBrandIntro),
  footer: textSentence('footer', maxBrandFooter),
  sections: `sections must be ${documentSections.join(', ')} or some of them, separated by commas.`,
  paper: `paper must be ${orList(paperSizes)}.`,
} satisfies Sentences

export const logoSentences = {
  image: {
    otherwise: 'image must be a PNG, JPEG or SVG as a data URL in base64.',
    required: 'image is required.',
    too_long: `image must be at most ${maxLogoBytes / 1024} KiB.`,
  },
} satisfies Sentences
