import { tokenize } from '../facts/tokens.ts'
import type { PageFacts } from '../page-facts.ts'

/** With more words, the HTML has main content of its own, whatever scripts add. */
const maxWords = 50

/** True if the facts are those of the page after its scripts ran. */
export const isRendered = ({ beyond }: { beyond?: PageFacts['beyond'] | undefined }): boolean =>
  beyond !== undefined && beyond.rendered !== null && beyond.rendered.redirectedTo === null

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
