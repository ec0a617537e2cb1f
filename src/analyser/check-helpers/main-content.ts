import { tokenize } from '../facts/tokens.ts'
import type { PageFacts } from '../page-facts.ts'

/** With more words, the HTML has main content of its own, whatever scripts add. */
const maxWords = 50

/** True if the facts are those of the page after its scripts ran. */
export const isRendered = ({ beyond }: { beyond?: PageFacts['beyond'] | undefined }): boolean =>
  beyond !== undefined &&
  beyond.rendered !== null &&
  beyond.rendered.redirectedTo === null &&
  beyond.rendered.isIncomplete !== true

/**
 * Returns the elements that scripts fill if the main content is not in the HTML without them, else nothing. Menus, page
 * headers and footers are no main content. A rendered page has nothing more to come.
 */
export function filledByScripts({
  mainText,
  appRoot,
  resources,
  ...others
}: Pick<PageFacts, 'mainText' | 'appRoot' | 'resources'> & Partial<Pick<PageFacts, 'beyond'>>): number[] {
  if (isRendered(others) || mainText === undefined || mainText.words >= maxWords) return []
  const hasScripts =
    mainText.inlineScripts || resources.items.some(({ kind, noscript }) => kind === 'script' && !noscript)
  if (!hasScripts) return []
  return [...new Set([...(appRoot.at === null ? [] : [appRoot.at]), ...mainText.filled])]
}

/** With more words, a page has main content, whatever robots.txt blocks. */
const maxWordsBesideBlocked = 20
/** What a page requests to fill its elements, in the words of the browser. */
const filesThatFill = new Set(['script', 'fetch', 'xhr'])

type EmptyForGoogle = { filled: number[]; files: { url: string; line: number | null; rule: string | null }[] }

/**
 * Returns the empty elements of a page without main content, and the scripts and data that robots.txt blocks, so that
 * they stay empty for Google. Null if nothing is blocked that could fill them.
 */
export function emptyByRobots(
  facts: Pick<PageFacts, 'mainText' | 'appRoot' | 'resources'> & Partial<Pick<PageFacts, 'beyond' | 'resourceAccess'>>,
): EmptyForGoogle | null {
  const { mainText, appRoot, beyond, resourceAccess } = facts
  if (mainText === undefined || mainText.words >= maxWordsBesideBlocked) return null
  const filled = isRendered(facts)
    ? [...new Set([...(appRoot.at === null ? [] : [appRoot.at]), ...mainText.filled])]
    : filledByScripts(facts)
  const files = beyond?.rendered
    ? beyond.rendered.blockedByRobots.items.filter(({ type }) => filesThatFill.has(type))
    : (resourceAccess?.blocked.items ?? [])
        .filter(({ kind }) => kind === 'script')
        .map(({ url, rule }) => ({ url, line: rule?.line ?? null, rule: rule?.text ?? null }))
  return filled.length > 0 && files.length > 0 ? { filled, files } : null
}

const aboutConsent =
  /\b(?:cookies?|consent|einwilligung(?:en)?|datenschutz\p{L}*|privacidad|privacy|confidentialité)\b|クッキー|同意/iu
const asksForConsent =
  /\b(?:(?:accept|allow|agree to|reject|decline|refuse) (?:all|cookies)|accept (?:and|&) (?:continue|close)|alle (?:cookies )?(?:akzeptieren|ablehnen|zulassen)|tout (?:accepter|refuser)|aceptar (?:todo|todas)|rechazar (?:todo|todas)|accetta (?:tutto|tutti)|alles (?:accepteren|weigeren))\b|すべて(?:受け入れる|同意)/iu

/** A longer text is a page about cookies. */
const maxNoticeWords = 80
/** Headings and buttons of a notice that name neither. */
const maxOtherWords = 12

const isAllAboutConsent = (text: string) =>
  aboutConsent.test(text) &&
  tokenize(
    text
      .split(/(?<=[.!?])\s+|(?<=。)\s*|\n/)
      .filter((sentence) => !aboutConsent.test(sentence) && !asksForConsent.test(sentence))
      .join(' '),
  ).count <= maxOtherWords

/** Returns true if the only content is a notice that asks for consent to cookies. */
export const isCookieWall = ({ mainText, words }: Pick<PageFacts, 'mainText' | 'words'>): boolean =>
  mainText !== undefined &&
  words.alts.given === 0 &&
  ((mainText.words === 0 && mainText.consentWords > 0) ||
    (mainText.text !== null &&
      mainText.words <= maxNoticeWords &&
      asksForConsent.test(mainText.text) &&
      isAllAboutConsent(mainText.text)))
