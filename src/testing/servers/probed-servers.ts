import { onTestFinished } from 'vitest'
import type { Probe, ProbeRequest } from '#analyser/probe.ts'
import { hostilePages } from './hostile-pages.ts'
import { type CountingServer, probeFrom, probeRequest, startCountingServer } from './page-fetcher.ts'

type Listener = Parameters<typeof startCountingServer>[0]

/** The servers of the running test, all of which can be probed. */
export const servers: CountingServer[] = []

/** Starts a server that is probed until the running test ends. */
export async function startProbed(...args: Parameters<typeof startCountingServer>): Promise<CountingServer> {
  const server = await startCountingServer(...args)
  servers.push(server)
  onTestFinished(async () => {
    servers.splice(servers.indexOf(server), 1)
    await server.quiet()
    await server.close()
  })
  return server
}

type Options = Parameters<typeof probeFrom>[3]

export const probesOf = (server: CountingServer, requests: ProbeRequest[], options?: Options): Promise<Probe[]> =>
  probeFrom(`${server.origin}/page`, requests, servers, options)

export const links = (server: CountingServer, count: number, from = 0): ProbeRequest[] =>
  Array.from({ length: count }, (_, index) => probeRequest('link', `${server.origin}/${from + index}`))

export const outcomes = (probes: readonly Probe[]) => probes.map(({ outcome }) => outcome)

export const hostile: Listener = (_path, response, request) => void hostilePages(request, response)
