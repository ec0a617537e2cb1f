import type { ProbePurpose } from '#analyser/probe.ts'
import { fetchPageAt, probeFrom, probeRequest } from '#testing/servers/page-fetcher.ts'

/**
 * Run as a process of its own: requests `url` as a page or for a probe purpose, and prints the number of bytes that
 * arrived and the growth of the largest resident set. First it requests the smaller `warmUpUrl`, so that compiled code
 * and the usual size of the heap don't count.
 */
const [kind = 'page', url = '', warmUpUrl = ''] = process.argv.slice(2)
const limits = { requestMs: 120_000, totalMs: 120_000, probeMs: 120_000, sitemapMs: 120_000 }

async function bytesOf(target: URL): Promise<number> {
  if (kind === 'page') return (await fetchPageAt(target, { allowHosts: new Set([target.host]), limits })).body.length
  const purpose = kind as ProbePurpose
  const request = probeRequest(purpose, target.href, { read: purpose === 'sitemap' ? 'sitemap' : 'all' })
  const [probe] = await probeFrom(target.origin, [request], [target], { limits })
  return probe?.wireBytes ?? probe?.body?.length ?? 0
}

await bytesOf(new URL(warmUpUrl))
const before = process.resourceUsage().maxRSS
const bytes = await bytesOf(new URL(url))
const grown = (process.resourceUsage().maxRSS - before) * 1024
process.stdout.write(JSON.stringify({ bytes, grown }))
