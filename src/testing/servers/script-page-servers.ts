import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectFacts } from '#analyser/facts/collect.ts'
import { isChangedByScripts } from '#analyser/rendered.ts'
import { readRendered } from '#analyser/run.ts'
import type { Renderer } from '#service/renderer/renderer.ts'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { scriptPageFiles } from '#testing/pages/script-page-files.ts'
import { type ScriptPage, scriptPages } from '#testing/pages/script-pages.ts'

/** Serves the websites of `scriptPages` on loopback, each on a port of its own. */
export async function serveScriptPages() {
  const servers = new Map<string, Server>()
  for (const name of new Set(scriptPages.map(({ website }) => website))) {
    const server = createServer((request, response) => {
      const path = request.url ?? ''
      const page = scriptPages.find((scriptPage) => scriptPage.website === name && scriptPage.path === path)
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

/** Renders one of the pages, and returns the facts of its HTML and whether its scripts change them. */
export async function renderScriptPage(renderer: Renderer, origin: string, page: ScriptPage) {
  const url = `${origin}${page.path}`
  const fetched = fetchedPageOf({ html: page.html(origin), finalUrl: url })
  const { facts } = collectFacts(fetched)
  const document = { status: 200, headers: fetched.headers, body: fetched.body }
  const mayRedirect = facts.scripts?.redirects
  const { screenshot, ms: _, ...rendered } = await renderer.render({ url, document, screenshot: false, mayRedirect })
  const both = readRendered({ fetched, rendered: { ...rendered, hasScreenshot: screenshot !== null }, reason: 'asked' })
  return { url, facts, differs: isChangedByScripts(facts, both.facts) }
}
