import { defineCheck, googleDocs, info, notApplicable } from '../define-check.ts'
import { documentTitle } from '../facts/metadata.ts'
import { mentions } from '../facts/terms.ts'

const shown = 5
const imagesRead = 100

export const keywordPresence = defineCheck({
  id: 'keyword-presence',
  name: 'Keyword placement',
  aliases: ['keywords', 'focus keyword', 'keyword in title', 'on-page SEO'],
  titlePass: 'The most frequent terms stand in the prominent places',
  titleFail: 'The most frequent terms are missing in the prominent places',
  why: 'What a page speaks of most should be what its title, main heading and address announce.',
  how: 'Compare the terms with what the page is meant to be found for. Use the words that your readers use.',
  thresholds: `Shown only, never judged: the ${shown} most frequent terms, and whether the title, the main headings, the meta description, the address and the alternative texts of the first 100 images contain them. Which words matter is for the author to say.`,
  reference: googleDocs('SEO starter guide', 'fundamentals/seo-starter-guide'),
  grade: 'heuristic',
  needs: ['words', 'metadata', 'headings', 'images', 'response'],
  withoutPlaces: true,
  run({ words, metadata, headings, images, response }) {
    const [top] = words.terms.items
    if (!top) return notApplicable('There are too few words to tell the most frequent terms')
    const places: [name: string, texts: (string | null)[]][] = [
      ['title', [documentTitle(metadata)]],
      ['main heading', headings.items.flatMap(({ level, hidden, text }) => (level === 1 && !hidden ? [text] : []))],
      ['meta description', [metadata.description]],
      ['address', [readableUrl(response.finalUrl)]],
      ['alternative texts', images.items.slice(0, imagesRead).flatMap(({ alt, ignored }) => (ignored ? [] : [alt]))],
    ]
    const contains = places.map(([name, texts]) => ({ name, has: mentions(texts.filter((text) => text !== null)) }))
    const placesOf = (term: string) => contains.flatMap(({ name, has }) => (has(term) ? [name] : []))
    const terms = words.terms.items.slice(0, shown).map((item) => ({ ...item, found: placesOf(item.term) }))
    const evidence = terms.map(({ term, count, share, found }) => ({
      snippet: term,
      note: `${count} times, ${share} %; ${found.length === 0 ? 'in no prominent place' : `in ${found.join(', ')}`}`,
    }))
    const prominent = terms[0]?.found ?? []
    const where =
      prominent.length === 0 ? 'in no prominent place' : `in ${prominent.length} of ${places.length} prominent places`
    return info(`The most frequent term, “${top.term}”, stands ${where}`, { value: top.term, evidence })
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
