const seconds = (ms: number) => `${Math.round(ms / 100) / 10} seconds`
const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} KB`

/** Messages for callers about pages that cannot be analysed. None contains text of the page. */
export const sentences = {
  missing: 'Enter the address of a page, beginning with https://.',
  tooLong: (characters: number) => `The address is longer than ${characters.toLocaleString('en-US')} characters.`,
  noScheme: 'The address must begin with https:// or http://.',
  notAnAddress: 'That is not a web address: check it for typing errors.',
  credentials: 'The address must not contain a user name or a password.',
  otherPort: 'Only pages on the standard ports (80 for http, 443 for https) can be analysed.',

  // One sentence for blocked and for unresponsive hosts. Different ones would let callers map the internal network.
  unreachable: 'That page could not be reached: nothing answers there, or it may not be contacted from here.',
  nameNotFound: 'That page could not be reached: the host name does not exist.',
  noSecureConnection: 'That page could not be reached: a secure connection could not be agreed on with its server.',

  tookTooLong: (ms: number) => `That page could not be read: it was not complete after ${seconds(ms)}.`,
  tookTooLongInAll: (ms: number) =>
    `That page could not be read: with its redirects and waiting times it took more than ${seconds(ms)}.`,
  brokeOff: 'That page could not be read: its server closed the connection before the page was complete.',
  notHttp: 'That page could not be read: its server does not answer in valid HTTP.',
  headersTooLarge: (bytes: number) =>
    `That page could not be read: the headers of its answer are larger than ${kilobytes(bytes)}.`,

  redirectLoop: 'That page could not be read: it redirects in a circle.',
  tooManyRedirects: (hops: number) => `That page could not be read: it redirects more than ${hops} times.`,
  redirectElsewhere: 'That page could not be read: it redirects to something that is not an http or https address.',
  redirectCredentials: 'That page could not be read: it redirects to an address with a user name or a password in it.',

  bomb: 'That page could not be read: it unpacks to far more than was sent, as a compression bomb does.',
  tooManyEncodings: (encodings: number) =>
    `That page could not be read: it is compressed more than ${encodings === 2 ? 'twice' : `${encodings} times`}.`,
  unknownEncoding: 'That page could not be read: it is compressed in a way that browsers were not told to expect.',
  brokenEncoding: 'That page could not be read: its compressed content is damaged.',

  pdf: 'That address is a PDF document: only HTML pages can be analysed.',
  notHtml: 'That address is not an HTML page: only HTML pages can be analysed.',
}
