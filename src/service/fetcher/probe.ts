import type { Gathered, Probe, RobotsFile, Wish } from '#analyser/gathered.ts'
import { notAsked } from './probe-answers.ts'
import type { Run } from './run.ts'

/** What is known of the page when what lies beside it is asked. */
export type Surroundings = Pick<Gathered, 'finalUrl' | 'status' | 'headers' | 'redirects' | 'robots'>

/** Whether our own crawler may ask an address, by the robots.txt of its host. */
export type MayAsk = (robots: RobotsFile, url: string) => boolean

/** Asks what is wished for, in rounds; throws nothing but the caller's own reason to give up. */
export async function probe(_page: Surroundings, wishes: Wish[], _run: Run, _mayAsk: MayAsk): Promise<Probe[]> {
  return wishes.map((wish) => notAsked(wish, 'it was not asked for'))
}
