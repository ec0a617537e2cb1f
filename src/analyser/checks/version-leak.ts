import { count, defineCheck, pass, warn } from '../define-check.ts'

const namedHeaders = new Set([
  'server',
  'x-powered-by',
  'x-aspnet-version',
  'x-aspnetmvc-version',
  'x-php-version',
  'x-generator',
  'x-powered-cms',
  'liferay-portal',
  'x-owa-version',
  'microsoftsharepointteamservices',
])

/**
 * Matches “nginx/1”, “PHP/8.1.2”, “Next.js 13” and “4.0.30319”, but not “ECS (dcb/7F83)” or “http/2”, which are not
 * versions of software.
 */
const versions = [/(?:^|[/ (])v?\d{1,5}\.\d/i, /(?<!^http)\/v?\d{1,5}(?=$|[\s;,)])/i, /[a-z)] \d{1,3}(?=$|[\s(;,])/i]

export const texts = {
  leaks: (headers: number) => `${count(headers, 'header')} ${headers === 1 ? 'reveals' : 'reveal'} software versions`,
}

export const versionLeak = defineCheck({
  id: 'version-leak',
  name: 'Software version exposure',
  aliases: ['server header', 'x-powered-by', 'version disclosure'],
  titlePass: 'Headers don’t reveal software versions',
  titleFail: 'Headers reveal software versions',
  why: 'Attackers search for websites running versions with known weaknesses.',
  how: 'Hide the version, for example with server_tokens off in nginx, ServerTokens Prod in Apache or expose_php = Off in PHP. Names without versions are fine.',
  action: 'Hide the versions of the server’s software',
  effort: 'minutes',
  thresholds:
    'Warning: a version number in Server, X-Powered-By, X-AspNet-Version or similar. The generator meta tag isn’t checked here.',
  reference: { label: 'RFC 9110: the Server header', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#field.server' },
  grade: 'heuristic',
  needs: ['response'],
  run({ response: { headers } }) {
    const leaks = headers.filter(
      ([name, value]) =>
        namedHeaders.has(name) && versions.some((version) => version.test(value.slice(0, 1000).trim())),
    )
    if (leaks.length === 0) return pass({ value: 0 })
    const title = texts.leaks(leaks.length)
    return warn({
      value: leaks.length,
      title,
      evidence: leaks.map(([name, value]) => ({ snippet: `${name}: ${value.slice(0, 300)}` })),
    })
  },
})
