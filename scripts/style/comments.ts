import { filesOf, read } from './files.ts'

/** The same limit as the formatter's for code. */
const maxColumns = 120
const isComment = (line: string) => /^\s*(\/\/|\/\*|\*)/.test(line)

/** Names of packages that our code does not write. */
const foreign = new Set(['isPlaceholderData', 'maxHeaderListSize'])

/** Returns the names of several words in a comment that are neither in the code beside it nor shared. */
export const staleNames = (line: string, nearby: string, shared: ReadonlySet<string>) =>
  [...line.matchAll(/`(\w+)(?:\(\))?`/g)]
    .map(([, name = '']) => name)
    .filter((name) => /[a-z\d]_?[A-Z]|[a-z\d]_[a-z]/.test(name))
    .filter((name) => !shared.has(name) && !foreign.has(name) && !new Set(nearby.match(/\w+/g)).has(name))

/** Returns the comments that are too long, or that name in backticks what no code has. */
export function faultsOfComments(): string[] {
  const sources = filesOf('{src,e2e,bench,scripts}/**/*.{ts,tsx,mjs,js,css}').map((file) => {
    const lines = read(file).split('\n')
    return { file, lines, code: lines.filter((line) => !isComment(line)).join('\n') }
  })
  // Other files can refer to exported names and to values. Those of tests of this rule are neither.
  const allCode = sources.map(({ file, code }) => (file.startsWith('scripts/style/') ? '' : code)).join('\n')
  const shared = new Set(
    [
      ...allCode.matchAll(/^export (?:async )?(?:function\*?|const|class|type|interface) (\w+)/gm),
      ...allCode.matchAll(/'(\w+)'/g),
    ].flatMap(([, name]) => name ?? []),
  )
  return sources.flatMap(({ file, lines, code }) =>
    lines.flatMap((line, at) => {
      if (!isComment(line)) return []
      const tooLong = [...line].length > maxColumns ? [`more than ${maxColumns} columns`] : []
      const stale = staleNames(line, code, shared).map((name) => `\`${name}\` is no name in the code`)
      return [...tooLong, ...stale].map((fault) => `${file}:${at + 1}: ${fault}`)
    }),
  )
}
