import * as z from 'zod'
import type { RobotsFile } from '#analyser/fetched-page.ts'
import { methods } from '#service/fetcher/connection/http-get.ts'
import type { PageAnswer } from './page-fetches.ts'
import type { RenderTimes } from './render-page.ts'
import {
  maxRequestUrl,
  type PageToRender,
  type RenderedPage,
  renderFailures,
  type RequestOfPage,
} from './rendered-page.ts'

/** The first message to the program, with its settings. */
export type Setup = {
  executablePath: string
  withoutSandbox: boolean
  /** The user that the program and the browser run as. Null for that of the service. */
  uid: number | null
  times: RenderTimes
}

export type ToProgram =
  | { setup: Setup }
  | { render: PageToRender }
  /** The answers to what the program asks for. Null if it asks for something else. */
  | { fetched: { id: number; answer: PageAnswer | null } }
  | { robots: { id: number; answer: RobotsFile | null } }

const count = z.number().int().nonnegative()
const text = (max: number) => z.string().max(max)
const listedOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item).max(50), total: count })
const requested = { url: text(2_000), type: text(50) }

/** The program reads what strangers wrote, so its messages are checked like theirs. */
export const RenderedPageMessage = z.object({
  html: text(5_000_000),
  isCut: z.boolean(),
  isXhtml: z.boolean(),
  finalUrl: text(maxRequestUrl),
  redirectedTo: text(maxRequestUrl).nullable(),
  refusedRedirect: text(maxRequestUrl).nullable(),
  isIdle: z.boolean(),
  requests: count,
  bytes: count,
  isOverLimit: z.boolean(),
  consoleErrors: listedOf(
    z.object({ text: text(500), source: text(500).nullable(), line: z.number().int().nullable() }),
  ),
  failedRequests: listedOf(z.object({ ...requested, reason: text(200) })),
  blockedByRobots: listedOf(z.object({ ...requested, line: count.nullable(), rule: text(1_000).nullable() })),
  screenshot: z.instanceof(Uint8Array).nullable(),
  largestElement: z
    .object({ element: text(200), url: text(2_000).nullable(), width: z.number(), height: z.number() })
    .nullable(),
  layoutShift: z.number().nullable(),
  ms: count,
}) satisfies z.ZodType<RenderedPage>

const url = z.url({ protocol: /^https?$/ }).max(maxRequestUrl)

/** Pages set URLs and headers, so the program checks a request too before it asks for it. */
export const RequestMessage = z.object({
  url,
  method: z.enum(methods),
  headers: z.array(z.tuple([text(1_000), text(100_000)])).max(100),
  body: z.instanceof(Uint8Array).optional(),
  withIdentity: z.boolean(),
  reachesAllowed: z.boolean(),
  isMedia: z.boolean(),
  isFile: z.boolean(),
}) satisfies z.ZodType<RequestOfPage>

const FromProgram = z.union([
  /** The browser runs. Its process leads a session that its other processes belong to. */
  z.object({ ready: z.object({ pid: z.number().int().positive().nullable() }) }),
  z.object({ unavailable: text(2_000) }),
  z.object({ rendered: RenderedPageMessage }),
  z.object({ fetch: z.object({ id: count, request: RequestMessage }) }),
  z.object({ robots: z.object({ id: count, url, reachesAllowed: z.boolean() }) }),
  z.object({ failed: z.object({ code: z.enum(renderFailures), detail: text(2_000) }), needsRestart: z.boolean() }),
])
export type FromProgram = z.infer<typeof FromProgram>

/** Returns null for anything that isn't a message of the program. */
export const readMessage = (message: unknown): FromProgram | null => FromProgram.safeParse(message).data ?? null
