import { expect, it } from 'vitest'
import { mailLink } from './share-options.tsx'

/** Parses a `mailto:` URL as a mail program does: headers after the question mark, separated by `&`. */
function read(href: string) {
  const [address, headers = ''] = href.split('?')
  return { address, headers: headers.split('&').map((one) => one.split('=').map(decodeURIComponent)) }
}

const url = 'https://seo.example/reports?search=%22a%26b%22&result=bad'

it('has the name as its subject, the URL in its body and no recipient', () => {
  expect(read(mailLink('Bad reports · “a&b”', url))).toEqual({
    address: 'mailto:',
    headers: [
      ['subject', 'Bad reports · “a&b”'],
      ['body', `Bad reports · “a&b”\r\n${url}\r\n`],
    ],
  })
})

it.each([
  ['cannot add a header', 'Report\r\nBcc: all@example.com', 'Report Bcc: all@example.com'],
  ['cannot add a parameter', 'Report&bcc=all@example.com?cc=x#', 'Report&bcc=all@example.com?cc=x#'],
  ['cannot reverse the text', 'Report \u202Emoc.elpmaxe\u2066', 'Report  moc.elpmaxe'],
  ['can end in half a character', 'Report \uD83D', 'Report \uFFFD'],
  ['can contain markup', '<script>alert(1)</script>', '<script>alert(1)</script>'],
])('a hostile name %s', (_, name, subject) => {
  const { headers } = read(mailLink(name, url))
  expect(headers).toEqual([
    ['subject', subject],
    ['body', `${subject}\r\n${url}\r\n`],
  ])
})

it('truncates a long subject between characters', () => {
  const [[, subject] = []] = read(mailLink('🐑'.repeat(5000), url)).headers
  expect([...(subject ?? '')]).toHaveLength(200)
  expect(subject?.endsWith('🐑…')).toBe(true)
})
