import type { FastifyInstance } from 'fastify'
import { methodNotAllowed, notFound, type Problem } from './problem.ts'

export type AllowedMethods = {
  /** Returns the methods of a path for an Allow header; undefined if there is no such path. */
  at(path: string): string | undefined
  /** Returns a 405 for a path with other methods, else a 404. */
  refuse(method: string, path: string): Problem
}

const order = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']

/** Collects every route that is declared from now on, except wildcards. */
export function collectAllowedMethods(app: FastifyInstance): AllowedMethods {
  const methodsOf = new Map<string, Set<string>>()
  const patterns: [RegExp, Set<string>][] = []

  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    let methods = methodsOf.get(url)
    if (!methods) {
      methods = new Set(['OPTIONS'])
      methodsOf.set(url, methods)
      patterns.push([new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`), methods])
    }
    for (const name of [method].flat()) methods.add(name)
  })

  const methodsAt = (path: string) => methodsOf.get(path) ?? patterns.find(([pattern]) => pattern.test(path))?.[1]
  const listed = (methods: Set<string>) => order.filter((method) => methods.has(method)).join(', ')

  return {
    at(path) {
      const methods = methodsAt(path)
      return methods && listed(methods)
    },
    refuse(method, path) {
      const others = methodsAt(path)
      return !others || others.has(method) ? notFound() : methodNotAllowed(method, listed(others))
    },
  }
}
