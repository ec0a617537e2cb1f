import { defineCheck, fail, notApplicable, pass } from '../define-check.ts'
import { probesFor } from '../facts/probes.ts'
import { noResponse } from '../probes/results.ts'

/** Versions before TLS 1.2, by the names of OpenSSL. */
const old = new Set(['SSLv2', 'SSLv3', 'TLSv1', 'TLSv1.0', 'TLSv1.1'])

export const texts = {
  oldAccepted: (version: string) => `The server still accepts ${version}`,
  servedWith: (version: string) => `The page was served with ${version}`,
}

export const tlsVersion = defineCheck({
  id: 'tls-version',
  name: 'TLS version',
  aliases: ['TLS 1.2', 'TLS 1.3', 'SSL version'],
  titlePass: 'The server only accepts TLS 1.2 or newer',
  titleFail: 'The server accepts TLS 1.1 or older',
  why: 'TLS 1.0 and 1.1 have known weaknesses and were deprecated in 2021. Browsers no longer support them.',
  how: 'Allow only TLS 1.2 and 1.3, for example with ssl_protocols TLSv1.2 TLSv1.3 in nginx.',
  action: 'Switch off outdated encryption',
  effort: 'minutes',
  thresholds:
    'Pass: the server rejects a handshake with TLS 1.1 or older. Fail: it accepts one (RFC 8996). Unknown: we couldn’t try it. Not applicable: HTTP pages.',
  reference: { label: 'RFC 8996: Deprecating TLS 1.0 and TLS 1.1', url: 'https://www.rfc-editor.org/rfc/rfc8996' },
  grade: 'required',
  needs: ['response', 'probes'],
  run({ response: { finalUrl, tls }, probes }) {
    if (!finalUrl.startsWith('https:')) return notApplicable('The page itself doesn’t use HTTPS')
    const used = tls?.protocol ?? null
    const url = new URL(finalUrl).origin
    if (used !== null && old.has(used))
      return fail({
        value: used,
        title: texts.servedWith(plainName(used)),
        evidence: [{ url, note: `The server didn’t offer anything newer than ${plainName(used)}.` }],
      })
    const requested = probesFor(probes, 'old-tls')
    const [probe] = requested
    if (probe?.outcome !== 'answered') return noResponse('We couldn’t check for TLS 1.1 or older', requested)
    const { tlsVersion: agreed } = probe
    if (agreed !== null && old.has(agreed))
      return fail({
        value: agreed,
        title: texts.oldAccepted(plainName(agreed)),
        evidence: [{ url, note: `A handshake with ${plainName(agreed)} succeeded.` }],
      })
    return pass({
      value: used,
      evidence:
        used === null
          ? []
          : [{ url, note: `The page was served with ${plainName(used)}; TLS 1.1 and older were rejected.` }],
    })
  },
})

/** Returns the usual name: “TLSv1.1” becomes “TLS 1.1”. */
const plainName = (version: string) => version.replace(/^(TLS|SSL)v/, '$1 ').replace(/^TLS 1$/, 'TLS 1.0')
