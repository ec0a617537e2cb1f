import { grouped } from '#contract/format/numbers.ts'
import { maxUrlLength } from '#contract/forms/report-forms.ts'
import { maxCrawlDepth, maxCrawlPages, maxCrawlPatterns } from '#contract/jobs/job.ts'
import { maxViewName } from '#contract/lists/views.ts'
import { maxBulkIds } from '#contract/reports/bulk.ts'
import { type FieldCode, fieldCodes } from '#contract/responses/error-codes.ts'
import type { BlockedBy, Problem } from '#contract/responses/problem.ts'
import { maxLinkLabel } from '#contract/sharing/links.ts'
import { maxPasswordLength } from '#contract/websites/website.ts'

/** A sentence for all fields, or one for each of some fields and one for the others. */
type Sentence = string | (Record<string, string> & { others: string })

const atMost = (characters: number) => `Use ${grouped(characters)} characters or fewer.`

/** For people: they don't name the parameter, because they stand beside its field. */
const words: Record<FieldCode, Sentence> = {
  required: {
    others: 'Fill in this field.',
    name: 'Enter a name.',
    url: 'Enter a page URL, such as example.com/page.',
    password: 'Enter the password.',
  },
  one_required: 'There’s nothing to save yet.',
  too_long: {
    others: 'This is too long.',
    url: `This URL is too long. ${atMost(maxUrlLength)}`,
    name: atMost(maxViewName),
    label: atMost(maxLinkLabel),
    password: atMost(maxPasswordLength),
  },
  too_many: {
    others: 'That’s too many at once.',
    ids: `Choose ${grouped(maxBulkIds)} or fewer.`,
    include: `Enter ${maxCrawlPatterns} paths or fewer.`,
    exclude: `Enter ${maxCrawlPatterns} paths or fewer.`,
  },
  duplicate: 'One of these is listed twice.',
  reused: 'This was sent before with other content. Reload the page, then try again.',
  incomplete: 'The list has changed. Reload the page, then try again.',
  invalid_characters: 'Remove line breaks and special characters.',
  invalid_choice: {
    others: 'Choose one of the options.',
    max_pages: `Enter a whole number from 1 to ${grouped(maxCrawlPages)}.`,
    max_depth: `Enter a whole number from 0 to ${maxCrawlDepth}, or leave it blank.`,
  },
  invalid_id: 'This no longer exists. It may have been deleted.',
  invalid_time: 'Enter a valid date and time.',
  invalid_color: 'Enter a colour such as #1a73e8.',
  invalid_image: 'Choose a PNG, JPEG or SVG file.',
  in_the_past: 'Choose a time in the future.',
  not_allowed: 'This doesn’t go with your other choices.',
  invalid_parameter: 'The server doesn’t support one of the filters.',
  invalid_encoding: 'Part of the URL is damaged. Set the filters again.',
  missing_scheme: 'Enter a URL that starts with https:// or http://.',
  invalid_url: 'That isn’t a valid URL. Check it for typos.',
  has_credentials: 'Remove the username and password from the URL.',
  not_found: 'This no longer exists. It may have been deleted.',
  expired: 'This sign-in link has expired or was already used.',
  wrong_password: 'Wrong password. Try again.',
  invalid_type: 'Enter text or a number.',
  invalid_body: 'The server couldn’t read the request. Reload the page, then try again.',

  other_port: 'We can only analyse pages on the standard ports, 80 for http and 443 for https.',
  unreachable: 'We couldn’t reach the page. Its server isn’t responding, or we can’t contact it from here.',
  dns: 'We couldn’t find that domain. Check the spelling.',
  tls: 'We couldn’t make a secure connection to the page’s server.',
  timeout: 'The page took too long to load.',
  time_up: 'The page and its redirects took too long to load.',
  connection_closed: 'The page’s server closed the connection before it sent the whole page.',
  invalid_response: 'The page’s server sent an invalid response.',
  headers_too_large: 'The response headers of this page are too large.',
  redirect_loop: 'The page redirects in a loop.',
  too_many_redirects: 'The page redirects too many times.',
  redirect_scheme: 'The page redirects to something that isn’t a web page.',
  redirect_credentials: 'The page redirects to a URL that contains a username or password.',
  compression_bomb: 'The page expands to a suspiciously large size, so we stopped.',
  too_many_encodings: 'The page is compressed too many times.',
  unsupported_encoding: 'The page uses a compression format that we don’t support.',
  corrupt_encoding: 'The compressed page is corrupt.',
  pdf: 'This URL is a PDF. We can only analyse HTML pages.',
  not_html: 'This URL isn’t an HTML page. We can only analyse HTML pages.',
  too_heavy: 'The page is too large or complex to analyse.',
  refused: 'We couldn’t see this page, because its server rejected our request.',
  bot_wall: 'We couldn’t see this page, because its server showed a bot check instead.',
  robots: 'robots.txt blocks this page.',
  robots_unavailable: 'We couldn’t read robots.txt, so we didn’t request this page.',
  budget: 'We reached the limit of requests for one report.',
  unreadable: 'We couldn’t read the response.',
}

/** What the server did instead of showing the page, and what its administrator can allow. */
const blockedWords = ({ status, vendor, userAgent }: BlockedBy) =>
  vendor === null
    ? `We couldn’t see this page: its server returned ${status} to us. Allow our user agent “${userAgent}” there, then try again.`
    : `We couldn’t see this page: ${vendor} showed us a bot check (status ${status}). Allow our user agent “${userAgent}” in ${vendor}, then try again.`

const isKnown = (code: string): code is FieldCode => (fieldCodes as string[]).includes(code)

function sentenceOf(field: string, code: FieldCode, blockedBy: BlockedBy | null): string {
  if (blockedBy && (code === 'refused' || code === 'bot_wall')) return blockedWords(blockedBy)
  const sentence = words[code]
  if (typeof sentence === 'string') return sentence
  return Object.hasOwn(sentence, field) ? (sentence[field] ?? sentence.others) : sentence.others
}

/** The sentences of each field: the dashboard's for codes it knows, otherwise the server's. */
export function fieldSentences({ errors, codes, blockedBy }: Pick<Problem, 'errors' | 'codes' | 'blockedBy'>) {
  return Object.fromEntries(
    Object.entries(errors).map(([field, sentences]) => {
      const given = codes[field] ?? []
      const known = given.filter(isKnown).map((code) => sentenceOf(field, code, blockedBy))
      return [field, known.length > 0 && known.length === given.length ? [...new Set(known)] : sentences]
    }),
  )
}
