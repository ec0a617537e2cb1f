const unknownOutcome = ' Whether the change was made is not known: look before you repeat it.'
const again = ' Try again in a little while.'

/** What a person reads when the server behind the gateway fails. None of it names that server or carries its text. */
export const sentences = {
  // One for what may not be contacted, does not resolve and does not answer: callers may be strangers.
  unreachable: `The server behind this dashboard cannot be reached at the moment.${again}`,
  connectTimeout: `The server behind this dashboard could not be connected to in time.${again}`,
  untrusted:
    'The certificate of the server behind this dashboard is not trusted, so nothing was sent to it. Whoever runs it has to renew or correct it.',
  silent: (seconds: number, isWrite: boolean) =>
    `The server behind this dashboard has said nothing for ${seconds} seconds.${isWrite ? unknownOutcome : again}`,
  brokeOff: (isWrite: boolean) =>
    `The server behind this dashboard closed the connection without an answer.${isWrite ? unknownOutcome : again}`,
  notHttp: (isWrite: boolean) =>
    `The server behind this dashboard does not answer in valid HTTP.${isWrite ? unknownOutcome : ''}`,
  headersTooLarge: (isWrite: boolean) =>
    `The headers of the answer from the server behind this dashboard are too large.${isWrite ? unknownOutcome : ''}`,
  redirects:
    'The server behind this dashboard sends this request on to another address, which is not followed. Whoever runs this dashboard can give it the right one.',
  busy: 'Too many requests are on their way to the server behind this dashboard.',
  ownPagesOnly: 'What is protected by a password opens only at the server itself, not through this dashboard.',
}
