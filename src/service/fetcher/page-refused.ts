/** A page that cannot be analysed. Callers see `sentence`; `detail` goes to the log only. */
export class PageRefused extends Error {
  readonly sentence: string
  readonly detail: Record<string, unknown>

  constructor(sentence: string, detail: Record<string, unknown> = {}) {
    super(sentence)
    this.name = 'PageRefused'
    this.sentence = sentence
    this.detail = detail
  }
}

/** Returns the code and message of any thrown value, for a log line. */
export function causeOf(error: unknown): Record<string, unknown> {
  return { code: codeOf(error) ?? null, message: error instanceof Error ? error.message : String(error) }
}

export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
