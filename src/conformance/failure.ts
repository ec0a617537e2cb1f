/** Why there is no answer. `nothing sent`: it did not get as far as the server. */
export type Failure = { ok: false; kind: 'nothing sent' | 'silent' | 'cut' | 'too large'; why: string }

/** The server is not worth asking on. */
export class GaveUp extends Error {
  override name = 'GaveUp'
}

const certificate = /CERT|SIGNATURE|SELF_SIGNED|ALTNAME|ERR_TLS|ERR_SSL|EPROTO/
const neverSent: Record<string, string> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNREFUSED: 'nothing listens there',
  EHOSTUNREACH: 'there is no way to it from here',
  ENETUNREACH: 'there is no way to it from here',
  EACCES: 'this machine does not let anybody connect there',
  ETIMEDOUT: 'it did not take the connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not take the connection in time',
}

/** Puts what `fetch` threw into words that follow "The server could not be asked:" or "no answer:". */
export function failureOf(error: unknown, { late, timeoutMs }: { late: boolean; timeoutMs: number }): Failure {
  if (error instanceof RangeError)
    return { ok: false, kind: 'too large', why: 'the answer is larger than 32 MB and was not read on' }
  if (late) return { ok: false, kind: 'silent', why: `nothing came within ${timeoutMs / 1_000} s` }
  const code = codeOf(error)
  const unsent = neverSent[code]
  if (unsent !== undefined) return { ok: false, kind: 'nothing sent', why: unsent }
  if (certificate.test(code))
    return { ok: false, kind: 'nothing sent', why: `its certificate is not trusted or the encryption failed (${code})` }
  if (code === 'bad port') return { ok: false, kind: 'nothing sent', why: 'its port is one that no browser asks' }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { ok: false, kind: 'cut', why: 'its headers are too large' }
  if (code.startsWith('HPE_')) return { ok: false, kind: 'cut', why: 'what came is no HTTP' }
  return { ok: false, kind: 'cut', why: 'the connection broke before the answer was complete' }
}

function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown; message?: unknown; errors?: { code?: unknown }[] } }
  const code = cause?.code ?? cause?.errors?.[0]?.code ?? cause?.message ?? (error as { code?: unknown }).code
  return typeof code === 'string' ? code : ''
}
