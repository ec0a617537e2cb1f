import { type Probe, probePurposes, type RobotsFile, type ProbeRequest } from '#analyser/crawl.ts'
import type { Limits } from './limits.ts'
import { keyOf, rememberAnswers, rememberRobots, type Surroundings } from './probe-known.ts'
import { type Errand, fullnessOf, type Reached } from './probe-step.ts'
import { giveUp, goOn, probeOf, startTrail, type Trail } from './probe-trail.ts'
import { reasons } from './probe-words.ts'
import { addressOf } from './sitemap-listing.ts'
import { readTarget } from './target.ts'

/** Whether our own crawler may ask an address, by the robots.txt of its host. */
export type MayCrawl = (robots: RobotsFile, url: string) => boolean

export type Step = { url: URL; errand: Errand }
type Rules = { limits: Limits; allowHosts: ReadonlySet<string>; mayCrawl: MayCrawl }
/** `settled`: the sitemaps it may list were taken up, or are not to be. */
type Wished = { wish: ProbeRequest; trail: Trail; settled: boolean }

/** Kept while links and resources are taken up and anything is still on its way. */
const keptForRedirects = 3
const isSampled = ({ wish }: Wished) => probePurposes.indexOf(wish.purpose) >= probePurposes.indexOf('link')

/** Where every wish stands, and which requests come next. It asks nothing itself. */
export function createBoard(page: Surroundings, wishes: ProbeRequest[], { limits, allowHosts, mayCrawl }: Rules) {
  const answers = rememberAnswers(page)
  const robots = rememberRobots(page, limits.robotsRedirects)
  const fullest = new Map<string, ProbeRequest>()
  let wished = wishes.map((wish) => begin(wish, false))
  let children = 0

  function begin(wish: ProbeRequest, settled: boolean): Wished {
    const address = addressOf(wish.url)
    const trail = startTrail(wish, address === null ? null : new URL(address))
    const key = keyOf(trail.url, wish)
    const noted = fullest.get(key)
    if (!noted || fullnessOf(noted) < fullnessOf(wish)) fullest.set(key, wish)
    return { wish, trail, settled }
  }

  const errandFor = ({ url, wish }: Trail): Errand => {
    const noted = fullest.get(keyOf(url, wish))
    return noted && fullnessOf(noted) > fullnessOf(wish) ? noted : wish
  }
  const fileFor = (trail: Trail, obeys: boolean) => (obeys ? robots.fileFor(trail.url) : page.robots)

  /** As far as a trail can go without a request; true when it needs one. */
  function advance(trail: Trail, obeys: boolean): boolean {
    while (!trail.end) {
      try {
        readTarget(trail.url, allowHosts)
      } catch (error) {
        giveUp(trail, error)
        break
      }
      const file = fileFor(trail, obeys)
      if (!file) return true
      if (obeys && !mayCrawl(file, trail.url.href)) {
        trail.end = { outcome: 'not-asked', reason: reasons.forbidden(file) }
        break
      }
      const outcome = answers.find(trail.url, errandFor(trail))
      if (!outcome) return true
      if ('error' in outcome) giveUp(trail, outcome.error)
      else goOn(trail, outcome.reached, trail.wish.read === 'robots' ? limits.robotsRedirects : limits.redirects)
    }
    return false
  }

  /**
   * One request each for as many trails as there is room: those on their way before those that have not begun, and the
   * sample after the first round.
   */
  function nextSteps(round: number, requestsLeft: number): Step[] {
    const steps = new Map<string, Step>()
    const promised = new Set<string>()
    const ask = (trail: Trail) => steps.set(keyOf(trail.url, trail.wish), { url: trail.url, errand: errandFor(trail) })

    const take = ({ wish, trail }: Wished, room: number) => {
      if (!advance(trail, wish.obeysRobots)) return
      const key = keyOf(trail.url, trail.wish)
      const waits = fileFor(trail, wish.obeysRobots) === undefined
      const more = (steps.has(key) || promised.has(key) ? 0 : 1) + (waits && !robots.isBegun(trail.url) ? 1 : 0)
      if (steps.size + promised.size + more > room) return
      trail.begun = true
      if (!waits) {
        ask(trail)
        return
      }
      promised.add(key)
      if (!robots.isBegun(trail.url)) ask(robots.begin(trail.url))
    }
    for (const trail of robots.trails()) {
      if (advance(trail, false) && steps.size < requestsLeft) ask(trail)
    }
    for (const one of wished) if (one.trail.begun) take(one, requestsLeft)
    const room = round === 2 || (round > 2 && steps.size > 0) ? requestsLeft - keptForRedirects : requestsLeft
    for (const one of wished) if (!one.trail.begun && (round > 1 || !isSampled(one))) take(one, room)
    return [...steps.values()]
  }

  /** The sitemaps that an index lists are asked as if they had been wished for, right after it. */
  function takeUpListed(index: Wished): Wished[] {
    const { wish, trail, settled } = index
    if (settled || wish.purpose !== 'sitemap' || !trail.end || !('reached' in trail.end)) return []
    index.settled = true
    const urls = trail.end.reached.childUrls.filter(
      (url) => !wished.some((one) => one.wish.read === 'sitemap' && one.wish.url === url),
    )
    const taken = urls.slice(0, Math.max(0, limits.sitemapChildren - children))
    children += taken.length
    return taken.map((url) => begin({ ...wish, url }, true))
  }

  return {
    nextSteps,
    keep(step: Step, outcome: { reached: Reached } | { error: unknown }) {
      answers.keep(step.url, step.errand, outcome)
    },
    /** Every trail as far as it goes with what is known now. */
    settle() {
      for (const trail of robots.trails()) advance(trail, false)
      for (const { wish, trail } of wished) advance(trail, wish.obeysRobots)
      wished = wished.flatMap((one) => [one, ...takeUpListed(one)])
    },
    probes: (unfinished: string): Probe[] => wished.map(({ wish, trail }) => probeOf(wish, trail, unfinished)),
  }
}
