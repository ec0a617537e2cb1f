import { directiveEvidence, forGoogle, readIndexing } from '../check-helpers/indexing.ts'
import {
  count,
  defineCheck,
  type LocatedEvidence,
  googleDocs,
  info,
  notApplicable,
  pass,
  warn,
} from '../define-check.ts'
import { readDate } from '../facts/dates.ts'
import type { RobotsDirective } from '../facts/directives.ts'
import type { Meta } from '../facts/metadata.ts'

/** The rules that Google documents, as of November 2026. */
const google =
  'all noindex nofollow none nosnippet indexifembedded max-snippet max-image-preview max-video-preview notranslate noimageindex unavailable_after'.split(
    ' ',
  )
/** Defaults, rules of the past, and rules of other crawlers. They are no mistakes. */
const harmless = new Set(
  'index follow noarchive archive nocache snippet nositelinkssearchbox noodp noydir noyaca nopagereadaloud noai noimageai noml'.split(
    ' ',
  ),
)
/** They change nothing. */
const defaults = new Set(['all', 'index', 'follow', 'archive', 'snippet'])
const known = new Set([...google, ...harmless])

const isLimit = (value: string) => /^(?:-1|\d{1,9})$/.test(value)
const isPreviewSize = (value: string) => ['none', 'standard', 'large'].includes(value)

/** The form of the values that Google documents. */
const values = new Map([
  ['max-snippet', { should: 'a number, or -1 for no limit', isValid: isLimit }],
  ['max-video-preview', { should: 'a number, or -1 for no limit', isValid: isLimit }],
  ['max-image-preview', { should: 'none, standard or large', isValid: isPreviewSize }],
  ['unavailable_after', { should: 'a date in a widely used format', isValid: (value) => readDate(value) !== null }],
] satisfies [string, { should: string; isValid: (value: string) => boolean }][])

export const texts = {
  separate: 'Separate directives with commas.',
  unknown: 'Google doesn’t know this directive.',
  didYouMean: (directive: string) => `Google doesn’t know this. Did you mean ${directive}?`,
  wrongAttribute: (name: string) => `Crawlers don’t read “${name}” in the “property” attribute. Use “name”.`,
  notAName: (name: string, meant: string) => `No crawler reads “${name}”. Did you mean ${meant}?`,
  misnamed: (name: string) => `No crawler follows the rules for “${name}”`,
  swallowed: (name: string) => `“${name}:” names a crawler in this header, so the rules after it don’t reach Google.`,
  notADirective: (name: string) => `“${name}” isn’t a robots directive`,
  nofollow: (name: string) => `Google doesn’t follow the links on this page (${name})`,
  followsNone: 'Google follows no link on this page.',
  faulty: (directives: number) =>
    `${count(directives, 'robots directive')} ${directives === 1 ? 'has' : 'have'} errors`,
}

export const robotsDirectives = defineCheck({
  id: 'robots-directives',
  name: 'Robots directives',
  aliases: ['meta robots', 'x-robots-tag', 'nofollow', 'robots meta tag'],
  titlePass: 'Robots directives are valid',
  titleFail: 'Robots directives have errors',
  titleAny: 'Robots directives have errors or forbid following links',
  faults: {
    nofollow: 'Google doesn’t follow the links on this page',
  },
  why: 'Search engines ignore a misspelt directive, so a page with “no-index” is indexed. nofollow on a page stops Google following any of its links.',
  how: 'Use the directives Google documents, separated by commas. Remove nofollow and none, unless you want no link on the page followed.',
  action: 'Correct the instructions for search engines on this page',
  effort: 'minutes',
  thresholds:
    'Warning: a rule is for a misspelt name, such as “robot”, or in the property attribute; a directive for Googlebot or all crawlers is unknown to Google, has an invalid value, or stops Google following links (nofollow or none). Info: nofollow together with noindex. Not applicable: no directives. Directives for other search engines are fine.',
  reference: googleDocs('Robots meta tag and X-Robots-Tag', 'crawling-indexing/robots-meta-tag'),
  grade: 'required',
  needs: ['directives', 'response', 'metadata'],
  run({ directives, response, metadata }) {
    const forThis = forGoogle(directives.items)
    const misnamed = [...misnamedMetas(metadata.metas.items), ...misnamedHeaders(directives.items, response.finalUrl)]
    if (forThis.length === 0 && misnamed.length === 0) return notApplicable('The page has no robots directives')
    const evidenceWith = (directive: RobotsDirective, note: string): LocatedEvidence[] =>
      directiveEvidence([directive], response.finalUrl).map((item) => ({ ...item, note }))
    const misspelt = forThis.filter(({ name }) => !known.has(name))
    const misused = forThis.filter(({ name, value }) => known.has(name) && !isValidValue(name, value))
    const wrong = [
      ...misnamed.map(({ evidence }) => evidence),
      ...misspelt.flatMap((directive) => evidenceWith(directive, noteOnUnknown(directive.name))),
      ...misused.flatMap((directive) =>
        evidenceWith(directive, `${directive.name} needs ${values.get(directive.name)?.should ?? 'another value'}.`),
      ),
    ]
    const unfollowed = forThis.filter(({ name }) => name === 'nofollow' || name === 'none')
    const evidence = [...wrong, ...unfollowed.flatMap((directive) => evidenceWith(directive, texts.followsNone))]
    if (wrong.length > 0) {
      const [first] = misspelt
      const [name] = misnamed
      return warn({
        value: wrong.length,
        title:
          name && wrong.length === 1
            ? texts.misnamed(name.name)
            : first && wrong.length === 1
              ? texts.notADirective(first.name)
              : texts.faulty(wrong.length),
        evidence,
      })
    }
    const [first] = unfollowed
    if (!first) return pass({ value: 0, title: `${count(forThis.length, 'robots directive')}, all valid` })
    const title = texts.nofollow(first.name)
    return readIndexing(forThis, response.answeredAt).forbidding.length > 0
      ? info(title, { value: first.name, evidence })
      : warn({ value: first.name, fault: 'nofollow', title, evidence })
  },
})

/** Names of crawlers that a robots meta tag can have. */
const names = ['robots', 'googlebot']

const meantName = (name: string) => {
  const plain = name.replace(/[^a-z]/g, '')
  return names.find((knownName) => name !== knownName && (plain === knownName || isOneSlipAway(knownName, plain)))
}

/** Meta elements whose name no crawler reads, with rules that take effect. */
function misnamedMetas(metas: Meta[]): { name: string; evidence: LocatedEvidence }[] {
  return metas.flatMap(({ name, property, content, at }) => {
    const rules = (content ?? '').toLowerCase().split(/[\s,]+/)
    if (!rules.some((rule) => known.has(rule) && !defaults.has(rule))) return []
    if (name === null && property !== null && names.includes(property))
      return [{ name: property, evidence: { at, note: texts.wrongAttribute(property) } }]
    const meant = name === null ? undefined : meantName(name)
    return name === null || meant === undefined ? [] : [{ name, evidence: { at, note: texts.notAName(name, meant) } }]
  })
}

/** In a header, the word before a colon names a crawler, also if it should have been a rule or all crawlers. */
function misnamedHeaders(directives: RobotsDirective[], url: string): { name: string; evidence: LocatedEvidence }[] {
  const swallowing = directives.filter(
    ({ source, agent }) =>
      source === 'header' &&
      agent !== null &&
      (agent === 'robots' || agent === '*' || known.has(agent) || (agent !== 'googlebot' && meantName(agent))),
  )
  return [...new Map(swallowing.map((one) => [one.agent ?? '', one]))].flatMap(([name, one]) =>
    directiveEvidence([one], url).map((evidence) => ({ name, evidence: { ...evidence, note: texts.swallowed(name) } })),
  )
}

const isValidValue = (name: string, value: string | null) => values.get(name)?.isValid(value ?? '') ?? true

function noteOnUnknown(name: string): string {
  const words = name.split(/[\s;|]+/).filter(Boolean)
  if (words.length > 1 && words.every((word) => known.has(word))) return texts.separate
  const plain = name.replace(/[^a-z]/g, '')
  const meant = google.find((directive) => directive.replace(/[^a-z]/g, '') === plain || isOneSlipAway(directive, name))
  return meant === undefined ? texts.unknown : texts.didYouMean(meant)
}

/** Returns true if two words differ by one letter that is missing, added, wrong or swapped with the next. */
function isOneSlipAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const rest = [a.slice(at), b.slice(at)] as const
  return (
    rest[0].slice(1) === rest[1].slice(1) ||
    rest[0].slice(1) === rest[1] ||
    rest[0] === rest[1].slice(1) ||
    (rest[0][0] === rest[1][1] && rest[0][1] === rest[1][0] && rest[0].slice(2) === rest[1].slice(2))
  )
}
