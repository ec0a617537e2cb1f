import { isSuccess } from '#contract/responses/http-status.ts'
import type { PageFacts } from '../page-facts.ts'

/** A page with more words has content besides the message. */
const maxWords = 300

const thing = '(?:page|file|document|article|product|item|post|content|url|site)'
const messages = [
  '(?:error |http )?404(?: error| page| not found| page not found)?',
  `(?:the |this |requested )*${thing} (?:you (?:requested|are looking for) )?(?:was |is |could |can)?(?:not|n[’']t) (?:be )?(?:found|available)`,
  `(?:sorry |oops )?(?:we |i )?(?:could|can)(?:not|n[’']t|’t) find (?:that|this|the|your) ${thing}`,
  '(?:nothing|not) found',
  `(?:the |this )?${thing} (?:does not|doesn[’']t) exist`,
  '(?:die |diese )?seite (?:wurde |konnte )?(?:leider )?nicht gefunden(?: werden)?',
  'page (?:introuvable|non trouvée|inexistante)',
  'p[áa]gina no encontrada',
  'p[áa]gina n[ãa]o encontrada',
  'pagina (?:non trovata|niet gevonden)',
  'sidan (?:kunde inte hittas|hittades inte)',
  'strona nie (?:została )?znaleziona',
  'ページが見つかりません(?:でした)?',
  '(?:页面|頁面)(?:不存在|未找到|找不到)',
]
const message = new RegExp(`^(?:${messages.join('|')})$`, 'i')

/**
 * Returns the title or H1 of a page that returns success and says that there is no such page, in the words of common
 * templates; null for any other page. Google calls it a soft 404.
 */
export function notFoundMessage({
  response: { status },
  metadata: { title },
  headings,
  words,
}: Pick<PageFacts, 'response' | 'metadata' | 'headings' | 'words'>): string | null {
  if (!isSuccess(status) || words.count > maxWords) return null
  const h1 = headings.items.find(({ level, hidden, text }) => level === 1 && !hidden && text !== '')?.text
  return [title, h1].find((text) => text !== null && text !== undefined && saysNotFound(text)) ?? null
}

/** Returns true if one part of a title is such a message, as in "Page not found | Lantern workshop". */
const saysNotFound = (text: string) =>
  text
    .slice(0, 300)
    .split(/[|–—·•:»«,.!?-]+/)
    .some((part) => message.test(part.trim()))
