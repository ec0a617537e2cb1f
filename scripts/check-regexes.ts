import { mkdirSync, globSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import pLimit from 'p-limit'
import { faultOf, regexesIn } from './support/regexes.ts'

// Refuses regular expressions whose time can grow faster than the text they read. Read such texts with a loop.

/** Patterns that are put together at run time can't be checked. Each has the reason for which it takes linear time. */
const reviewed = new Map([
  ['`<${tag}>(.*?)</${tag}>`', 'Reads our own page.'],
  ["`^(?:404 )?(?:${statements.join('|')})$`", 'Reads parts of short texts, which are cut.'],
  ["`^(?:${goneStatements.join('|')})$`", 'Reads parts of short texts, which are cut.'],
  ["`^(?:${emptyStatements.join('|')})$`", 'Reads parts of short texts, which are cut.'],
  ["`^(?:${statuses.join('|')})$`", 'Reads parts of short texts, which are cut.'],
  ['tokens[kind]', 'Unclosed tokens end with the text.'],
  ['`^${day}(?:${clock})?$`', 'Digits and signs in a fixed order.'],
  ['formula.vowels', 'Reads words, which are cut.'],
  ['plainEscapes', 'Is a literal.'],
  [
    '`(?<!\\\\d)(?<!\\\\d[.,])${grouped(whole)}${rest}${after}(?![\\\\d]|[.,]\\\\d)`',
    'Starts at numbers, and their parts differ.',
  ],
  ["`^/${path.replace(/:\\w+/g, '([^/]+)')}/?$`", 'Slashes separate its parts.'],
  ["`^${url.replace(/:\\w+/g, '[^/]+')}$`", 'Slashes separate its parts.'],
  [
    '`(?:"((?:[^"]|"")*)"|([^${separator}\\\\r\\\\n]*))(${separator}|\\\\r\\\\n?|\\\\n|$)`',
    'Is sticky, and a quote ends each part.',
  ],
  ['`^[a-z0-9-]{1,${maxCheckId}}$`', 'Repeats one class.'],
  ['`^[${glyphs}]*$`', 'Repeats one class.'],
  ['`(?![${glyphs}])[\\\\p{S}\\\\p{P}]`', 'Matches one character.'],
  ['`^${name}: ?(.*)$`', 'Reads each line once.'],
  ['`.{${groupLength}}`', 'Matches a fixed number of characters.'],
  [
    '`^([${alphabet}]{${groupLength}}-){${groups - 1}}[${alphabet}]{${groupLength}}$`',
    'Matches a fixed number of characters.',
  ],
])

/** Tests and benchmarks read our own texts. */
const isOfTests = (file: string) => /\.test\.tsx?$|^src\/testing\//.test(file)
const files = globSync(['src/**/*.{ts,tsx}', 'scripts/**/*.{ts,mjs}']).filter((file) => !isOfTests(file))

/** In the user's cache, because checking all takes a minute, and every clone and branch has mostly the same. */
const cacheFile = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'seo-reports', 'recheck-4.5.0.json')

function readCache(): Set<string> {
  try {
    return new Set(JSON.parse(readFileSync(cacheFile, 'utf8')) as string[])
  } catch {
    return new Set()
  }
}

function writeCache(safe: ReadonlySet<string>) {
  mkdirSync(dirname(cacheFile), { recursive: true })
  const file = `${cacheFile}.${process.pid}`
  writeFileSync(file, JSON.stringify([...safe]))
  renameSync(file, cacheFile)
}

const safe = readCache()
const known = safe.size
const unused = new Set(reviewed.keys())
const faults: string[] = []
const places = new Map<string, { pattern: string; flags: string; places: string[] }>()
for (const file of files) {
  const { regexes, built } = regexesIn(file, readFileSync(file, 'utf8'))
  for (const { pattern, flags, line } of regexes) {
    const name = `/${pattern}/${flags}`
    const found = places.get(name)
    if (found) found.places.push(`${file}:${line}`)
    else places.set(name, { pattern, flags, places: [`${file}:${line}`] })
  }
  for (const { code, line } of built) {
    unused.delete(code)
    if (!reviewed.has(code))
      faults.push(`${file}:${line}: ${code}: Add it to \`reviewed\` in scripts/check-regexes.ts.`)
  }
}
for (const code of unused) faults.push(`scripts/check-regexes.ts: ${code} no longer exists.`)
await pLimit(4).map(
  [...places].filter(([name]) => !safe.has(name)),
  async ([name, { places: all, ...regex }]) => {
    const fault = await faultOf(regex)
    if (fault === null) safe.add(name)
    else faults.push(`${all.join(', ')}: ${name}: ${fault}`)
  },
)
if (safe.size > known) writeCache(safe)
for (const fault of faults) console.error(fault)
// The checker's own program still runs.
process.exit(faults.length > 0 ? 1 : 0)
