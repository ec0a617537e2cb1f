import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Kysely } from 'kysely'
import type * as z from 'zod'
import { findBrokenEncoding } from '#contract/format/percent-encoding.ts'
import { brokenEncoding } from '#contract/forms/view-forms.ts'
import { readId } from '#contract/lists/list-query.ts'
import { type QueryParams, readQuery, sentenceFor } from '#contract/lists/query-params.ts'
import type { HeaderName, ProblemStatus, Tag } from '#contract/openapi/operation.ts'
import type { DescribedQuery, Parameter } from '#contract/openapi/parameters.ts'
import {
  type Action,
  isGuest,
  isSignedIn,
  isWrite,
  personIdOf,
  type Reader,
  refusalOf,
} from '#service/access/policy.ts'
import type { RoomForJobs } from '#service/store/jobs/room.ts'
import type { Schema } from '#service/store/schema.ts'
import {
  type Fields,
  fieldsOf,
  fileOf,
  leaveBodies,
  maxBodyBytes,
  readBody,
  type RepeatableFields,
  shownName,
} from './body.ts'
import type { Exchange, FinishedRequest } from './idempotency.ts'
import type { Identify } from './identify.ts'
import type { RequestLimits } from './limits.ts'
import { reachesLocation, reachesRows } from './permits.ts'
import { diskLimitReached, notAllowed, notFound, originNotAllowed, unprocessable } from './problem.ts'
import { hasOwnOrigin, isSameOrigin } from './request.ts'
import { serializerOf } from './serialize.ts'
import type { TakeTurn, Turn } from './turns.ts'
import { withUpload } from './upload.ts'

/** A response other than an error. */
export type Success = {
  description: string
  /** The JSON body. Fields that it doesn't name are not sent. */
  schema?: z.ZodType
  /** The media type, or several. */
  type?: string | readonly string[]
  headers?: readonly HeaderName[]
  example?: unknown
}

/**
 * The permission that a request needs. An action of the policy needs a key. `with or without a key` rejects a wrong
 * key, `anyone` ignores it, and `health check` is outside of all limits. Visitors reach a shared resource by a
 * {@link VisitorGuard}.
 */
export type Access<Opened extends object = object, Deps = never> =
  | Action
  | 'with or without a key'
  | 'anyone'
  | 'without a key'
  | 'health check'
  | VisitorGuard<Opened, Deps>

/** Opens the content that a website's privacy or a share link permits, or throws a `Problem`. */
export type VisitorGuard<Opened extends object, Deps> = {
  open: (request: FastifyRequest, reply: FastifyReply, deps: Deps) => Promise<Opened>
  /** Runs before a successful response is sent. */
  leave?(opened: Opened, request: FastifyRequest, deps: Deps): Promise<void>
}

/** The values in paths by name. `id`, `other` and `crawl` are IDs of resources. */
type PathValues = {
  id: number
  other: number
  crawl: number
  key: string
  check: string
  token: string
  file: string
  identity: string
}
type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
export type Params<Path> = { [Name in NamesIn<Path>]: Name extends keyof PathValues ? PathValues[Name] : never }

export type Responses = Record<number, Success>
/** The body of a declared response. Other fields can be in it, but are not sent. */
type BodyOf<R> = {
  [Status in keyof R]: R[Status] extends { schema: infer S extends z.ZodType } ? z.input<S> : never
}[keyof R]
export type Declaration<
  Path extends string,
  Query extends object,
  Form extends z.ZodType,
  R extends Responses,
  Opened extends object,
  Resource,
  Deps,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path as OpenAPI has it: `/api/v1/reports/{id}`. */
  path: Path
  access: Access<Opened, Deps>
  /**
   * Rejects requests from pages of another origin. Routes that set or use cookies need it. `named` also rejects those
   * that don't name their origin.
   */
  sameOrigin?: true | 'named'
  /** The operation's name, unique among all. */
  id: string
  summary: string
  description?: string
  /** `Extensions` by default. */
  tag?: Tag
  query?: DescribedQuery<Query>
  /**
   * Returns the object of the path, before the query and the form are read. Throws a 404 without it, and a 412 for
   * another version of it.
   */
  find?(target: PathRequest<Path>, deps: Deps): Promise<Resource>
  /** Request headers that change the response. */
  headers?: readonly Parameter[]
  form?: Form
  /** The form, if the handler reads it, because its fields depend on stored data. */
  formOfHandler?: z.ZodType
  /** A body that succeeds. It is in the document, and the tests of permissions send it. */
  example?: Readonly<Record<string, string>>
  /** Fields of the form that may be repeated. */
  repeatable?: RepeatableFields
  /** The body is a file instead of a form. It is kept until the handler has ended. */
  file?: { types: readonly string[]; description: string }
  /** 16 KiB by default. The gateway forwards as much to another server. */
  maxBodyBytes?: number
  responses: R
  /** Set for reads that are costly. */
  turn?: Turn
  /**
   * Accepts an `Idempotency-Key`: the handler calls `recordWrite`. Returns the body of the response to a repeat as it
   * is now, or undefined if the object is gone. `withheld`: the first response had a secret or a cookie, which is never
   * sent again.
   */
  repeat?: 'withheld' | ((finished: FinishedRequest, deps: Deps, exchange: Exchange) => Promise<object | undefined>)
  /** Adds data. Rejected once the database is as large as it may be. */
  adds?: true
  /** Statuses of errors. Any request can also get 400, 405, 408 and 431. */
  errors: readonly ProblemStatus[]
}

/** A request with the values in its path. */
type PathRequest<Path> = { params: Params<Path>; reader: Reader; request: FastifyRequest }

export type Input<Path, Query, Form, Resource = unknown> = PathRequest<Path> & {
  query: Query
  /** The query as sent. */
  search: URLSearchParams
  found: Resource
  form: Form
  /** The fields of the body as text. */
  fields: Fields
  /** The path of the body, if it is a file; otherwise empty. */
  file: string
  reply: FastifyReply
}

type AnyDeclaration<Deps> = Declaration<string, object, z.ZodType, Responses, object, unknown, Deps>
/**
 * A route that can only be registered with its dependencies: `in` keeps one that needs more from passing for one that
 * needs less. `Route` alone is any route, whose declaration is read.
 */
export type Route<in Deps = never> = {
  declaration: AnyDeclaration<Deps>
  handle(input: Input<string, object, unknown>, deps: Deps): Promise<unknown>
}

/** Returns the function that declares the routes of a file, with what their handlers use. */
export const routeUsing =
  <Deps>() =>
  /**
   * Declares a route with its handler. The handler returns the body of a response, whose status is set if only one is
   * declared, or the reply if it has sent something else.
   */
  <
    const Path extends string,
    const R extends Responses,
    Query extends object = object,
    Form extends z.ZodType = z.ZodType<undefined>,
    Opened extends object = object,
    Resource = undefined,
  >(
    declaration: Declaration<Path, Query, Form, R, Opened, Resource, Deps>,
    handle: (
      input: Input<Path, Query, z.output<Form>, Resource> & Opened,
      deps: Deps,
    ) => Promise<BodyOf<R> | FastifyReply>,
  ): Route<Deps> => ({ declaration, handle })

/** Errors of any route that counts requests. */
export const limited = [429, 500, 503] as const satisfies ProblemStatus[]
/** Errors of a route that takes a key, or whose resource can need a password. */
export const keyed = [401, ...limited] as const satisfies ProblemStatus[]
/** Errors of a read that needs full access. */
export const keyedFull = [...keyed, 403] as const satisfies ProblemStatus[]
/** Errors of a write with a key, without a body and with one. */
export const keyedWrite = [...keyed, 403, 413] as const satisfies ProblemStatus[]
export const keyedForm = [...keyedWrite, 415, 422] as const satisfies ProblemStatus[]

/** What every route uses, whatever its handler does. */
type RouteDeps = {
  db: Kysely<Schema>
  identify: Identify
  limits: RequestLimits
  publicUrl: string | null
  roomForJobs: Pick<RoomForJobs, 'isDiskFull'>
  takeTurn: TakeTurn
}

/** Registers routes with the checks in their declarations. */
export function registerRoutes<Deps extends RouteDeps>(
  app: FastifyInstance,
  routes: readonly Route<NoInfer<Deps>>[],
  deps: Deps,
): void {
  const isOfFile = ({ declaration }: Route<NoInfer<Deps>>) => declaration.file !== undefined
  register(
    app,
    routes.filter((route) => !isOfFile(route)),
    deps,
  )
  const ofFiles = routes.filter(isOfFile)
  if (ofFiles.length === 0) return
  void app.register(async (scope) => {
    leaveBodies(scope)
    register(scope, ofFiles, deps)
  })
}

function register<Deps extends RouteDeps>(
  app: FastifyInstance,
  routes: readonly Route<NoInfer<Deps>>[],
  deps: Deps,
): void {
  for (const route of routes) {
    const { method, path, maxBodyBytes, repeatable } = route.declaration
    app.route({
      method,
      url: fastifyPath(path),
      config: { ...(repeatable && { repeatable }), repeat: repeatOf(route.declaration, deps) },
      ...(maxBodyBytes !== undefined && { bodyLimit: maxBodyBytes }),
      ...hooksFor(route.declaration, deps),
      handler: (request, reply) => respond(route, request, reply, deps),
    })
  }
}

/**
 * Returns the `repeat` of a declaration, with its response serialised like the first. Undefined for an object that the
 * sender can no longer see.
 */
function repeatOf<Deps extends RouteDeps>({ repeat, responses, access }: AnyDeclaration<Deps>, deps: Deps) {
  if (typeof repeat !== 'function') return repeat
  return async (finished: FinishedRequest, exchange: Exchange) => {
    const { request } = exchange
    await refuseUngranted(access, request, deps)
    const { location } = finished
    if (location !== null && !(await reachesLocation(deps.db, request.reader, location))) return undefined
    const body = await repeat(finished, deps, exchange)
    if (body) serializeBy(responses[finished.status]?.schema, exchange.reply)
    return body
  }
}

function serializeBy(schema: z.ZodType | undefined, reply: FastifyReply) {
  if (schema) reply.type('application/json; charset=utf-8').serializer(serializerOf(schema))
}
/** Returns a path as Fastify writes it: `/api/v1/reports/:id`. */
export const fastifyPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

function hooksFor(
  { access, sameOrigin }: Pick<Route['declaration'], 'access' | 'sameOrigin'>,
  { identify, limits, publicUrl }: RouteDeps,
): Pick<RouteOptions, 'onRequest' | 'preHandler'> {
  if (sameOrigin)
    return {
      onRequest: async (request) => {
        const isOwn = sameOrigin === 'named' ? hasOwnOrigin : isSameOrigin
        if (!isOwn(request, publicUrl)) throw originNotAllowed()
        // A guard counts by itself, because visitors with a valid cookie have a higher limit.
        if (typeof access !== 'object') await limits.countKeyless(request)
      },
    }
  if (typeof access === 'object' || access === 'health check') return {}
  if (access === 'without a key') return { onRequest: (request) => limits.countKeyless(request) }
  if (access === 'with or without a key') return { onRequest: identify.optionalKey }
  return access === 'anyone' ? { onRequest: identify.anyone } : identify.to(access)
}

const isAction = (access: Access<object, never>): access is Action =>
  typeof access === 'string' && !['with or without a key', 'anyone', 'without a key', 'health check'].includes(access)

/** Throws a 404 for a row that grants don't show to the reader, and a 403 for one that they let them see only. */
async function refuseUngranted(access: Access<object, never>, request: FastifyRequest, { db }: RouteDeps) {
  const { reader } = request
  if (!isSignedIn(reader) || !isAction(access)) return
  if (!(await reachesRows(db, request))) throw notFound()
  if (!isGuest(reader) && isWrite(access) && !(await reachesRows(db, request, 'edit')))
    throw notAllowed('You can look at this, and not change it.')
  // What guests can’t see is missing for them, whatever they would do with it.
  if (refusalOf(reader, access) === 'guests only view') throw notAllowed('Guests can look, and change nothing.')
}

async function respond<Deps extends RouteDeps>(
  { declaration, handle }: Route<Deps>,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
) {
  const { access, query, form, responses, turn, maxBodyBytes: most = maxBodyBytes } = declaration
  const guard = typeof access === 'object' ? access : undefined
  const opened = (await guard?.open(request, reply, deps)) ?? {}
  const readInput = async () => {
    const target = { params: readParams(request), reader: request.reader, request }
    if (declaration.adds && deps.roomForJobs.isDiskFull()) throw diskLimitReached()
    await refuseUngranted(access, request, deps)
    const found = await declaration.find?.(target, deps)
    return {
      ...opened,
      ...target,
      ...(query ? readQueryOf(query.params, request) : { query: {}, search: new URLSearchParams() }),
      found,
      form: form && readBody(request, form),
      fields: fieldsOf(request),
      file: '',
      reply,
    }
  }
  const answer = (input: Awaited<ReturnType<typeof readInput>>) => {
    const [status, ...others] = Object.keys(responses)
    if (others.length === 0) reply.code(Number(status))
    const read = () => handle(input, deps)
    return turn ? deps.takeTurn(turn, request, reply, read) : read()
  }
  const input = await readInput()
  const body = await (declaration.file
    ? withUpload(fileOf(request), most, async (file) => {
        // As after other bodies, which have come before this.
        if (isAction(access)) await deps.identify.to(access).preHandler(request, reply)
        return answer({ ...(await readInput()), file })
      })
    : answer(input))
  await guard?.leave?.(opened, request, deps)
  if (body !== reply) serializeBy(responses[reply.statusCode]?.schema, reply)
  return body
}

const ids: ReadonlySet<string> = new Set<keyof PathValues>(['id', 'other', 'crawl'])

/** Reads the values in a path. Throws a 404 for a malformed ID. */
function readParams(request: FastifyRequest): Params<string> {
  const texts = Object.entries(request.params as Record<string, string>)
  return Object.fromEntries(
    texts.map(([name, text]) => {
      const value = ids.has(name) ? readId(text) : text
      if (value === null) throw notFound()
      return [name, value]
    }),
  ) as Params<string>
}

/** Puts the ID of the sender in the place of `me`. Only the team can filter by others. */
function readQueryOf(params: QueryParams<object>, request: FastifyRequest) {
  const { query, search } = readRequestQuery(params, request)
  if (!('assignee' in query) || query.assignee === null) return { query, search }
  const own = String(personIdOf(request.reader) ?? 0)
  const assignee = query.assignee === 'me' ? own : query.assignee
  const isShown = assignee === own || (isSignedIn(request.reader) && !isGuest(request.reader))
  return { query: { ...query, assignee: isShown ? assignee : '0' }, search }
}

/** Reads the query of a request. Throws a 422 with a sentence for every invalid parameter. */
export function readRequestQuery<Query extends object>(params: QueryParams<Query>, request: FastifyRequest) {
  const search = readSearch(request)
  const { query, wrong } = readQuery(params, search)
  if (wrong.length > 0)
    throw unprocessable(
      wrong.map((repair) => ({ field: repair.name, code: 'invalid_parameter', sentence: sentenceFor(repair) })),
    )
  return { query, search }
}

/** Parses a request's query like URLSearchParams, but throws a 422 for a broken percent-encoding. */
function readSearch({ raw: { url = '' } }: FastifyRequest): URLSearchParams {
  const queryStart = url.indexOf('?')
  const query = queryStart < 0 ? '' : url.slice(queryStart + 1)
  const broken = findBrokenEncoding(query)
  if (broken !== null) {
    const field = shownName(broken, 'query')
    throw unprocessable([{ field, code: 'invalid_encoding', sentence: brokenEncoding(field) }])
  }
  return new URLSearchParams(query)
}
