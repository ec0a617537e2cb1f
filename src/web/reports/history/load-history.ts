import * as z from 'zod/mini'
import { PageHistory } from '#contract/comparison.ts'
import { parseBody } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/session.ts'

/** Loads the history of a report's page. */
export async function loadHistory(id: number, signal: AbortSignal): Promise<PageHistory> {
  const path = `/reports/${id}/history`
  const { body } = await currentClient().call('GET', path, { signal })
  return parseBody(path, body, () => z.parse(PageHistory, body))
}
