import type { RequestListener } from 'node:http'
import { hostileRobots, hostileSitemaps } from './hostile-files.ts'
import { endlessPages, heavyPages, hostilePageNames, plainPage } from './hostile-pages.ts'
import { startByteChunkServer, startByteFrameServer, startHostileServer } from './hostile-server.ts'

type Body = string | Buffer

export type HostileSuite = {
  /** Pages with hostile content, or with hostile files on their host. */
  urls: string[]
  /** Pages that take until the time limit. */
  endlessUrls: string[]
  /** The hosts of all URLs, in the form of allow-list entries. */
  hosts: string[]
  close(): Promise<void>
}

const contentBytes = 5_000_000

/** Starts servers with everything hostile that the tests know. */
export async function startHostileSuite(): Promise<HostileSuite> {
  const pages = await startHostileServer()
  const tarpit = await startHostileServer()
  const robots = await Promise.all(Object.values(hostileRobots).map(serveRobots))
  const linking = await startHostileServer(
    respond({ '/': linksTo(robots.map(({ origin }) => `${origin}/${'a'.repeat(1_900)}`)) }),
  )
  const offering = await Promise.all(sitemaps.map(serveSitemap))
  const bytewise = [await startByteChunkServer(contentBytes), await startByteFrameServer(contentBytes)]
  const servers = [pages, tarpit, linking, ...robots, ...offering, ...bytewise]
  const names = [
    ...hostilePageNames.filter((name) => !endlessPages.includes(name)),
    ...heavyPages.map((name) => `heavy/${name}`),
  ]
  return {
    urls: [
      ...[...robots, linking, ...offering, ...bytewise].map(({ origin }) => `${origin}/`),
      ...names.map((name) => `${pages.origin}/${name}`),
    ],
    endlessUrls: endlessPages.map((name) => `${tarpit.origin}/${name}`),
    hosts: servers.map(({ host }) => host),
    async close() {
      await Promise.all(servers.map((server) => server.close()))
    },
  }
}

function respond(files: Record<string, Body>): RequestListener {
  return ({ url = '' }, response) => {
    const body = files[url]
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body)
  }
}

const linksTo = (urls: string[]) => plainPage + urls.map((url) => `<a href="${url}">A link</a>`).join('\n')

/** Long URLs, which take long to match with rules. */
const longLinks = linksTo(Array.from({ length: 30 }, (_, at) => `/${'a'.repeat(1_900)}${at}`))

const serveRobots = (robots: Body) => startHostileServer(respond({ '/': longLinks, '/robots.txt': robots }))

const serveSitemap = (sitemap: Body) =>
  startHostileServer((request, response) => {
    const robots = `Sitemap: http://${request.headers.host}/sitemap.xml`
    respond({ '/': plainPage, '/robots.txt': robots, '/sitemap.xml': sitemap })(request, response)
  })

const { large, gzipBomb, manyVersions, ...otherSitemaps } = hostileSitemaps
const sitemaps: Body[] = [...Object.values(otherSitemaps), gzipBomb(), manyVersions(), large(20_000)]
