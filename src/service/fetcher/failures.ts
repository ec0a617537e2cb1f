import type { FetchFailure } from '#contract/fetch-failures.ts'

/** `sentence` is for callers that asked for the page; `clause`, without a full stop, is for readers of a report. */
export type Failure<Code extends FetchFailure = FetchFailure> = { code: Code; sentence: string; clause: string }

/** One entry per code. No text contains text of a page. */
export const failures = {
  required: other('required', 'Enter the address of a page, beginning with https://.', 'it is no web address'),
  too_long: (characters: number) =>
    other(
      'too_long',
      `The address is longer than ${characters.toLocaleString('en-US')} characters.`,
      'its address is too long',
    ),
  missing_scheme: other('missing_scheme', 'The address must begin with https:// or http://.', 'it is no web address'),
  invalid_url: other('invalid_url', 'That is not a web address: check it for typing errors.', 'it is no web address'),
  has_credentials: other(
    'has_credentials',
    'The address must not contain a user name or a password.',
    'addresses with a user name or a password are not asked',
  ),
  other_port: other(
    'other_port',
    'Only pages on the standard ports (80 for http, 443 for https) can be analysed.',
    'only the standard ports, 80 for http and 443 for https, are asked',
  ),

  // One code for blocked and for unresponsive hosts. Different ones would let callers map the internal network.
  unreachable: unreached('unreachable', 'nothing answers there, or it may not be contacted from here'),
  dns: unreached('dns', 'the host name does not exist'),
  tls: unreached('tls', 'a secure connection could not be agreed on with its server'),

  timeout: (ms: number) => unread('timeout', `it was not complete after ${seconds(ms)}`),
  time_up: (ms: number) =>
    other(
      'time_up',
      `That page could not be read: with its redirects it took more than ${seconds(ms)}.`,
      'the time for this report was up',
    ),
  connection_closed: unread('connection_closed', 'its server closed the connection before the page was complete'),
  invalid_response: unread('invalid_response', 'its server does not answer in valid HTTP'),
  headers_too_large: (bytes: number) =>
    unread('headers_too_large', `the headers of its answer are larger than ${Math.round(bytes / 1024)} KB`),

  redirect_loop: unread('redirect_loop', 'it redirects in a circle'),
  too_many_redirects: (hops: number) => unread('too_many_redirects', `it redirects more than ${hops} times`),
  redirect_scheme: unread('redirect_scheme', 'it redirects to something that is not an http or https address'),
  redirect_credentials: other(
    'redirect_credentials',
    'That page could not be read: it redirects to an address with a user name or a password in it.',
    'addresses with a user name or a password are not asked',
  ),

  compression_bomb: unread('compression_bomb', 'it unpacks to far more than was sent, as a compression bomb does'),
  too_many_encodings: (encodings: number) =>
    unread('too_many_encodings', `it is compressed more than ${encodings === 2 ? 'twice' : `${encodings} times`}`),
  unsupported_encoding: unread(
    'unsupported_encoding',
    'it is compressed in a way that browsers were not told to expect',
  ),
  corrupt_encoding: unread('corrupt_encoding', 'its compressed content is damaged'),

  pdf: other('pdf', 'That address is a PDF document: only HTML pages can be analysed.', 'it is a PDF document'),
  not_html: other(
    'not_html',
    'That address is not an HTML page: only HTML pages can be analysed.',
    'it is not an HTML page',
  ),
  too_heavy: other(
    'too_heavy',
    'That page could not be analysed within its limits.',
    'it could not be analysed within its limits',
  ),

  refused: ({ status, userAgent }: { status: number; userAgent: string }) =>
    other(
      'refused',
      `We couldn’t see this page: its server returned ${status} to our user agent. Allow “${userAgent}” there, then analyse the page again.`,
      `its server returned ${status} to our user agent`,
    ),
  bot_wall: ({
    status,
    vendor,
    name,
    userAgent,
  }: {
    status: number
    vendor: string
    name: string
    userAgent: string
  }) =>
    other(
      'bot_wall',
      `We couldn’t see this page: its server showed our user agent a bot check by ${vendor} (status ${status}, “${name}”). Allow “${userAgent}” in ${vendor}, then analyse the page again.`,
      `its server showed our user agent a bot check by ${vendor} (status ${status})`,
    ),

  robots: (host: string) => unread('robots', `robots.txt of ${host} forbids it`),
  robots_unavailable: (host: string) => unread('robots_unavailable', `robots.txt of ${host} could not be read`),
  budget: (requests: number) => unread('budget', `the limit of ${requests} requests was reached`),
  unreadable: unread('unreadable', 'its answer could not be read'),
} satisfies { [Code in FetchFailure]: Failure<Code> | ((value: never) => Failure<Code>) }

function other<Code extends FetchFailure>(code: Code, sentence: string, clause: string): Failure<Code> {
  return { code, sentence, clause }
}

function unreached<Code extends FetchFailure>(code: Code, clause: string): Failure<Code> {
  return { code, sentence: `That page could not be reached: ${clause}.`, clause }
}

function unread<Code extends FetchFailure>(code: Code, clause: string): Failure<Code> {
  return { code, sentence: `That page could not be read: ${clause}.`, clause }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} seconds`
}
