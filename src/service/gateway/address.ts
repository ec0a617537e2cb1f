import type { FastifyRequest } from 'fastify'
import { pathOf } from '#service/http/path.ts'
import { methodNotAllowed, notFound } from '#service/http/problem.ts'
import type { KnownRoutes } from '#service/http/routes-known.ts'

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

/** Only plain words, and no dots that climb: what two servers could read differently is passed to neither. */
const plain = /^\/api\/v1(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/

/** The routes that are known here, and every plain address of the API, of which only upstream knows what it is. */
export function withPassedOn(known: KnownRoutes): KnownRoutes {
  const all = [...methods, 'OPTIONS'].join(', ')
  return {
    allowed: (path) => (plain.test(path) ? all : known.allowed(path)),
    refuse: (method, path) =>
      plain.test(path) && !methods.includes(method) ? methodNotAllowed(method, all) : known.refuse(method, path),
  }
}

/**
 * What to ask upstream for, from `/api/v1` on.
 * @throws Problem 404 for a path that is not plain
 */
export function targetFor(request: FastifyRequest): string {
  const path = pathOf(request)
  if (!plain.test(path)) throw notFound()
  const { url = '' } = request.raw
  const at = url.indexOf('?')
  return at < 0 ? path : path + url.slice(at).replace(/[^\x21\x24-\x3b\x3d\x3f-\x7e]/g, escapeByte)
}

/** A request's target is read byte by byte, so each sign stands for one. */
const escapeByte = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
