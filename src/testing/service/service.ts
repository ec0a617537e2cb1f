import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import { type ErrorCode, errorOf } from '#contract/responses/error-codes.ts'
import { issueKey } from '#service/access/keys.ts'
import { type AppDeps, createApp } from '#service/app.ts'
import { createIdentityKeys, type IdentityKeys } from '#service/identity/encryption.ts'
import { createFindSite } from '#service/identity/signing-key.ts'
import { createSender } from '#service/jobs/alerts/send.ts'
import { createAnalyserPool } from '#service/jobs/analyser-pool.ts'
import { type AnalysisQueue, createAnalysisQueue } from '#service/jobs/analysis-queue.ts'
import { JobRunner } from '#service/jobs/job-runner.ts'
import { createPurger } from '#service/jobs/purge.ts'
import type { Store } from '#service/store/database.ts'
import { signingSecret } from '#service/store/meta.ts'
import { openSqliteStore } from '#testing/store/databases.ts'
import { differences, mustBeDocumented } from './documented.ts'

export type TestResponse = { status: number; headers: Record<string, unknown>; body: any; text: string }
export type Call = { key?: string | null; form?: Record<string, string> | string; json?: unknown } & Omit<
  InjectOptions,
  'method' | 'url'
>

export type TestService = {
  app: FastifyInstance
  store: Store
  key: string
  readKey: string
  /** Hosts in this set can be analysed. */
  allowHosts: Set<string>
  queue: AnalysisQueue
  /** Works on jobs until the running test ends. */
  runJobs(options?: { retriesMs?: number[]; onError?: (error: unknown) => void }): JobRunner
  /** Sends a request with the full key, unless `key` is given (null: no key). */
  call(request: `${string} ${string}`, options?: Call): Promise<TestResponse>
}

/** Shared by all tests of a file, because starting its thread takes long. */
const pool = createAnalyserPool({ threads: 1 })
/** Made once, because that takes long by design. */
let identityKeys: Promise<IdentityKeys> | undefined

/** Creates the real app on an open store, without a listener. It is closed when the running test ends. */
export async function testService(
  store: Store,
  given: Partial<AppDeps['config']> &
    Partial<Omit<AppDeps, 'config'>> &
    Partial<Pick<Parameters<typeof createAnalysisQueue>[0], 'renderer' | 'isDiskFull' | 'hostPaces'>> = {},
): Promise<TestService> {
  const {
    publicUrl = 'http://reports.test',
    rateLimit = null,
    visitorRateLimit = 120,
    trustProxy = null,
    mail = null,
    googleUrl = null,
    renderer,
    isDiskFull,
    hostPaces,
    ...more
  } = given
  const allowHosts = new Set<string>()
  const keys = await (identityKeys ??= createIdentityKeys('the secret of tests with 32 characters', null))
  const findSite = createFindSite(store.db, more.identityKeys ?? keys, publicUrl)
  const queue = createAnalysisQueue({
    db: store.db,
    findSite,
    allowHosts,
    renderer,
    isDiskFull,
    ...(hostPaces && { hostPaces }),
    pool: { ...pool, close: async () => {} },
  })
  const purger = createPurger(store.db, (error) => {
    throw error
  })
  const sender = createSender({ allowHosts, mail, signingSecret: () => signingSecret(store.db) })
  let runner: JobRunner | undefined
  subscribe('fastify.initialization', validateBeforeSerialization)
  const app = await createApp({
    config: { publicUrl, rateLimit, visitorRateLimit, trustProxy, mail, allowHosts, googleUrl },
    store,
    queue,
    pool,
    purger,
    log: pino({ level: 'silent' }),
    version: '1.2.3',
    wakeJobs: () => runner?.wake(),
    identityKeys: keys,
    sendTestAlert: sender.test,
    sendMessage: sender.message,
    webRoot: join(import.meta.dirname, 'no-such-folder'),
    ...more,
  }).finally(() => unsubscribe('fastify.initialization', validateBeforeSerialization))
  const runJobs: TestService['runJobs'] = (options = {}) => {
    const onError = (error: unknown) => {
      throw error
    }
    runner = new JobRunner({ store, analyses: queue.forJobs, onError, ...options })
    runner.start()
    return runner
  }
  onTestFinished(async () => {
    await runner?.close()
    await queue.close()
    await app.close()
    await purger.close()
  })
  const { key } = await issueKey(store.db, 'Test', 'full')
  const { key: readKey } = await issueKey(store.db, 'Test, reading', 'read')
  return {
    app,
    store,
    key,
    readKey,
    allowHosts,
    queue,
    runJobs,
    call: (request, options) => call(app, request, { key, ...options }),
  }
}

/** Differences from the document in bodies before they were serialised, because that drops undocumented fields. */
const undocumented: string[] = []

function validateBeforeSerialization(message: unknown) {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('preSerialization', async ({ method, url: path }, reply, body) => {
    const header = (name: string) => reply.getHeader(name)?.toString()
    undocumented.push(...differences({ method, path, status: reply.statusCode, header, body: JSON.stringify(body) }))
    return body
  })
}

async function call(
  app: FastifyInstance,
  request: string,
  { key, form, json, headers, ...more }: Call,
): Promise<TestResponse> {
  const [method, url] = request.split(' ') as [InjectOptions['method'], string]
  const response = await app.inject({
    ...more,
    ...(form !== undefined && { payload: typeof form === 'string' ? form : new URLSearchParams(form).toString() }),
    ...(json !== undefined && { payload: JSON.stringify(json) }),
    ...(method && { method }),
    url,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  })
  mustBeDocumented({
    method: method ?? 'GET',
    path: url,
    status: response.statusCode,
    header: (name) => response.headers[name.toLowerCase()]?.toString(),
    body: response.body,
  })
  if (undocumented.length > 0) throw new Error(`${request}: ${undocumented.splice(0).join('; ')}`)
  const isJson = String(response.headers['content-type']).startsWith('application/json') && response.body !== ''
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: isJson ? JSON.parse(response.body) : undefined,
  }
}

/** Creates the real app on a new SQLite store. */
export const sqliteService = async (given: Parameters<typeof testService>[1] = {}): Promise<TestService> =>
  testService(await openSqliteStore(), given)

/** The whole body of an error response. `message` is compared exactly if it is text; the request ID is any. */
export const problem = (code: ErrorCode, message: unknown, more: object = {}) => ({
  code,
  message,
  status: errorOf(code).status,
  ...more,
  request_id: expect.any(String),
  type: `urn:seo-reports:error:${code}`,
  title: errorOf(code).title,
})
