import { count, defineCheck, type Finding, googleDocs, notApplicable, pass, warn, shareOf } from '../define-check.ts'
import { listedLanguage } from '../facts/generic-link-texts.ts'
import type { NotedLink } from '../facts/link-notes.ts'
import { isLanguageTag } from '../language-tag.ts'

export const anchorText = defineCheck({
  id: 'anchor-text',
  name: 'Link text',
  aliases: ['anchor text', 'click here', 'read more links', 'generic links'],
  titlePass: 'Link texts say where they lead',
  titleFail: 'Link texts say nothing about where they lead',
  why: 'The text of a link tells readers and search engines what the linked page is about. “Click here” tells neither.',
  how: 'Name the linked page in the text of the link. Give a link that is only an image an alternative text, and one that is only an icon an aria-label.',
  thresholds:
    'Any link to another page warns whose whole text is a generic one of its language (“read more”, “hier”, “こちら”), a bare address, or missing (Lighthouse link-text for the first two, with more languages; Google’s guide for the last). A link without text is taken by its alternative text, label or title; nofollow links are not judged.',
  reference: googleDocs('Anchor text', 'crawling-indexing/links-crawlable'),
  grade: 'recommended',
  deduction: 'The share of links without a useful text, at least 10%.',
  needs: ['linkNotes', 'document'],
  run({ linkNotes: { judged, generic, nameless }, document: { lang } }) {
    if (judged === 0) return notApplicable('There are no links to other pages whose text could be judged')
    const faults = generic.total + nameless.total
    if (faults > 0) {
      const lack =
        nameless.total === 0
          ? 'a text that says nothing about where it leads'
          : generic.total === 0
            ? 'no text'
            : 'no text or one that says nothing about where it leads'
      return warn({
        extent: shareOf(faults, judged, 0.1),
        value: faults,
        title: `${faults} of ${count(judged, 'link')} ${faults === 1 ? 'has' : 'have'} ${lack}`,
        evidence: evidenceOf(generic.items, nameless.items),
      })
    }
    const unlisted = lang !== null && isLanguageTag(lang) && listedLanguage(lang) === null
    if (unlisted) return notApplicable(`Generic link texts are not listed for this page’s language (${lang})`)
    return pass({
      value: 0,
      title:
        judged === 1
          ? 'The text of the one link says where it leads'
          : `The texts of all ${judged} links say where they lead`,
    })
  },
})

const evidenceOf = (generic: NotedLink[], nameless: NotedLink[]): Finding[] =>
  [
    ...generic.map(({ at, url, text }) => ({ at, url, note: `The text is “${text}”.` })),
    ...nameless.map(({ at, url }) => ({ at, url, note: 'It has no text, and no image or label that stands for one.' })),
  ].toSorted((a, b) => a.at - b.at)
