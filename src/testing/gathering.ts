import type { Crawl } from '#analyser/crawl.ts'
import { gather } from '#service/fetcher/gather.ts'
import type { GatherOptions } from '#service/fetcher/run.ts'
import { PageRefused } from '#service/fetcher/page-refused.ts'
import type { HostileServer } from './hostile-server.ts'

/** Gathers from a loopback server, which is the one host allowed. */
export function gatherFrom(server: HostileServer, path: string, options: Partial<GatherOptions> = {}): Promise<Crawl> {
  return gather(new URL(path, server.origin), { allowHosts: new Set([server.host]), ...options })
}

/** The sentence a page was refused with; anything else than a refusal fails the test. */
export async function refusalOf(outcome: Promise<unknown>): Promise<string> {
  try {
    await outcome
  } catch (error) {
    if (error instanceof PageRefused) return error.sentence
    throw error
  }
  throw new Error('The page was not refused')
}
