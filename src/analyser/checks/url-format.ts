import { defineCheck, type Finding, googleDocs, pass, warn } from '../define-check.ts'
import { clip } from '../facts/text.ts'
import { readable } from '../facts/urls.ts'

const longest = 100

export const urlFormat = defineCheck({
  id: 'url-format',
  titlePass: 'The address of the page is short and plain',
  titleFail: 'The address of the page is hard to read, share or keep apart',
  why: 'Search engines and people see the address. What is long, or written in several ways, is cut off, mistyped and indexed twice.',
  how: 'Use short words in lower case, parted by hyphens. When you change an address, redirect the old one with 301.',
  thresholds:
    'More than 100 characters, or an upper-case letter, underscore, space or double slash in the path, warns. Escapes are read as the characters they stand for, and parameters only count by their length; 100 is a habit of the trade, Google names no limit.',
  reference: googleDocs('URL structure', 'crawling-indexing/url-structure'),
  grade: 'recommended',
  needs: ['response'],
  run({ response: { finalUrl } }) {
    const { pathname, search, origin } = new URL(finalUrl)
    const path = readable(pathname)
    const length = [...`${origin}${path}${readable(search)}`].length
    const faults: string[] = []
    if (length > longest) faults.push(`${length} characters, more than ${longest}`)
    // The remaining escapes are not characters.
    const letters = path.replace(/%[\dA-F]{2}/gi, '')
    const upper = letters.match(/\p{Lu}/u)
    if (upper) faults.push(`An upper-case letter: ${segmentWith(letters, upper[0])}`)
    if (path.includes('_')) faults.push(`An underscore: ${segmentWith(path, '_')}`)
    if (/\s/.test(path)) faults.push(`A space: ${segmentWith(path, /\s/.exec(path)?.[0] ?? ' ')}`)
    if (pathname.includes('//')) faults.push('A double slash')
    if (faults.length === 0) return pass({ value: length, title: `The address is plain and ${length} characters long` })
    const names = faults.map((fault) =>
      /^\d/.test(fault) ? `more than ${longest} characters` : (fault.split(':', 1)[0] ?? fault).toLowerCase(),
    )
    return warn({
      value: length,
      title: `The address has ${listed(names)}`,
      evidence: faults.map((note): Finding => ({ url: finalUrl, note })),
    })
  },
})

/** Returns the segment of the path that contains a text. */
const segmentWith = (path: string, what: string) =>
  `“${clip(path.split('/').find((segment) => segment.includes(what)) ?? path, 100)}”`

const listed = (names: string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
