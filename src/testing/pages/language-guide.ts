import { readFileSync } from 'node:fs'
import type { CheckInfo, CheckResult } from '#contract/reports/analysis.ts'

/** A pattern of words that a text avoids, and their replacement. */
type Rule = readonly [pattern: RegExp, instead: string]
type Group = 'everywhere' | 'product' | 'interface' | 'checks'

const groups = JSON.parse(readFileSync(new URL('../../../scripts/glossary.json', import.meta.url), 'utf8')) as Record<
  Group,
  { not: string; use: string; caseSensitive?: true }[]
>
const rulesOf = (...names: Group[]): readonly Rule[] =>
  names.flatMap((name) =>
    groups[name].map(({ not, use, caseSensitive }) => [new RegExp(not, caseSensitive ? 'u' : 'iu'), use] as const),
  )

/** For all texts of the product, and its documents. */
const forbiddenWords = rulesOf('everywhere')
const glossary = rulesOf('everywhere', 'product')
/** Buttons name their action. */
const interfaceGlossary = rulesOf('everywhere', 'product', 'interface')
/** The checks use the field's own words. */
const checkGlossary = rulesOf('everywhere', 'product', 'checks')

const maxWords = 25
const maxTitleWords = 8

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length
const longestSentence = (text: string) => Math.max(...text.split(/[.:?!;](?:\s|$)/).map(wordsOf))

function forbiddenIn(text: string, rules: readonly Rule[]): string | undefined {
  for (const [pattern, instead] of rules) {
    const found = pattern.exec(text)
    if (found) return `“${found[0]}”: use ${instead}`
  }
  return undefined
}

const faultOfProse = (text: string, rules: readonly Rule[]): string | undefined => {
  const longest = longestSentence(text)
  return forbiddenIn(text, rules) ?? (longest > maxWords ? `a sentence of ${longest} words` : undefined)
}

/** Returns the fault in a text of the interface, or undefined. */
export const faultOf = (text: string) => faultOfProse(text, interfaceGlossary)

/** Returns the fault in a text for developers, who read straight quotes, code and names of headers. */
export const faultForDevelopers = (text: string) =>
  faultOfProse(text.replaceAll(/"[^"]*"|`[^`]*`|'(?:none|self)'|\b[A-Z]\w*(?:-[A-Z]\w*)+/g, '…'), glossary)

/** Returns the fault in a paragraph of a document in Markdown, without its code. */
export const faultOfDocument = (text: string) =>
  forbiddenIn(text.replaceAll(/`[^`]*`/g, '…').replaceAll(/\]\([^)]*\)/g, ']'), forbiddenWords)

/** Entries of a catalogue that are a title or a button have no full stop. */
export const faultOfEntry = (name: string, text: string): string | undefined =>
  /(^|[a-z])(title|action|submit|confirm|cancel|save|label)$/i.test(name) && /[^.]\.$/.test(text)
    ? 'a full stop in a title, a label or a button'
    : undefined

/** Leaves out quotations: parts of the page in curly quotes, URLs and code to paste. */
const withoutQuotes = (text: string) =>
  text
    .replace(/“[^”]*”/g, '“…”')
    .replace(/\bhttps?:\/\/\S+/g, 'URL')
    .replace(/<[a-z!/][^>]*>/gi, 'code')
    .replace(/\b[\w-]+="[^"]*"/g, 'code')
    .replace(/'(?:self|none|unsafe-inline|strict-dynamic|nonce-\w+)'/g, 'code')

/** Words that a check needs although the glossary has others. */
const ownWords: Readonly<Record<string, RegExp>> = {
  // The property of schema.org.
  'jsonld-required': /\baddress\b/g,
}

type Texts = Record<string, string | null | undefined>

const faultsIn = (texts: Texts, find: (text: string) => string | undefined): string[] =>
  Object.entries(texts).flatMap(([where, text]) => {
    const fault = text ? find(withoutQuotes(text)) : undefined
    return fault === undefined ? [] : [`${where}: ${fault} in “${text}”`]
  })

const faultOfText = (text: string) => forbiddenIn(text, checkGlossary)

function faultOfSentences(text: string) {
  const longest = longestSentence(text)
  return faultOfText(text) ?? (longest > maxWords ? `a sentence of ${longest} words` : undefined)
}

function faultOfTitle(text: string) {
  const words = wordsOf(text)
  if (words > maxTitleWords) return `${words} words, more than ${maxTitleWords}`
  return /\b(that|what|whose)\b/i.test(text) ? 'a clause instead of “The X is …”' : faultOfText(text)
}

const levels = ['Pass', 'Warning', 'Fail', 'Info', 'Unknown', 'Not applicable']
const level = new RegExp(`(?:^|(?<=\\. ))(?:${levels.join('|')})(?=: | only[.,: ])`, 'g')

/** Pass criteria have one form: “Pass: … Warning: … Fail: … Info: … Exceptions. Source.” */
function faultOfThresholds(text: string) {
  const found = [...text.matchAll(level)]
  const order = found.map(([label]) => levels.indexOf(label))
  if (found[0]?.index !== 0) return `doesn’t begin with ${levels.join(', ')}`
  return order.some((at, index) => index > 0 && at <= (order[index - 1] ?? -1))
    ? `not in the order ${levels.join(', ')}`
    : faultOfText(text)
}

type CheckTexts = Pick<CheckInfo, 'name' | 'title_pass' | 'title_fail' | 'why' | 'how' | 'thresholds' | 'deduction'>

/** Returns the faults in the catalogue's texts for one check. */
export const faultsOfCheck = ({ name, title_pass, title_fail, why, how, ...rest }: CheckTexts): string[] => [
  ...faultsIn({ name, title_pass, title_fail }, faultOfTitle),
  ...faultsIn({ why, how, deduction: rest.deduction }, faultOfSentences),
  ...faultsIn({ thresholds: rest.thresholds }, faultOfThresholds),
]

const verbs = {
  one: /\b(?:is|has|doesn’t|lacks|contains|uses|reveals)\b/,
  several: /\b(?:are|have|don’t|lack|contain|use|reveal)\b/,
}

/** A title that begins with a number has its verb in the same number: “1 image has”, “2 of 3 images have”. */
function faultOfNumber(title: string): string | undefined {
  const amount = /^(?:At least )?([\d,]+) /.exec(title)?.[1]
  if (amount === undefined || amount === '0') return undefined
  const [right, wrong] = amount === '1' ? [verbs.one, verbs.several] : [verbs.several, verbs.one]
  const at = title.search(wrong)
  return at >= 0 && (title.search(right) < 0 || at < title.search(right)) ? 'the verb has another number' : undefined
}

/** Returns the faults in the texts of one result: title, reason and notes of the evidence. */
export function faultsOfResult(
  id: string,
  { title, outcome, reason, evidence }: Pick<CheckResult, 'title' | 'outcome' | 'reason' | 'evidence'>,
): string[] {
  const own = ownWords[id] ?? /(?!)/
  const notes = Object.fromEntries((evidence ?? []).map(({ note }, at) => [`evidence ${at}`, note?.replace(own, '…')]))
  return [
    ...faultsIn({ title }, faultOfSentences),
    ...faultsIn({ title }, faultOfNumber),
    ...faultsIn({ title: outcome === 'unknown' ? title : null }, (text) =>
      /^(We couldn’t|Not checked)/.test(text) ? undefined : 'doesn’t begin with “We couldn’t”',
    ),
    ...faultsIn({ reason, ...notes }, faultOfText),
  ]
}
