/** Faults of a URL itself, found without a request. */
export const urlFailures = [
  'required',
  'too_long',
  'missing_scheme',
  'invalid_url',
  'has_credentials',
  'other_port',
] as const

/**
 * The reasons for a page that can't be analysed or a probe request without a response. Codes are stored with reports
 * and sent to clients, so a code never changes its meaning.
 */
export const fetchFailures = [
  ...urlFailures,
  /**
   * The host doesn't respond, or must not be contacted. One code for both, so that callers can't map an internal
   * network.
   */
  'unreachable',
  /** The host name does not exist. */
  'dns',
  /** No secure connection, or an untrusted one that an identity must not be sent over. */
  'tls',
  /** One request took too long. */
  'timeout',
  /** All requests for a report together took too long. */
  'time_up',
  'connection_closed',
  'invalid_response',
  'headers_too_large',
  'redirect_loop',
  'too_many_redirects',
  'redirect_scheme',
  'redirect_credentials',
  'compression_bomb',
  'too_many_encodings',
  'unsupported_encoding',
  'corrupt_encoding',
  'pdf',
  'not_html',
  'too_heavy',
  /** The server returned 401, 403, 407, 429 or 503. */
  'refused',
  /** The server showed a challenge or a block page of a bot protection. */
  'bot_wall',
  /** The website's identity was encrypted with a key that this server doesn't have. It is never requested without. */
  'identity_locked',
  'robots',
  /** robots.txt could not be read, so the URL was not requested. */
  'robots_unavailable',
  /** The requests for a report were used up. */
  'budget',
  /** The requests for a crawl's links, or the hosts that they may go to, were used up. */
  'crawl_limit',
  /** The crawl was cancelled, or failed, before it asked for the link. */
  'crawl_cancelled',
  /** The response could not be read for another reason. */
  'unreadable',
] as const
export type FetchFailure = (typeof fetchFailures)[number]
