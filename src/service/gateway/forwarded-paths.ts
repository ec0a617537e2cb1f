import type { FastifyRequest } from 'fastify'
import type { AllowedMethods } from '#service/http/allowed-methods.ts'
import { methodNotAllowed, notFound } from '#service/http/problem.ts'
import { pathOf } from '#service/http/request.ts'

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

/** Plain segments only, without `.` and `..`: a path that two servers could interpret differently is not forwarded. */
const plainPath = /^\/api\/v1(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/

/** Returns the known routes plus every plain API path. Only the upstream server knows whether such a path exists. */
export function withForwardedPaths(known: AllowedMethods): AllowedMethods {
  const allMethods = [...methods, 'OPTIONS'].join(', ')
  return {
    at: (path) => (plainPath.test(path) ? allMethods : known.at(path)),
    refuse: (method, path) =>
      plainPath.test(path) && !methods.includes(method)
        ? methodNotAllowed(method, allMethods)
        : known.refuse(method, path),
  }
}

/**
 * Returns the path and query string to request from upstream, starting with `/api/v1`.
 * @throws Problem 404 for a path that is not plain
 */
export function upstreamTargetOf(request: FastifyRequest): string {
  const path = pathOf(request)
  if (!plainPath.test(path)) throw notFound()
  const { url = '' } = request.raw
  const queryStart = url.indexOf('?')
  return queryStart < 0
    ? path
    : path + url.slice(queryStart).replace(/[^\x21\x24-\x3b\x3d\x3f-\x7e]/g, percentEncodeByte)
}

/** Node decodes a request target as Latin-1, so each character is one byte. */
const percentEncodeByte = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
