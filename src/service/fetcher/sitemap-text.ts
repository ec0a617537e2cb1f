import { readLines } from './sitemap-lines.ts'
import type { Listing } from './sitemap-listing.ts'
import { readXml, type TextReader } from './sitemap-xml.ts'

const enoughToTell = 'https://'.length

/** Tells by its first characters what a file is, and reads it so. */
export function readSitemapText(listing: Listing): TextReader {
  let beginning = ''
  let reader: TextReader | undefined

  const begin = (): TextReader | undefined => {
    const text = beginning.trimStart()
    if (text.startsWith('<')) reader = readXml(listing)
    else if (/^https?:\/\//i.test(text)) reader = readLines(listing)
    else return undefined
    reader.write(beginning)
    beginning = ''
    return reader
  }
  return {
    write(text) {
      if (reader) return reader.write(text)
      beginning += text
      if (beginning.trimStart().length < enoughToTell || begin()) return
      listing.report('it is neither XML nor a list of addresses', 1)
    },
    end() {
      if (!reader && listing.problem === null) begin()
      reader?.end()
      if (!reader)
        listing.report(beginning.trim() === '' ? 'it is empty' : 'it is neither XML nor a list of addresses', 1)
    },
    isOver: () => reader?.isOver() ?? listing.problem !== null,
  }
}
