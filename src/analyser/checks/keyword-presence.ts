import { whyNoTerms } from '../check-helpers/text-limits.ts'
import { defineCheck, googleDocs, grouped, info, notApplicable } from '../define-check.ts'
import { documentTitle } from '../facts/metadata.ts'
import { mentions } from '../facts/terms.ts'
import { maxAnalysed } from '../facts/tokens.ts'

const shown = 5
const imagesRead = 100

export const texts = {
  topTerm: (term: string, where: string) => `The most frequent term, “${term}”, ${where}`,
}

export const keywordPresence = defineCheck({
  id: 'keyword-presence',
  name: 'Keyword placement',
  aliases: ['keywords', 'focus keyword', 'keyword in title', 'on-page SEO'],
  titlePass: 'Top keywords appear in prominent places',
  titleFail: 'Top keywords are missing from prominent places',
  why: 'The words a page uses most should also appear in its title, H1 and URL.',
  how: 'Compare these words with the searches you want to rank for. Use the words your readers use.',
  thresholds: `Info only, never scored. Shows the ${shown} most frequent terms of the first ${grouped(maxAnalysed)} words and whether they appear in the title, headings, meta description, URL and alt text of the first 100 images.`,
  reference: googleDocs('SEO starter guide', 'fundamentals/seo-starter-guide'),
  grade: 'heuristic',
  needs: ['words', 'document', 'metadata', 'headings', 'images', 'response'],
  withoutLocations: true,
  run({ words, document: { lang }, metadata, headings, images, response }) {
    const [top] = words.terms.items
    if (!top) return notApplicable(whyNoTerms(words, lang))
    const places: [name: string, texts: (string | null)[]][] = [
      ['title', [documentTitle(metadata)]],
      ['H1', headings.items.flatMap(({ level, hidden, text }) => (level === 1 && !hidden ? [text] : []))],
      ['meta description', [metadata.description]],
      ['URL', [readableUrl(response.finalUrl)]],
      ['alt text', images.items.slice(0, imagesRead).flatMap(({ alt, ignored }) => (ignored ? [] : [alt]))],
    ]
    const contains = places.map(([name, texts]) => ({ name, has: mentions(texts.filter((text) => text !== null)) }))
    const placesOf = (term: string) => contains.flatMap(({ name, has }) => (has(term) ? [name] : []))
    const terms = words.terms.items.slice(0, shown).map((item) => ({ ...item, found: placesOf(item.term) }))
    const evidence = terms.map(({ term, count, share, found }) => ({
      snippet: term,
      note: `${count} times, ${share}%; ${found.length === 0 ? 'not in any prominent place' : `in ${found.join(', ')}`}`,
    }))
    const prominent = terms[0]?.found ?? []
    const where =
      prominent.length === 0
        ? 'isn’t in any prominent place'
        : `is in ${prominent.length} of ${places.length} prominent places`
    return info(texts.topTerm(top.term, where), { value: top.term, evidence })
  },
})

/** Returns host and path of a URL as words, without escapes. Invalid escapes stay as they are. */
function readableUrl(url: string): string {
  const { hostname, pathname } = new URL(url)
  try {
    return `${hostname} ${decodeURIComponent(pathname)}`
  } catch {
    return `${hostname} ${pathname}`
  }
}
