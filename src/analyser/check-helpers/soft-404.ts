import { collapse } from '../facts/text.ts'
import { tokenize } from '../facts/tokens.ts'
import { isSuccess } from '../fetched-page.ts'
import type { PageFacts } from '../page-facts.ts'

const things = '(?:page|file|document|article|product|item|post|content|url|site|listing|profile|video)'
const wanted = `(?: (?:that )?you(?:[’']re| are| were)? (?:requested|looking for|trying to (?:open|reach|visit|access)))?`
const negated = `(?:not|n[’']t|[’']t)`

/** They say that this page does not exist. */
const statements = [
  `(?:the |this |that |your |requested )*${things}${wanted} (?:(?:was|is|could|ca|can|does) ?)?${negated} (?:be )?(?:found|available|here|exist)`,
  `(?:the |this |that |requested )*${things}${wanted} no longer exists`,
  `(?:the |this |that |requested )*${things}${wanted} (?:has been|was) (?:removed|deleted)`,
  `(?:the )?requested url (?:\\S{1,200} )?was not found(?: on this server)?`,
  `(?:sorry |oops )?(?:we |i )?(?:could|can|ca) ?${negated} find (?:that|this|the|your) ${things}${wanted}`,
  '(?:die |diese )?(?:angeforderte |gesuchte |gewünschte )?seite (?:(?:wurde |konnte |ist )?(?:leider )?nicht (?:mehr )?(?:gefunden|vorhanden|verfügbar)(?: werden)?|existiert (?:leider )?nicht(?: mehr)?)',
  "(?:la |cette )?page (?:(?:demandée|que vous (?:cherchez|recherchez)) )?(?:est )?(?:introuvable|non trouvée|inexistante|n[’']existe (?:pas|plus))",
  '(?:la )?p[áa]gina (?:que busca(?:s)? )?(?:no (?:encontrada|existe|se ha encontrado)|n[ãa]o (?:encontrada|existe|foi encontrada))',
  '(?:la )?pagina (?:non (?:trovata|esiste)|niet gevonden)',
  'sidan (?:kunde inte hittas|hittades inte|finns inte)',
  'strona nie (?:została )?(?:znaleziona|istnieje)',
  'страница не (?:найдена|существует)',
  '(?:お探しの)?ページ(?:が|は)見つかりません(?:でした)?',
  '(?:您(?:访问|請求)的)?(?:页面|頁面)(?:不存在|未找到|找不到)',
  '페이지를 찾을 수 없습니다',
]
/** In the text below a name, they say that something is sold out. As the heading, they leave nothing. */
const gone = `(?:sorry )?(?:the |this |that )?(?:${things}|job|vacancy|offer|event|ad|advert|property)${wanted} (?:is )?no longer (?:available|offered|listed|here)`
/** They can also be the subject of a page. */
const statuses = ['(?:error |http )?404(?: error)?(?: not found)?', '(?:nothing|not) found']

const statement = new RegExp(`^(?:404 )?(?:${statements.join('|')})$`, 'iu')
const goneHeading = new RegExp(`^(?:${gone})$`, 'iu')
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

type Soft404Facts = Pick<PageFacts, 'response' | 'metadata' | 'headings' | 'words' | 'mainText'>

/** Returns true if one part of a text is such a message, as in "Page not found | Lantern workshop". */
const hasPart = (text: string, message: RegExp) =>
  // A URL in the message has signs that otherwise part it.
  message.test(
    text
      .slice(0, 500)
      .replace(/[.!]\s*$/, '')
      .trim(),
  ) ||
  text
    .slice(0, 500)
    .split(/[|–—·•:»«,.!?。！？\n-]+/)
    .some((part) => message.test(part.trim()))

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
  const rest = heading === null ? text : text.replace(heading, ' ')
  const restWords = mainText.words - (rest === text ? 0 : tokenize(subject).count)
  if (restWords > maxWords || explanation.test(`${title} ${text}`)) return null
  const saysSo = hasPart(rest, statement)
  const advises = advice.test(rest)
  if (hasPart(subject, statement) || hasPart(subject, goneHeading))
    return restWords <= fewWords || saysSo || advises ? subject : null
  if (hasPart(subject, status)) {
    const isBare = restWords <= 2 && words.alts.given === 0
    return saysSo || advises || isBare ? subject : null
  }
  // Under a heading such as “Oops!”, the text begins with the message, or the title has it.
  if (hasPart(rest.slice(0, 120), statement)) return collapse(rest).slice(0, 100)
  return title !== null && hasPart(title, statement) && advises && restWords <= fewWords ? title : null
}
