import { collapse } from '../facts/text.ts'
import { tokenize } from '../facts/tokens.ts'
import { isSuccess } from '../fetched-page.ts'
import type { PageFacts } from '../page-facts.ts'
import { emptyStatements, exclamations, goneStatements, statements } from './soft-404-phrases.ts'

/** They can also be the subject of a page. */
const statuses = ['(?:error |http )?404(?: error)?(?: not found)?', '(?:nothing|not) found']

const statement = new RegExp(`^(?:404 )?(?:${statements.join('|')})$`, 'iu')
const gone = new RegExp(`^(?:${goneStatements.join('|')})$`, 'iu')
const empty = new RegExp(`^(?:${emptyStatements.join('|')})$`, 'iu')
const status = new RegExp(`^(?:${statuses.join('|')})$`, 'iu')
/** Said beside the message, to the visitor. */
const advice =
  /\b(?:sorry|oops|whoops|you (?:requested|are looking for|were looking for|followed|typed)|may have (?:been )?(?:moved|removed|deleted|changed)|check the (?:url|address|spelling|link)|(?:back|return|go) to (?:the |our )?(?:home|start|front)|home ?page|leider|entschuldigung|startseite|désolé|accueil|lo sentimos|spiacenti|helaas|przepraszamy)\b|к сожалению|главную|トップページ|ホームへ|首页|홈으로/iu
/** A page about the message. */
const explanation =
  /\b(?:status codes?|this (?:status|error|message|response|guide|article)|reference|tutorial|how to|statuscode|anleitung|diese[rn]? (?:status|fehler|meldung))\b/iu

/** An error page has no more words, and without advice to the visitor no more than a few. */
const maxWords = 60
const fewWords = 12
/** What an empty list says beside its message, such as how to search again. */
const someWords = 30
/** Lists of the visitor, which are empty for crawlers and right. */
const ownList =
  /\b(?:cart|basket|bag|wish ?list|favou?rites|compare|notifications?|warenkorb|merkzettel|panier|carrito|cesta|carrello|winkelwagen|carrinho|koszyk)\b|カート/iu

type Soft404Facts = Pick<PageFacts, 'response' | 'metadata' | 'headings' | 'words' | 'mainText' | 'links'>

/** The message can have commas, or a URL whose signs otherwise part it. */
const separators = [/[.!?](?=\s|$)|[。！？\n]/, /[|–—·•:»«,.!?。！？\n-]+/]

/** Returns true if one part of a text is such a message, as in "Page not found | Lantern workshop". */
function hasPart(text: string, message: RegExp): boolean {
  const start = text.slice(0, 500)
  const whole = start.replace(/[.!]\s*$/, '').trim()
  const parts = separators.flatMap((separator) => start.split(separator))
  return [whole, ...parts].some((part) => message.test(plain(part)))
}

/** Without the quotation marks and greetings around a message. */
const plain = (part: string) =>
  part
    .trim()
    .replace(
      /^(?:oops|sorry|whoops|ups|hoppla|oups|désolé|vaya|ops|oeps|helaas|leider|desculpe|lo sentimos|spiacenti|przepraszamy|niestety)[\s!.,…:–-]{1,9}/iu,
      '',
    )
    .replace(/^[\s¡¿“”"„«»…]{1,9}/, '')

/**
 * Returns the main heading, title or main text of a page that returns success and as a whole says that there is no
 * such page; null for any other page. Google can treat it as a soft 404. A page about the status, and one of that
 * name, has other content. Undefined if the facts of an older report don't show it.
 */
export function notFoundMessage({
  response,
  metadata: { title },
  headings,
  words,
  mainText,
  links,
}: Soft404Facts): string | null | undefined {
  if (!isSuccess(response.status)) return null
  const shown = headings.items.filter(({ hidden, text }) => !hidden && text !== '')
  const heading = (shown.find(({ level }) => level === 1) ?? shown[0])?.text ?? null
  if (mainText === undefined) {
    const mayBe = [title, heading].some((text) => text !== null && (hasPart(text, statement) || hasPart(text, status)))
    return mayBe && words.count <= 300 ? undefined : null
  }
  if (mainText.text === null) return null
  const subject = heading ?? title ?? ''
  const text = collapse(mainText.text)
  // Menus and suggestions around the message are no content.
  const lines = linesWithout(mainText.text, heading, links.items)
  const rest = lines.join('\n')
  const restWords = tokenize(rest).count
  if (restWords > maxWords || explanation.test(`${title} ${text}`)) return null
  const saysSo = hasPart(rest, statement) || hasPart(text, statement)
  const advises = advice.test(text)
  if (hasPart(subject, statement) || hasPart(subject, gone))
    return restWords <= fewWords || saysSo || advises ? subject : null
  if (hasPart(subject, status)) {
    const isBare = restWords <= 2 && words.alts.given === 0
    return saysSo || advises || isBare ? subject : null
  }
  // Under a heading such as “Oops!”, a line begins with the message, or the title has it.
  const saying = (message: RegExp) => lines.find((line) => hasPart(line.slice(0, 120), message))?.slice(0, 100)
  const missing = saying(statement)
  if (missing !== undefined) return missing
  const isNameless = heading === null || exclamations.test(plain(heading).replace(/[\s!.…,]{1,9}$/, ''))
  const lost = isNameless || restWords <= fewWords ? saying(gone) : undefined
  if (lost !== undefined) return lost
  const isOwnList = ownList.test(`${subject} ${rest}`)
  const nothing = restWords > someWords || isOwnList ? undefined : saying(empty)
  if (nothing !== undefined) return nothing
  if (restWords <= someWords && !isOwnList && hasPart(subject, empty)) return subject
  return title !== null && hasPart(title, statement) && advises && restWords <= fewWords ? title : null
}

/** Returns the lines of a text without its heading and without the texts of links. */
function linesWithout(text: string, heading: string | null, links: readonly { text: string }[]): string[] {
  const texts = [...new Set(links.map((link) => collapse(link.text)))]
    .filter((link) => link.length > 1)
    .toSorted((a, b) => b.length - a.length)
  return text
    .split('\n')
    .map(collapse)
    .filter((line) => line !== heading)
    .map((line) => collapse(texts.reduce((rest, link) => rest.replace(link, ' '), line)))
    .filter((line) => line !== '')
}
