import { collectFacts } from '#analyser/facts/collect.ts'
import { decideRender, renderGroupOf, type RenderSample } from '#analyser/render-decision.ts'
import { isChangedByScripts } from '#analyser/rendered.ts'
import { readRendered } from '#analyser/run.ts'
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
    const mayRedirect = facts.scripts?.redirects
    const { screenshot, ms: _, ...rendered } = await renderer.render({ url, document, screenshot: false, mayRedirect })
    const both = readRendered({
      fetched,
      rendered: { ...rendered, hasScreenshot: screenshot !== null },
      reason: 'asked',
    })
    const differs = isChangedByScripts(facts, both.facts)
    const key = `${page.website} ${renderGroupOf(url)}`
    const sample = samples.get(key) ?? { rendered: 0, differed: 0 }
    const { render, code } = decideRender(facts, 'auto', sample)
    if (render) samples.set(key, { rendered: sample.rendered + 1, differed: sample.differed + Number(differs) })
    decided.push({ page, differs, render, code })
  }
  return decided
}
