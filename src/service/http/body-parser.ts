import type { FastifyInstance, FastifyRequest } from 'fastify'
import { maxBodyBytes, readFields } from './fields.ts'
import { unsupportedMediaType } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields that may come several times or as an array; they are read as one, separated by commas. */
    lists?: readonly string[]
    /** In bytes, where a route takes more than others. */
    largestBody?: number
  }
}

const withoutFields = new Set(['DELETE', 'OPTIONS'])

/** One parser for every body: forms and JSON are read to fields; what a DELETE carries is nobody's business. */
export function parseBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: maxBodyBytes },
    async (request: FastifyRequest, body: Buffer) => {
      if (withoutFields.has(request.method)) return undefined
      const coding = request.headers['content-encoding']
      if (body.length > 0 && coding !== undefined && coding !== 'identity') throw unsupportedMediaType()
      return readFields(request.headers['content-type'] ?? '', body, request.routeOptions.config.lists)
    },
  )
}
