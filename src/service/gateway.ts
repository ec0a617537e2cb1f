import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Lookup } from '#service/fetcher/connection/lookup.ts'
import { createUpstreamAgents } from '#service/gateway/connections.ts'
import { forwardRoutes } from '#service/gateway/forward.ts'
import { withForwardedPaths } from '#service/gateway/forwarded-paths.ts'
import { defaultGatewayLimits, type GatewayLimits, type Upstream } from '#service/gateway/upstream.ts'
import { collectAllowedMethods } from '#service/http/allowed-methods.ts'
import { everyRequest } from '#service/http/every-request.ts'
import { shuttingDown } from '#service/http/problem.ts'
import { webRoot, webRoutes } from '#service/shell/routes.ts'
import type { Config } from './config.ts'
import { createHttpServer, listen } from './http-server.ts'
import { largerBodies } from './routes.ts'
import type { Running } from './stop.ts'

export type GatewayAppDeps = {
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'visitorRateLimit'>
  upstream: Upstream
  log: Logger
  /** Folder of the built dashboard. */
  webRoot: string
  isDraining?: () => boolean
  limits?: Partial<GatewayLimits>
  lookup?: Lookup
}

/** Creates the app that serves the dashboard and forwards API requests to another server. It stores nothing. */
export async function createGatewayApp({
  config,
  upstream,
  log,
  webRoot,
  isDraining = () => false,
  lookup,
  ...given
}: GatewayAppDeps): Promise<FastifyInstance> {
  const { publicUrl, trustProxy, visitorRateLimit } = config
  const limits = { ...defaultGatewayLimits, ...given.limits }
  const app = createHttpServer(trustProxy, log)
  const methods = withForwardedPaths(collectAllowedMethods(app))
  everyRequest(app, { log, methods, isDraining })

  const connections = createUpstreamAgents(upstream, limits, lookup)
  app.addHook('onClose', async () => connections.close())
  forwardRoutes(app, { upstream, connections, limits, publicUrl, visitorRateLimit, largerBodies: largerBodies(), log })

  app.get('/healthz', async () => ({ state: 'alive', status: 200 }))
  // Readiness does not depend on upstream, because the dashboard explains an outage better than a load balancer would.
  app.get('/readyz', async () => {
    if (isDraining()) throw shuttingDown()
    return { state: 'ready', status: 200 }
  })
  await app.register(async (web) => {
    await web.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'], threshold: 1_024 })
    await webRoutes(web, {
      webRoot,
      methods,
      isHttps: publicUrl?.startsWith('https:') ?? false,
      findPreview: async () => undefined,
    })
  })
  return app
}

/** Starts the gateway. Throws a StartError when listening fails. */
export async function startGateway(config: Config, upstream: Upstream, log: Logger): Promise<Running> {
  let isDraining = false
  const app = await createGatewayApp({ config, upstream, log, webRoot, isDraining: () => isDraining })
  const origin = await listen(app, config)
  return {
    app,
    origin,
    onUncaughtError: () => {},
    drain: () => void (isDraining = true),
    endWork: async () => {},
    close: async () => {},
  }
}
