import type { Gathered } from '#analyser/gathered.ts'
import { type Analysis, analysePage } from '#analyser/run.ts'

/** Runs in a thread of its own, within limits of memory and time: pages are strangers' input. */
export function analyse(gathered: Gathered): Analysis {
  return analysePage(gathered)
}
