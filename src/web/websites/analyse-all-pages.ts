import { defaultReportQuery } from '#contract/lists/list-query.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { walkList } from '#web/list/walk-list.ts'
import { showToast } from '#web/ui/toast.tsx'

const perPage = 100 as const

/** Analyses every known page of a website again, as one job that `start` starts. */
export async function analyseAllPages(id: number, start: (urls: readonly string[]) => void): Promise<void> {
  const urls: string[] = []
  try {
    const query = { ...defaultReportQuery, website_id: id, latest: '1' as const, per_page: perPage }
    const fetchPage = (page: number, signal: AbortSignal) => currentClient().listReports({ ...query, page }, signal)
    for await (const { rows } of walkList(fetchPage, new AbortController().signal, perPage))
      urls.push(...rows.map(({ url }) => url))
    start(urls)
  } catch (thrown) {
    const error = asApiError(thrown)
    // It is aborted when another person uses the page.
    if (error.kind !== 'aborted') showToast({ text: errorSentence(error), tone: 'bad' })
  }
}
