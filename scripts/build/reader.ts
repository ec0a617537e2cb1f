import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { lessOf } from './less-of.ts'
import { lessOfZod } from './less-of-zod.ts'

/** What reads the answers of lists and of single resources, and the rows they are made of. */
const reading = `
export { hasNextPage, readItem, readPage } from '/src/contract/envelope.ts'
export { ReportRow } from '/src/contract/report-row.ts'
export { Website } from '/src/contract/website.ts'
`

/**
 * The code that reads answers, built on its own as the dashboard's build has it, its library included: what reading adds to
 * the first load is at most this, since other parts there use the same library.
 */
export async function buildReader(): Promise<string> {
  const name = 'virtual:reader'
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('../..', import.meta.url)),
    plugins: [
      lessOf(lessOfZod),
      { name, resolveId: (id) => (id === name ? id : null), load: (id) => (id === name ? reading : null) },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: name, preserveEntrySignatures: 'strict' } },
  })
  const [chunk] = Array.isArray(built) ? [] : 'output' in built ? built.output : []
  if (chunk?.type !== 'chunk') throw new Error('The build of the reader made no code.')
  return chunk.code
}
