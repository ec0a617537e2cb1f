import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const alphabet = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Names for the classes of CSS modules: the place of the file among all of them, then the place of the class in its file.
 * The names of one file begin alike, so they cost a fraction of what hashes do once compressed; and they only change when
 * files or classes come or go.
 */
export function classNames(folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => join(folder, file))
    .toSorted()
  const seen = new Map<string, string[]>()
  return (name: string, file: string) => {
    const path = file.split('?')[0] ?? file
    const known = seen.get(path) ?? []
    seen.set(path, known)
    if (!known.includes(name)) known.push(name)
    // Blockers of advertisements hide such classes as "ads".
    return '_' + letters(files.indexOf(path), 2) + letters(known.indexOf(name), 1)
  }
}

/** `number` written with letters, at least `width` of them. */
function letters(number: number, width: number): string {
  if (number < 0) throw new Error('A CSS module lies outside the folder that names are made for.')
  const last = alphabet.charAt(number % alphabet.length)
  const rest = Math.floor(number / alphabet.length)
  return rest > 0 || width > 1 ? letters(rest, width - 1) + last : last
}
