import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openStore } from '#service/store/database.ts'
import { freePort } from '#testing/servers/free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which tests can create databases, or null if there is none. */
    postgresUrl: string | null
    /** A migrated database there, which tests copy. */
    postgresTemplate: string
  }
}

/** Provides a PostgreSQL server: the one in TEST_DATABASE_URL, or one started from the installed programs. */
export default async function setup(project: TestProject) {
  const given = process.env['TEST_DATABASE_URL']
  const server = given || !isWanted() ? undefined : await startPostgres(['synchronous_commit=off'])
  const url = given ?? server?.url ?? null
  project.provide('postgresUrl', url)
  project.provide('postgresTemplate', templateName)
  if (!url) return
  await createTemplate(url)
  return async () => {
    await (server ? server.stop() : queryServer(url, `drop database ${templateName}`))
  }
}

const templateName = `seo_reports_template_${process.pid}`

async function createTemplate(url: string) {
  await queryServer(url, `create database ${templateName} encoding 'UTF8' template template0`)
  const store = await openStore({ dataDir: '', databaseUrl: databaseAt(url, templateName) })
  await store.close()
}

/** Returns the URL of another database of a server. */
export function databaseAt(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function queryServer(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Returns false if only test files are named that need no database. */
function isWanted() {
  const named = process.argv.slice(2).filter((argument) => argument.startsWith('src/'))
  return named.length === 0 || named.some((name) => /^src\/?($|service|testing)/.test(name))
}

function programFolder(): string | undefined {
  const folders = [
    ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')))
}

/** PostgreSQL's ways to shut down: `fast` ends its connections, `immediate` ends like a crash. */
const shutdownSignals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

export type PostgresServer = {
  /** Opens an empty database as a superuser. */
  url: string
  /** The user and group that the server runs as. */
  owner: { uid: number; gid: number }
  /** Resolves when the server accepts connections again. */
  restart(how: keyof typeof shutdownSignals): Promise<void>
  /** Also deletes the data. */
  stop(): Promise<void>
}

/** Starts a server on an empty database. Returns undefined if PostgreSQL is not installed. */
export async function startPostgres(settings: string[] = []): Promise<PostgresServer | undefined> {
  const programs = programFolder()
  if (!programs) return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'seo-reports-postgres-'))
  const prefix = asOrdinaryUser(folder)
  const data = path.join(folder, 'data')
  const encoding = ['-E', 'UTF8', '--no-locale']
  const initdb = [...prefix, path.join(programs, 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync']
  execFileSync(initdb[0] as string, [...initdb.slice(1), ...encoding], { cwd: folder, stdio: 'pipe' })

  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const all = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'fsync=off',
    'full_page_writes=off',
    'max_connections=200',
    ...settings,
  ]
  const postgres = [
    ...prefix,
    path.join(programs, 'postgres'),
    '-D',
    data,
    ...all.flatMap((setting) => ['-c', setting]),
  ]
  const run = () => spawn(postgres[0] as string, postgres.slice(1), { cwd: folder, stdio: 'ignore' })
  let server = run()
  const stop = async () => {
    await ended(server, shutdownSignals.fast)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(url, server)
  } catch (error) {
    await stop()
    throw error
  }
  const restart = async (how: keyof typeof shutdownSignals) => {
    await ended(server, shutdownSignals[how])
    server = run()
    await untilReady(url, server)
  }
  return { url, owner: statSync(folder), restart, stop }
}

/** PostgreSQL refuses to run as root. `--pdeathsig` ends the server if this process is killed. */
function asOrdinaryUser(folder: string): string[] {
  const setpriv = existsSync('/usr/bin/setpriv') ? ['/usr/bin/setpriv', '--pdeathsig', 'INT'] : []
  if (process.getuid?.() !== 0) return setpriv
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid = '65534', gid = '65534'] =
    users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? []
  chownSync(folder, Number(uid), Number(gid))
  return ['/usr/bin/setpriv', '--pdeathsig', 'INT', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
}

async function untilReady(url: string, server: ChildProcess) {
  for (const end = Date.now() + 60_000; Date.now() < end && server.exitCode === null;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new Error('PostgreSQL did not start')
}

function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.kill(signal)
  })
}
