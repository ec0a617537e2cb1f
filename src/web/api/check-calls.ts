import * as z from 'zod/mini'
import { CheckCatalogue } from '#contract/analysis.ts'
import { type Client, understood } from './client.ts'

export async function listChecks(client: Client, signal?: AbortSignal) {
  const { body } = await client.call('GET', '/checks', { signal })
  return understood('/checks', body, () => z.parse(CheckCatalogue, body).data)
}
