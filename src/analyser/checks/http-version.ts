import { defineCheck, info, pass } from '../define-check.ts'
import { headerValues } from '../facts/headers.ts'

export const texts = {
  used: (version: string, offered: string | null) =>
    `The server uses ${version}${offered ? ` and offers ${offered}` : ''}`,
}

export const httpVersion = defineCheck({
  id: 'http-version',
  name: 'HTTP version',
  aliases: ['HTTP/2', 'HTTP/3', 'h2', 'page speed', 'http2', 'http3'],
  titlePass: 'The server uses HTTP/2 or HTTP/3',
  titleFail: 'The server only uses HTTP/1.1',
  why: 'HTTP/2 and HTTP/3 download many files at once over one connection. With HTTP/1.1, they queue.',
  how: 'Turn on HTTP/2 on your server, for example with http2 on; in nginx, or use a CDN. It needs HTTPS. You can add HTTP/3 with an Alt-Svc header.',
  thresholds:
    'Pass: HTTP/2, or an offer of HTTP/2 or HTTP/3 in Alt-Svc. Info: only HTTP/1.x (Lighthouse modern-http). It saves time, but we don’t measure how much. We don’t test HTTP/3 itself.',
  reference: { label: 'RFC 9113: HTTP/2', url: 'https://www.rfc-editor.org/rfc/rfc9113.html' },
  grade: 'heuristic',
  needs: ['response'],
  changeable: true,
  run({ response: { httpVersion: version, headers } }) {
    const offered = offers(headerValues(headers, 'alt-svc'))
    const value = `HTTP/${version}`
    const title = texts.used(value, offered)
    return version.startsWith('1') && !offered ? info(title, { value }) : pass({ value, title })
  },
})

/** Returns the newest protocol in Alt-Svc: “h3”, drafts of it such as “h3-29”, and “h2”. */
function offers(values: string[]): string | null {
  const protocols = values.flatMap((value) => value.split(',')).map((protocol) => protocol.trim().toLowerCase())
  if (protocols.some((protocol) => /^h3(?:-\d{1,3})?=/.test(protocol))) return 'HTTP/3'
  return protocols.some((protocol) => protocol.startsWith('h2=')) ? 'HTTP/2' : null
}
