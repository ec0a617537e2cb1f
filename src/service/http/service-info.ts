import type { FastifyInstance } from 'fastify'
import { extensionNames, type ServiceInfo } from '#contract/service-info.ts'
import type { HttpDeps } from './deps.ts'

export function serviceInfoRoutes(app: FastifyInstance, { identify, version }: HttpDeps) {
  app.get(
    '/api/v1',
    { onRequest: identify.anyone },
    async ({ reader }): Promise<Omit<ServiceInfo, 'key'> & Partial<ServiceInfo>> => {
      const info = { service: 'SEO Reports', version, extensions: [...extensionNames] }
      return reader.kind === 'key' ? { ...info, key: reader.key } : info
    },
  )
}
