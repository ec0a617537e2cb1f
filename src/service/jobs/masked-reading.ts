import { decodeBody } from '#analyser/facts/charset.ts'
import { fingerprint } from '#analyser/facts/fingerprint.ts'
import { headerValue } from '#analyser/facts/headers.ts'
import type { FetchedPage } from '#analyser/fetched-page.ts'
import type { PlanOptions } from '#analyser/probes/plan.ts'
import * as analyser from '#analyser/run.ts'
import { createMask, sortSecrets } from '#service/fetcher/mask.ts'

type Answer = Pick<FetchedPage, 'headers' | 'body'>

export type PageToRead = FetchedPage &
  PlanOptions & {
    /** The values of the website's identity. Its page may echo them. */
    secrets?: readonly string[]
    /** The response without the identity. Null if there is none, undefined if it wasn't requested. */
    without?: Answer | null | undefined
  }

/** What was read of a page, without the values of the website's identity. */
export type MaskedReading = analyser.PageReading & {
  /** The values that are masked if the page or a response to its probe requests echoes them. */
  masked: string[]
  /** The page echoes one of them. */
  isEchoed: boolean
  /**
   * The page has a short value, which is masked only if its response without the identity has it less often: where it
   * would be `kept`, or elsewhere on the `page`.
   */
  unsure: 'kept' | 'page' | null
}

/** Like {@link analyser.readPage}, with the values of the identity masked in what is kept. */
export function readPage({ secrets = [], without, ...page }: PageToRead): MaskedReading {
  const reading = analyser.readPage(page)
  const { long, short } = sortSecrets(secrets)
  if (long.length + short.length === 0) return { ...reading, masked: [], isEchoed: false, unsure: null }
  const text = textOf(page)
  const shown = createMask(short).find(text)
  const isCompared = without !== undefined
  const masked = isCompared ? [...long, ...shown.filter((value) => isAnswer(value, text, without))] : long
  const isKept = () => {
    const { probeRequests: _, ...kept } = reading
    return JSON.stringify(createMask(shown).hide(kept)) !== JSON.stringify(kept)
  }
  return {
    ...hideIn(reading, masked, `${text}\n${page.robots.text}\n${JSON.stringify(page.redirects)}`),
    masked,
    isEchoed: createMask(masked).find(text).length > 0,
    unsure: isCompared || shown.length === 0 ? null : isKept() ? 'kept' : 'page',
  }
}

/** Like {@link analyser.readRendered}, with the values masked. A page that echoes one has no screenshot. */
export function readRendered({ masked = [], ...page }: analyser.PageToMerge & { masked?: string[] }): MaskedReading {
  const { fetched, rendered } = page
  const { html, ...rendering } = rendered
  const text = [textOf(fetched), html, JSON.stringify(rendering)].join('\n')
  const isEchoed = createMask(masked).find(text).length > 0
  const hasScreenshot = rendered.hasScreenshot && !isEchoed
  const reading = analyser.readRendered({ ...page, rendered: { ...rendered, hasScreenshot } })
  return {
    ...hideIn(reading, masked, `${text}\n${fetched.robots.text}\n${JSON.stringify(fetched.redirects)}`),
    masked,
    isEchoed,
    unsure: null,
  }
}

/** Returns true if a page has a value more often than its response without the identity. */
const isAnswer = (value: string, text: string, without: Answer | null) => {
  const { count } = createMask([value])
  return without === null || count(text) > count(textOf({ ...without, truncated: false }))
}

/** Returns the headers and the body of a response as one text. */
function textOf({ headers, body, truncated }: Answer & Pick<FetchedPage, 'truncated'>): string {
  const { text } = decodeBody(body, headerValue(headers, 'content-type'), truncated)
  return [...headers.flat(), text].join('\n')
}

/** @param text all texts that were read */
function hideIn<T extends analyser.PageReading>(reading: T, masked: string[], text: string): T {
  const { find } = createMask(masked)
  const { hide } = createMask(find(text))
  const [facts, title] = [hide(reading.facts), hide(reading.title)]
  const fingerprints = { ...reading.fingerprints }
  // A hash of a short text tells the text.
  if (title !== reading.title) fingerprints.title = fingerprint(title ?? '')
  const { description } = facts.metadata
  if (description !== reading.facts.metadata.description) fingerprints.description = fingerprint(description ?? '')
  return { ...reading, facts, title, fingerprints }
}
