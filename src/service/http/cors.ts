import type { FastifyReply } from 'fastify'
import { sendProblem } from './errors.ts'
import { notFound } from './problem.ts'

/**
 * Any origin may call what takes a key: a key is shown on purpose, never by the browser on its own. What works without
 * one (the sign-in, what is shared) stays with our own pages.
 */
export const isOpenToOtherOrigins = (path: string) => /^\/api\/v1(\/(?!sign-in$|shared(\/|$))|$)/.test(path)

/** OPTIONS, with or without a preflight's headers: which methods there are, and for whom. */
export function answerPreflight(allowed: string | undefined, path: string, reply: FastifyReply) {
  if (allowed === undefined) return sendProblem(notFound(), reply)
  if (isOpenToOtherOrigins(path)) {
    reply.header('Access-Control-Allow-Methods', allowed)
    reply.header(
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, If-Match, If-None-Match, Prefer, X-Request-Id',
    )
    reply.header('Access-Control-Max-Age', '7200')
  }
  return reply.code(204).header('Allow', allowed).send()
}
