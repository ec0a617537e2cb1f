import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Upstream } from '#service/gateway/upstream.ts'
import type { Config } from './config.ts'
import { createGatewayApp } from './gateway-app.ts'
import { listen, webRoot } from './listen.ts'
import type { Running } from './stop.ts'

/** Listens, and passes requests on. No store is opened. Throws a StartError when listening is not possible. */
export async function startGateway(config: Config, upstream: Upstream, log: Logger): Promise<Running> {
  let draining = false
  const app = await createGatewayApp({ config, upstream, log, webRoot, isDraining: () => draining })
  const origin = await listen(app, config)
  return {
    app,
    origin,
    isBuilt: existsSync(join(webRoot, 'index.html')),
    drain: () => void (draining = true),
    endWork: async () => {},
    close: async () => {},
  }
}
