import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// What the Dockerfile and compose.yaml start, so that tests can start the same without a container engine.

export const root = fileURLToPath(new URL('../../..', import.meta.url))
const [dockerfile, compose] = ['Dockerfile', 'compose.yaml'].map((name) => readFileSync(root + name, 'utf8')) as [
  string,
  string,
]

/** Reads ['a', 'b'] or ["a", "b"]. */
const listIn = (text: string) => JSON.parse(text.replaceAll("'", '"')) as string[]

function find(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`Nothing matches ${String(pattern)}.`)
  return found
}

const pairs = (text: string, pattern: RegExp) =>
  Object.fromEntries([...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value]))

/** The last ENV of the image. */
const imageEnvironment = pairs(find(dockerfile, /^ENV (.*)$/m), /(\w+)=(\S+)/g)
export const healthCommand = listIn(find(dockerfile, /^HEALTHCHECK .*?CMD (.*)$/m))

export type ComposeService = { command: string[]; environment: Record<string, string>; replicas: number }

/** Returns a service of compose.yaml, with the environment that it has without settings of its own. */
export function composeService(name: string, databaseUrl: string): ComposeService {
  const text = find(compose, new RegExp(`^  ${name}:\\n((?:    .*\\n)+)`, 'm'))
  const own = pairs(text, /^ {6}(SEO_REPORTS_\w+): (.*)$/gm)
  const environment = Object.entries(own).map(([key, value]) => [key, value.replace(/^\$\{\w+:-\}$/, '')])
  return {
    command: listIn(find(text, /^ {4}command: (.*)$/m)),
    environment: { ...imageEnvironment, ...Object.fromEntries(environment), DATABASE_URL: databaseUrl },
    replicas: Number(find(text, /replicas: (\d+)/)),
  }
}
