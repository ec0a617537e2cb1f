import type { RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import type { SitemapReading } from '#analyser/probe.ts'
import { startSession } from '#service/fetcher/fetch-session.ts'
import type { FetchLimits } from '#service/fetcher/limits.ts'
import { followRedirects } from '#service/fetcher/requests/redirects.ts'
import { createSitemapReader } from '#service/fetcher/sitemaps/reader.ts'
import { type HostileServer, startHostileServer } from './hostile-server.ts'

type Options = { lookFor?: string[]; limits?: Partial<FetchLimits>; allowance?: number; signal?: AbortSignal }

/** Reads `/sitemap.xml` from a server, which is closed when the running test ends. */
export async function readSitemapFrom(
  server: HostileServer,
  { lookFor = [], limits, allowance, signal }: Options = {},
) {
  onTestFinished(async () => {
    await server.quiet()
    await server.close()
  })
  const { context } = startSession({
    allowHosts: new Set([server.host]),
    ...(limits && { limits }),
    ...(signal && { signal }),
  })
  const sitemap = createSitemapReader(lookFor, context.limits, { left: allowance ?? context.limits.sitemapBytes })
  const url = new URL('/sitemap.xml', server.origin)
  const { response } = await followRedirects(url, sitemap.options, 5, context).finally(context.connections.close)
  return { response, result: sitemap.result() }
}

/** Reads the sitemap that `listener` answers with. */
export const serveSitemap = async (listener: RequestListener, options?: Options) =>
  readSitemapFrom(await startHostileServer(listener), options)

/** Reads a file as a sitemap. Undefined if it isn't read. */
export async function readSitemap(
  file: string | Buffer,
  headers: Record<string, string> = {},
  options?: Options,
): Promise<SitemapReading | undefined> {
  const { result } = await serveSitemap((_request, response) => response.writeHead(200, headers).end(file), options)
  return result?.reading
}
