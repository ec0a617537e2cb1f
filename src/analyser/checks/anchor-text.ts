import {
  count,
  defineCheck,
  grouped,
  type LocatedEvidence,
  googleDocs,
  notApplicable,
  pass,
  warn,
  shareOf,
} from '../define-check.ts'
import { listedLanguage } from '../facts/generic-link-texts.ts'
import { isLanguageTag } from '../facts/language-tag.ts'
import type { NotedLink } from '../facts/link-notes.ts'

export const texts = {
  only: 'The only link has descriptive text',
  all: (links: string) => `All ${links} links have descriptive text`,
  nothing: 'No text, alt text or label.',
  generic: (text: string) => `The text is “${text}”.`,
  unknownLanguage: (language: string) =>
    `We don’t have a list of generic link texts for this page’s language (${language})`,
  faulty: (faults: number, links: number, lack: string) =>
    `${grouped(faults)} of ${count(links, 'link')} ${faults === 1 ? 'has' : 'have'} ${lack}`,
  lacks: { text: 'generic text', name: 'no text', both: 'missing or generic text' },
}

export const anchorText = defineCheck({
  id: 'anchor-text',
  name: 'Link text',
  aliases: ['anchor text', 'click here', 'read more links', 'generic links'],
  titlePass: 'Link text is descriptive',
  titleFail: 'Some links have generic or missing text',
  why: 'A link’s text tells readers and search engines what the linked page is about. “Click here” tells them nothing.',
  how: 'Name the linked page in the link text. Give image links alt text, and icon links an aria-label, such as aria-label="Basket".',
  action: 'Say in each link where it leads',
  effort: 'hours',
  thresholds:
    'Pass: every link to another page has descriptive text. Warning: a link’s whole text is generic in its language (“read more”, “hier”, “こちら”), a bare URL other than a DOI or ORCID ID, or missing. Without text, alt text, label or title counts. Hidden and nofollow links are ignored. Based on Lighthouse (link-text), with more languages, and Google’s link guide.',
  reference: googleDocs('Anchor text', 'crawling-indexing/links-crawlable'),
  grade: 'recommended',
  deduction: 'The share of links without a useful text, at least 10%.',
  needs: ['linkNotes', 'document'],
  run({ linkNotes: { judged: checked, generic, nameless }, document: { lang } }) {
    if (checked === 0) return notApplicable('There are no links to other pages to check')
    const faults = generic.total + nameless.total
    if (faults > 0) {
      const { lacks } = texts
      const lack = nameless.total === 0 ? lacks.text : generic.total === 0 ? lacks.name : lacks.both
      return warn({
        extent: shareOf(faults, checked, 0.1),
        value: faults,
        evidenceTotal: faults,
        title: texts.faulty(faults, checked, lack),
        evidence: evidenceOf(generic.items, nameless.items),
      })
    }
    const unlisted = lang !== null && isLanguageTag(lang) && listedLanguage(lang) === null
    if (unlisted) return notApplicable(texts.unknownLanguage(lang))
    return pass({
      value: 0,
      title: checked === 1 ? texts.only : texts.all(grouped(checked)),
    })
  },
})

const evidenceOf = (generic: NotedLink[], nameless: NotedLink[]): LocatedEvidence[] =>
  [
    ...generic.map(({ at, url, text }) => ({ at, url, note: texts.generic(text) })),
    ...nameless.map(({ at, url }) => ({ at, url, note: texts.nothing })),
  ].toSorted((a, b) => a.at - b.at)
