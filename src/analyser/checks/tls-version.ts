import { defineCheck, fail, notApplicable, pass } from '../define-check.ts'
import { probesFor } from '../facts/probes.ts'
import { noResponse } from '../probes/results.ts'

/** Versions before TLS 1.2, by the names of OpenSSL. */
const old = new Set(['SSLv2', 'SSLv3', 'TLSv1', 'TLSv1.0', 'TLSv1.1'])

export const tlsVersion = defineCheck({
  id: 'tls-version',
  name: 'TLS version',
  aliases: ['TLS 1.2', 'TLS 1.3', 'SSL version'],
  titlePass: 'The server speaks only TLS 1.2 and newer',
  titleFail: 'The server still speaks TLS 1.1 or older',
  why: 'TLS 1.0 and 1.1 have known weaknesses and are forbidden since 2021. Browsers refuse them.',
  how: 'Allow only TLS 1.2 and 1.3, for example with ssl_protocols TLSv1.2 TLSv1.3 in nginx.',
  thresholds: 'A handshake that offers nothing above TLS 1.1 is refused by the server, or the check fails (RFC 8996).',
  reference: { label: 'RFC 8996: Deprecating TLS 1.0 and TLS 1.1', url: 'https://www.rfc-editor.org/rfc/rfc8996' },
  grade: 'required',
  needs: ['response', 'probes'],
  run({ response: { finalUrl, tls }, probes }) {
    if (!finalUrl.startsWith('https:')) return notApplicable('The page is served over HTTP, without TLS')
    const used = tls?.protocol ?? null
    const url = new URL(finalUrl).origin
    if (used !== null && old.has(used))
      return fail({
        value: used,
        title: `The page was served with ${plainName(used)}`,
        evidence: [{ url, note: `Nothing newer than ${plainName(used)} was agreed on.` }],
      })
    const requested = probesFor(probes, 'old-tls')
    const [probe] = requested
    if (probe?.outcome !== 'answered')
      return noResponse('Whether the server still speaks TLS 1.1 or older is not known', requested)
    const { tlsVersion: agreed } = probe
    if (agreed !== null && old.has(agreed))
      return fail({
        value: agreed,
        title: `The server still accepts ${plainName(agreed)}`,
        evidence: [{ url, note: `A handshake with ${plainName(agreed)} succeeded.` }],
      })
    return pass({
      value: used,
      evidence:
        used === null
          ? []
          : [{ url, note: `The page was served with ${plainName(used)}; TLS 1.1 and older were refused.` }],
    })
  },
})

/** Returns the usual name: “TLSv1.1” becomes “TLS 1.1”. */
const plainName = (version: string) => version.replace(/^(TLS|SSL)v/, '$1 ').replace(/^TLS 1$/, 'TLS 1.0')
