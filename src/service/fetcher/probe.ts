import pLimit from 'p-limit'
import type { Probe, ProbeRequest } from '#analyser/crawl.ts'
import { createBoard, type MayCrawl, type Step } from './probe-board.ts'
import type { Surroundings } from './probe-known.ts'
import { takeStep } from './probe-step.ts'
import { reasons } from './probe-words.ts'
import type { Context } from './request.ts'
import type { Run } from './run.ts'

/**
 * Asks what is wished for, in rounds of one request each for as many addresses as the budget allows: who gets a request
 * depends on the order of the wishes alone, and not on who answers first. Throws nothing but the caller's own reason to
 * give up.
 */
export async function probe(
  page: Surroundings,
  wishes: ProbeRequest[],
  run: Run,
  mayCrawl: MayCrawl,
): Promise<Probe[]> {
  const { limits, budget, signal } = run
  const recall = run.memory.forPage(page.redirects[0]?.url ?? page.finalUrl)
  return run.within(async (context) => {
    const board = createBoard(page, wishes, { limits, allowHosts: context.allowHosts, mayCrawl })
    const allowance = { left: limits.sitemapBytes }
    const ask = async (step: Step) => {
      // What is remembered counts as well: which addresses are looked at must not depend on it.
      budget.left -= 1
      try {
        board.keep(step, {
          reached: await recall(step, context, () => takeStep(step.url, step.errand, context, allowance)),
        })
      } catch (error) {
        if (!context.signal.aborted) board.keep(step, { error })
      }
    }
    for (let round = 1; !context.signal.aborted; round += 1) {
      const steps = board.nextSteps(round, budget.left)
      if (steps.length === 0 && round >= lastToBegin) break
      await byHost(steps, ask, context)
      board.settle()
    }
    signal?.throwIfAborted()
    return board.probes(context.signal.aborted ? reasons.timeUp : reasons.limitReached(limits.subRequests))
  })
}

/** From this round on nothing is held back any more. */
const lastToBegin = 3

/** Hosts side by side, and each asked one thing at a time. */
async function byHost(steps: Step[], ask: (step: Step) => Promise<void>, { limits, signal }: Context): Promise<void> {
  const atOnce = pLimit(limits.hostsAtOnce)
  const hosts = Map.groupBy(steps, ({ url }) => url.host)
  await Promise.all(
    [...hosts.values()].map((queue) =>
      atOnce(async () => {
        for (const step of queue) {
          if (signal.aborted) return
          await ask(step)
        }
      }),
    ),
  )
}
