import type { AmongPages } from './facts/shared-texts.ts'
import type { Cut } from './facts/text.ts'
import type { Ordinal } from './facts/walk.ts'
import type { ElementLocation } from './locate.ts'
import type { Probe } from './probe.ts'

/** The answer to the target of a link, which a crawl knows once it ends. */
export type LinkAnswer = Pick<Probe, 'url' | 'outcome' | 'reason' | 'reasonCode' | 'redirects' | 'finalUrl' | 'status'>

/** What a crawl knows about one of its pages once it ends. */
export type CrawlOfPage = {
  /** The fewest clicks from the start. Null if none lead there, or a limit hides them. */
  clicks: number | null
  /** The answers to the targets of its links, see `targetsOfLinks`. */
  answers: readonly LinkAnswer[]
  /** The URLs of internal links, with their fragments, to pages of the crawl that lack these. */
  missingFragments: readonly { url: string }[]
  /** It is one of the URLs without end that the crawl stopped to follow. */
  isOfTrap?: boolean
  /** A sitemap lists it, and no link leads to it. */
  isOnlyListed?: boolean
  /** The query parameters without which the crawl requested the URLs of the website. */
  ignoredParameters?: readonly string[]
  /** What it shares with the other pages. */
  amongPages?: AmongPages | undefined
}

/** A target of a page's links, with its answer. */
export type AnsweredLink = LinkAnswer & { at: Ordinal }

/** The targets of a page's listed links to one side, each once, with those that are more than a link that works. */
export type LinksInCrawl = {
  targets: number
  broken: Cut<AnsweredLink>
  unclear: Cut<AnsweredLink>
  redirecting: Cut<AnsweredLink>
  unchecked: Cut<AnsweredLink>
}

/**
 * The links of a page of a crawl, which the crawl answers when it ends. Until then, it keeps where all of them are, and
 * the page's `textWords`.
 */
export type CrawlFacts =
  | { state: 'running'; places: [Ordinal, ElementLocation][]; words?: number[] }
  | {
      state: 'ended'
      clicks: number | null
      internal: LinksInCrawl
      external: LinksInCrawl
      missingFragments: Cut<{ url: string; at: Ordinal }>
      /** See {@link CrawlOfPage}. */
      isOfTrap?: true
      isOnlyListed?: true
    }
