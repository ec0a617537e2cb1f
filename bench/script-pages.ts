import { collectFacts } from '#analyser/facts/collect.ts'
import { decideRender, renderGroupOf, type RenderSample } from '#analyser/render-decision.ts'
import { isChangedByScripts, readRendered } from '#analyser/rendered.ts'
import type { Renderer } from '#service/renderer/renderer.ts'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { scriptPages } from '#testing/pages/script-pages.ts'
import type { serveScriptPages } from '#testing/servers/script-page-servers.ts'

type Servers = Awaited<ReturnType<typeof serveScriptPages>>

/** Renders all pages, compares each with its HTML, and decides about each as a crawl would. */
export async function measureDecisions(renderer: Renderer, servers: Servers, pages = scriptPages) {
  const samples = new Map<string, RenderSample>()
  const decided = []
  for (const page of pages) {
    const url = `${servers.originOf(page)}${page.path}`
    const html = page.html(servers.originOf(page))
    const fetched = fetchedPageOf({ html, finalUrl: url })
    const { facts } = collectFacts(fetched)
    const document = { status: 200, headers: fetched.headers, body: fetched.body }
    const rendered = await renderer.render({ url, document, screenshot: false })
    const differs = rendered.redirectedTo !== null || isChangedByScripts(facts, readRendered(fetched, rendered))
    const key = `${page.website} ${renderGroupOf(url)}`
    const sample = samples.get(key) ?? { rendered: 0, differed: 0 }
    const { render, code } = decideRender(facts, 'auto', sample)
    if (render) samples.set(key, { rendered: sample.rendered + 1, differed: sample.differed + Number(differs) })
    decided.push({ page, differs, render, code, failed: rendered.failedRequests.total })
  }
  return decided
}
