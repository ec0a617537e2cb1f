import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { mustBeDocumented } from '#testing/documented.ts'

const run = promisify(execFile)
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
  seed?: { websites: number; reports: number }
  environment?: Record<string, string>
}

export async function startService({ allowHosts = [], seed, environment = {} }: ServiceOptions = {}): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'seo reports '))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    ...environment,
    PORT: String(port),
    SEO_REPORTS_DATA_DIR: dataDir,
    SEO_REPORTS_ALLOW_HOSTS: allowHosts.join(','),
    LOG_LEVEL: 'error',
    // All tests share one IP address.
    SEO_REPORTS_VISITOR_RATE_LIMIT: '10000',
  }
  const command = async (name: string, ...args: string[]) => {
    const { stdout } = await run(process.execPath, [`src/service/commands/${name}.ts`, ...args], { cwd: root, env })
    return stdout.trim()
  }
  if (seed) await command('seed', '--websites', String(seed.websites), '--reports', String(seed.reports))
  const key = await command('key', 'create', '--name', 'Browser tests')

  const child = spawn(process.execPath, ['src/service/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await untilReady(origin, child)

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
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts the service in gateway mode in front of `upstream`. */
export async function startGateway(upstream: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const env = {
    ...process.env,
    PORT: '0',
    LOG_LEVEL: 'error',
    // All tests share one IP address.
    SEO_REPORTS_VISITOR_RATE_LIMIT: '10000',
    SEO_REPORTS_UPSTREAM: upstream,
    SEO_REPORTS_ALLOW_HOSTS: new URL(upstream).host,
  }
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
    void ended.then(() => reject(new Error('The gateway did not start.')))
  })
  return {
    origin,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function untilReady(origin: string, child: { exitCode: number | null }) {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The service ended with exit code ${child.exitCode}.`)
    const ready = await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The service was not ready within 60 s.')
}

async function freePort() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
