import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { ProcessFigures } from '#testing/programs/process-figures.ts'
import { mustBeDocumented } from './documented.ts'
import { memoryFlags } from './memory-flags.ts'

const main = fileURLToPath(new URL('../../service/main.ts', import.meta.url))
/** The command of a service that waits only shortly for anything when it is stopped. */
export const impatientService = [
  'node',
  ...memoryFlags,
  fileURLToPath(new URL('../programs/impatient-service.ts', import.meta.url)),
]
const processFigures = new URL('../programs/process-figures.ts', import.meta.url).href

export type ChildService = {
  child: ChildProcess
  stdout: () => string
  stderr: () => string
  exited: Promise<number | null>
  /** Returns the figures of the process since the last call. */
  figures: () => Promise<ProcessFigures>
}
export type RunningService = ChildService & {
  origin: string
  api: (path: string, key?: string, init?: RequestInit) => Promise<Response>
}

/**
 * Starts the real program, or another command of Node, on a free port. It is killed when the running test ends, or when
 * `whenOver` says so.
 */
export function spawnChildService(
  environment: Record<string, string>,
  [, ...program]: readonly string[] = ['node', ...memoryFlags, main],
  whenOver: (end: () => Promise<void>) => void = onTestFinished,
): ChildService {
  const child = spawn(process.execPath, ['--import', processFigures, ...program], {
    cwd: root,
    // Without a browser, unless a test asks for one: it would render pages of tests that aren't about rendering.
    env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'silent', CHROMIUM_PATH: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const exited = once(child, 'close').then(([code]) => code as number | null)
  whenOver(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const figures = async () => {
    const received = once(child, 'message')
    child.send('figures')
    return (await received)[0] as ProcessFigures
  }
  return { child, stdout: () => stdout, stderr: () => stderr, exited, figures }
}

/** Starts the real program and waits until it listens. */
export async function startChildService(
  environment: Record<string, string>,
  command?: readonly string[],
  whenOver?: (end: () => Promise<void>) => void,
): Promise<RunningService> {
  const service = spawnChildService(environment, command, whenOver)
  await new Promise<void>((resolve) => {
    service.child.stdout?.on('data', () => origin(service) && resolve())
    service.exited.then(
      () => resolve(),
      () => resolve(),
    )
  })
  const found = origin(service)
  if (!found) throw new Error(`The service did not start: ${service.stderr()}`)
  const api = async (path: string, key?: string, init: RequestInit = {}) => {
    const response = await fetch(found + path, {
      ...init,
      headers: { ...(key && { authorization: `Bearer ${key}` }), ...init.headers },
    })
    mustBeDocumented({
      method: init.method ?? 'GET',
      path,
      status: response.status,
      header: (name) => response.headers.get(name),
      body: await response.clone().text(),
    })
    return response
  }
  return { ...service, origin: found, api }
}

const origin = ({ stdout }: ChildService) => /running at (\S+)\n/.exec(stdout())?.[1]

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
export const imageCommand = listIn(find(dockerfile, /^CMD (.*)$/m))
export const healthCommand = listIn(find(dockerfile, /^HEALTHCHECK .*?CMD (.*)$/m))

export type ComposeService = { environment: Record<string, string>; replicas: number }

/** Returns a service of compose.yaml, with the environment that it has without settings of its own. */
export function composeService(name: string, databaseUrl: string): ComposeService {
  const text = find(compose, new RegExp(`^  ${name}:\\n((?:    .*\\n)+)`, 'm'))
  const own = pairs(text, /^ {6}(SEO_REPORTS_\w+): (.*)$/gm)
  const environment = Object.entries(own).map(([key, value]) => [key, value.replace(/^\$\{\w+:-\}$/, '')])
  return {
    environment: { ...imageEnvironment, ...Object.fromEntries(environment), DATABASE_URL: databaseUrl },
    replicas: Number(find(text, /replicas: (\d+)/)),
  }
}
