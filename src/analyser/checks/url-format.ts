import { defineCheck, type LocatedEvidence, googleDocs, pass, warn } from '../define-check.ts'
import { clip } from '../facts/text.ts'
import { readable } from '../facts/urls.ts'

const longest = 100

export const texts = {
  faults: (list: string) => `The URL has ${list}`,
  upperCase: (segment: string) => `An upper-case letter: ${segment}`,
  doubleSlash: 'A double slash',
}

export const urlFormat = defineCheck({
  id: 'url-format',
  name: 'URL format',
  aliases: ['URL structure', 'URL length', 'slug', 'underscores', 'parameters'],
  titlePass: 'The URL is short and readable',
  titleFail: 'The URL is long or hard to read',
  why: 'People and search engines see the URL. Long or inconsistent URLs get truncated, mistyped or indexed twice.',
  how: 'Use short, lower-case words separated by hyphens. If you change a URL, redirect the old one with a 301.',
  action: 'Use a short, readable address for new pages',
  effort: 'hours',
  thresholds:
    'Warning: over 100 characters (common practice; Google sets no limit), or an upper-case letter, underscore, space or double slash in the path. Query parameters only count towards length.',
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
    if (upper) faults.push(texts.upperCase(segmentWith(letters, upper[0])))
    if (path.includes('_')) faults.push(`An underscore: ${segmentWith(path, '_')}`)
    if (/\s/.test(path)) faults.push(`A space: ${segmentWith(path, /\s/.exec(path)?.[0] ?? ' ')}`)
    if (pathname.includes('//')) faults.push(texts.doubleSlash)
    if (faults.length === 0) return pass({ value: length, title: `The URL is ${length} characters long` })
    const names = faults.map((fault) =>
      /^\d/.test(fault) ? `more than ${longest} characters` : (fault.split(':', 1)[0] ?? fault).toLowerCase(),
    )
    return warn({
      value: length,
      title: texts.faults(listed(names)),
      evidence: faults.map((note): LocatedEvidence => ({ url: finalUrl, note })),
    })
  },
})

/** Returns the segment of the path that contains a text. */
const segmentWith = (path: string, what: string) =>
  `“${clip(path.split('/').find((segment) => segment.includes(what)) ?? path, 100)}”`

const listed = (names: string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
