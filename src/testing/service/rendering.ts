import { findChromium } from '#service/pdf/chromium.ts'
import { createRenderer } from '#service/renderer/renderer.ts'

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
