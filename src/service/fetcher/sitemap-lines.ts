import { addressOf, type Listing } from './sitemap-listing.ts'
import type { TextReader } from './sitemap-xml.ts'

const lineLimit = 16 * 1024

/** A list in plain text, one address a line. */
export function readLines(listing: Listing): TextReader {
  let rest = ''
  let number = 0
  let over = false
  listing.kind = 'text'

  const take = (line: string) => {
    number += 1
    const text = line.trim()
    if (text === '') return
    if (addressOf(text) === null) listing.report('this line is no address', number)
    else listing.addUrl(text)
  }
  return {
    write(text) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
      if (rest.length <= lineLimit) return
      listing.report('this line is too long', number + 1)
      over = true
    },
    end: () => take(rest),
    isOver: () => over,
  }
}
