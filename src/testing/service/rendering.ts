import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findChromium } from '#service/pdf/chromium.ts'
import { renderTimes } from '#service/renderer/render-page.ts'
import { createRenderer } from '#service/renderer/renderer.ts'
import { servePages } from '#testing/servers/loopback.ts'

/** The Chromium that can render pages on this machine; undefined if there is none, or its sandbox doesn't start. */
export const renderingChromium = await findRendering()

async function findRendering(): Promise<string | undefined> {
  const chromium = await findChromium()
  const renderer = createRenderer({ chromium, withoutSandbox: false, allowHosts: new Set() })
  const problem = await renderer.problem()
  await renderer.close()
  if (problem === null) return chromium
  console.warn(`Tests that render pages are skipped: ${problem}`)
  return undefined
}

/** Creates a renderer that ends with the running test. */
export function rendererFor(hosts: string[], options: Partial<Parameters<typeof createRenderer>[0]> = {}) {
  const times = { ...renderTimes, later: 100 }
  const renderer = createRenderer({
    chromium: renderingChromium,
    withoutSandbox: false,
    allowHosts: new Set(hosts),
    times,
    ...options,
  })
  onTestFinished(() => renderer.close())
  return renderer
}

export const page = (body: string) => `<!doctype html><html lang="en"><title>A page</title><body>${body}`
export const script = (text: string) => page(`<h1>A page</h1><script>${text}</script>`)

/** Serves pages and returns a function that renders one. */
export async function pagesWith(pages: Parameters<typeof servePages>[0]) {
  const { host, url } = await servePages(pages)
  const renderer = rendererFor([host])
  return { host, url, render: (path = '/') => renderer.render({ url: url + path, screenshot: false }) }
}

/** Returns the file of a browser that starts with a line of a shell, and has further arguments. */
export async function browserWith(line: string, args = '') {
  const folder = await mkdtemp(join(tmpdir(), 'browser-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await chmod(folder, 0o755)
  const file = join(folder, 'chromium')
  await writeFile(file, `#!/bin/sh\n${line}\nexec ${renderingChromium} "$@" ${args}\n`, { mode: 0o755 })
  return file
}
