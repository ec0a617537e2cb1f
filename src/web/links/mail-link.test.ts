import { expect, it } from 'vitest'
import { mailLink } from './mail-link.ts'

/** As a mail program reads it: headers after the question mark, parted by `&`. */
function read(href: string) {
  const [address, headers = ''] = href.split('?')
  return { address, headers: headers.split('&').map((one) => one.split('=').map(decodeURIComponent)) }
}

const url = 'https://seo.example/reports?search=%22a%26b%22&result=bad'

it('has the name as its subject and the whole address in its body, and names nobody', () => {
  expect(read(mailLink('Bad reports · “a&b”', url))).toEqual({
    address: 'mailto:',
    headers: [
      ['subject', 'Bad reports · “a&b”'],
      ['body', `Bad reports · “a&b”\r\n${url}\r\n`],
    ],
  })
})

it.each([
  ['adds no header', 'Report\r\nBcc: all@example.com', 'Report Bcc: all@example.com'],
  ['adds no parameter', 'Report&bcc=all@example.com?cc=x#', 'Report&bcc=all@example.com?cc=x#'],
  ['does not turn the line around', 'Report \u202Emoc.elpmaxe\u2066', 'Report  moc.elpmaxe'],
  ['may be broken in half', 'Report \uD83D', 'Report \uFFFD'],
  ['may be markup', '<script>alert(1)</script>', '<script>alert(1)</script>'],
])('a hostile name %s', (_, name, subject) => {
  const { headers } = read(mailLink(name, url))
  expect(headers).toEqual([
    ['subject', subject],
    ['body', `${subject}\r\n${url}\r\n`],
  ])
})

it('cuts a subject that no mail program shows, and never through a character', () => {
  const [[, subject] = []] = read(mailLink('🐑'.repeat(5000), url)).headers
  expect([...(subject ?? '')]).toHaveLength(200)
  expect(subject?.endsWith('🐑…')).toBe(true)
})
