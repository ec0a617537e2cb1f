import type { AnyReport } from '#contract/any-report.ts'
import { type ApiError, asApiError } from '#web/data/api-error.ts'
import { createReport } from './create-report.ts'
import { announce } from '#web/ui/live-region.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { analyseWords } from './words.ts'
import { frameWords } from '#web/app/words.ts'
import { withScheme } from './with-scheme.ts'

const words = analyseWords

/** A sentence to show beside the field, when trying again makes sense, in ms since 1970, and what whoever runs the server may want to know. */
export type Wrong = { sentence: string; retryAt: number | null; detail?: string | null }

/** Analyses what was typed: the finished report, or what is wrong; neither when it was cancelled, nor when it is being looked for. */
export async function analyse(typed: string, signal: AbortSignal): Promise<{ report?: AnyReport; wrong?: Wrong }> {
  const url = withScheme(typed)
  if (!url) return { wrong: { sentence: words.empty, retryAt: null } }
  announce(words.starting(url))
  // Should the network go meanwhile, what tells of that cannot be fetched any more.
  import('./pending-notice.lazy.tsx').catch(() => {})
  try {
    return { report: await createReport(url, signal) }
  } catch (thrown) {
    const error = asApiError(thrown)
    if (error.kind === 'aborted') announce(words.cancelled)
    if (error.unsure) return {}
    return {
      wrong: {
        sentence: await sentenceOf(error),
        retryAt: error.retryAt,
        detail: error.kind === 'invalid' ? null : error.detail,
      },
    }
  }
}

/** Says to whoever went elsewhere meanwhile that the report is there. */
export function tellReady({ score }: AnyReport, open: () => void) {
  showToast({ text: words.ready(score), tone: 'good', action: { label: words.open, onSelect: open } })
}

/** The words for failures are loaded with the first of them. */
async function sentenceOf(error: ApiError) {
  const { errorSentence } = await import('#web/data/error-words.ts').catch(() => ({
    errorSentence: () => frameWords.analyse.failed,
  }))
  return error.fields['url']?.join(' ') ?? errorSentence(error)
}
