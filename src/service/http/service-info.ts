import type { FastifyInstance } from 'fastify'
import type { ExtensionName, ServiceInfo } from '#contract/service-info.ts'
import type { HttpDeps } from './deps.ts'

/** What this service has beyond the specification, each under its own path or named parameter. */
export const extensions: ExtensionName[] = ['checks', 'sign-in', 'views', 'exports', 'bulk', 'previous_score']

export function serviceInfoRoutes(app: FastifyInstance, { identify, version }: HttpDeps) {
  app.get('/api/v1', { onRequest: identify.anyone }, async ({ reader }): Promise<Omit<ServiceInfo, 'key'> & Partial<ServiceInfo>> => {
    const info = { service: 'SEO Reports', version, extensions }
    return reader.kind === 'key' ? { ...info, key: reader.key } : info
  })
}
