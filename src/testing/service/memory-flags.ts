import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  scripts: { serve: string }
}

/** The flags of Node with which `npm run serve`, and everything else, starts the service. */
export const memoryFlags: readonly string[] = scripts.serve.match(/--\S+/g) ?? []
