import { decideRender, renderGroupOf, type RenderSample } from '#analyser/render-decision.ts'
import type { Renderer } from '#service/renderer/renderer.ts'
import { scriptPages } from '#testing/pages/script-pages.ts'
import { renderScriptPage, type serveScriptPages } from '#testing/servers/script-page-servers.ts'

type Servers = Awaited<ReturnType<typeof serveScriptPages>>

/** Renders all pages, compares each with its HTML, and decides about each as a crawl would. */
export async function measureDecisions(renderer: Renderer, servers: Servers) {
  const samples = new Map<string, RenderSample>()
  const decided = []
  for (const page of scriptPages) {
    const { url, facts, differs } = await renderScriptPage(renderer, servers.originOf(page), page)
    const key = `${page.website} ${renderGroupOf(url)}`
    const sample = samples.get(key) ?? { rendered: 0, differed: 0 }
    const { render, code } = decideRender(facts, 'auto', sample)
    if (render) samples.set(key, { rendered: sample.rendered + 1, differed: sample.differed + Number(differs) })
    decided.push({ page, differs, render, code })
  }
  return decided
}
