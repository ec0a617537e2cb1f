import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustBeDocumented } from '#testing/service/documented.ts'
import { type PreparedData, preparedData, runCommand } from './prepared-data.ts'

const root = new URL('../../', import.meta.url)

/** The real service in its own process, with its own data folder. */
export type Service = {
  origin: string
  key: string
  dataDir: string
  /** Runs one of the service's commands on the same data and returns its output. */
  command(name: string, ...args: string[]): Promise<string>
  /** Calls the API with the key and parses the JSON. Throws if the response differs from the OpenAPI document. */
  api(path: string, init?: RequestInit): Promise<{ status: number; body: any; headers: Headers }>
  stop(): Promise<void>
}

export type ServiceOptions = {
  allowHosts?: string[]
  /** The data that the service starts with. Default: none. */
  data?: PreparedData
  environment?: Record<string, string>
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { allowHosts = [], data = preparedData('empty'), environment = {} } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'seo reports '))
  const { key } = data
  await cp(data.dataDir, dataDir, { recursive: true })
  const env = {
    ...process.env,
    ...environment,
    PORT: '0',
    SEO_REPORTS_DATA_DIR: dataDir,
    SEO_REPORTS_ALLOW_HOSTS: allowHosts.join(','),
    LOG_LEVEL: 'error',
    // All tests share one IP address.
    SEO_REPORTS_VISITOR_RATE_LIMIT: '10000',
  }
  const command: Service['command'] = (name, ...args) => runCommand(env, name, ...args)
  const { origin, stop } = await startProgram(env)
  return {
    origin,
    key,
    dataDir,
    command,
    async api(path, init = {}) {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${key}`)
      const response = await fetch(`${origin}${path}`, { ...init, headers })
      const body = await response.text()
      mustBeDocumented({
        method: init.method ?? 'GET',
        path,
        status: response.status,
        header: (name) => response.headers.get(name),
        body,
      })
      return { status: response.status, body: JSON.parse(body), headers: response.headers }
    },
    async stop() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts the service in gateway mode in front of `upstream`. */
export function startGateway(upstream: string): Promise<Program> {
  return startProgram({
    ...process.env,
    PORT: '0',
    LOG_LEVEL: 'error',
    // All tests share one IP address.
    SEO_REPORTS_VISITOR_RATE_LIMIT: '10000',
    SEO_REPORTS_UPSTREAM: upstream,
    SEO_REPORTS_ALLOW_HOSTS: new URL(upstream).host,
  })
}

type Program = { origin: string; stop(): Promise<void> }

/** Starts the program on a free port, which only it can choose without a race, and waits until it listens. */
async function startProgram(env: NodeJS.ProcessEnv): Promise<Program> {
  const child = spawn(process.execPath, ['src/service/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let printed = ''
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const found = /running at (\S+)\n/.exec(printed)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error('The service did not start.')))
  })
  return {
    origin,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
