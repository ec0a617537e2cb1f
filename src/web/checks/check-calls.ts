import * as z from 'zod/mini'
import { CheckCatalogue } from '#contract/analysis.ts'
import { type Client, understood } from '#web/data/client.ts'

/** An `anonymous` call sends no key and asks nobody for one. */
export async function listChecks(
  client: Client,
  options: { signal?: AbortSignal; anonymous?: boolean } = {},
): Promise<CheckCatalogue> {
  const { body } = await client.call('GET', '/checks', options)
  return understood('/checks', body, () => z.parse(CheckCatalogue, body))
}
