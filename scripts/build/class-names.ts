import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const alphabet = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Names the classes of CSS modules by the position of their file and of the class in it. The names of one file begin
 * alike, so they compress better than hashes: 1.1 kB of the first load, which has no room for it. They change only when
 * files or classes are added or removed.
 */
export function classNames(folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => join(folder, file))
    .toSorted()
  const classesOf = new Map<string, string[]>()
  return (name: string, path: string) => {
    const file = path.split('?')[0] ?? path
    const classes = classesOf.get(file) ?? []
    classesOf.set(file, classes)
    if (!classes.includes(name)) classes.push(name)
    // The underscore keeps ad blockers away, which hide classes such as "ads".
    return `_${letters(files.indexOf(file), 2)}${letters(classes.indexOf(name), 1)}`
  }
}

/** `number` written in letters, at least `width` of them. */
function letters(number: number, width: number): string {
  if (number < 0) throw new Error('A CSS module lies outside the folder that names are made for.')
  const last = alphabet.charAt(number % alphabet.length)
  const rest = Math.floor(number / alphabet.length)
  return rest > 0 || width > 1 ? letters(rest, width - 1) + last : last
}
