import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ScriptPage, scriptPageFiles, scriptPages } from '#testing/pages/script-pages.ts'

/** Serves the websites of `scriptPages` on loopback, each on a port of its own. */
export async function serveScriptPages() {
  const servers = new Map<string, Server>()
  for (const name of new Set(scriptPages.map(({ website }) => website))) {
    const server = createServer((request, response) => {
      const path = request.url ?? ''
      const page = scriptPages.find((one) => one.website === name && one.path === path)
      const html = page?.html(`http://${request.headers.host}`)
      const [type, body] = html === undefined ? (scriptPageFiles[path] ?? []) : ['text/html; charset=utf-8', html]
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(body)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    servers.set(name, server)
  }
  const portOf = (server: Server | undefined) => (server?.address() as AddressInfo | undefined)?.port
  const hostOf = (website: string) => `127.0.0.1:${portOf(servers.get(website))}`
  return {
    hosts: new Set([...servers.keys()].map(hostOf)),
    originOf: ({ website }: ScriptPage) => `http://${hostOf(website)}`,
    close() {
      for (const server of servers.values()) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}
