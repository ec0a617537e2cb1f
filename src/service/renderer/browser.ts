import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright-core'
import { canMeasure, commandOf, isConfined, usagesBelow } from './process-watch.ts'
import { sandboxWords } from './rendered-page.ts'

/** Longest time that Chromium can take to start, in milliseconds. */
const maxStartMs = 20_000
/** The first version whose documents can be read with their shadow trees. */
export const minVersion = 125

/** The sandbox of Chromium does not work here. */
export class NoSandbox extends Error {
  override name = 'NoSandbox'
}

/**
 * Features that are off: those that Playwright switches off for a page without a person, whose list this replaces, and
 * the process that is kept ready for the next site, which would double the work of a page.
 */
const disabledFeatures = [
  'SpareRendererForSitePerProcess',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
]

const args = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--disable-gpu',
  // Obeyed by chromium-headless-shell. Other builds start their crash handlers anyway.
  '--disable-crash-reporter',
  // The service fetches for pages, so nothing resolves names or uses UDP.
  '--disable-quic',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // A shared worker belongs to no document that its requests could be decided by.
  '--disable-blink-features=SharedWorker',
  '--deny-permission-prompts',
  '--block-new-web-contents',
  '--disable-print-preview',
  '--noerrdialogs',
  '--no-pings',
  '--js-flags=--max-old-space-size=384',
]

/**
 * Starts a Chromium with a new, empty profile. It is controlled through a pipe, which no page can reach. Requests that
 * nobody answers for it go to a proxy that doesn't exist.
 * @throws NoSandbox
 */
export async function launchBrowser(executablePath: string, withoutSandbox: boolean): Promise<Browser> {
  const launched = chromium.launch({
    executablePath,
    args,
    ignoreDefaultArgs: ['--disable-popup-blocking', '--disable-ipc-flooding-protection'],
    proxy: { server: 'http://127.0.0.1:9' },
    chromiumSandbox: !withoutSandbox,
    timeout: maxStartMs,
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  const browser = await launched.catch((cause: unknown) => {
    const isSandbox = /no usable sandbox|setuid sandbox|SUID sandbox|zygote/i.test(String(cause))
    throw isSandbox ? new NoSandbox(sandboxWords.missing, { cause }) : cause
  })
  try {
    const version = Number.parseInt(browser.version(), 10)
    if (version < minVersion) throw new Error(`Chromium ${version} is too old. Rendering needs ${minVersion} or later.`)
    if (!withoutSandbox) await assertSandboxed(browser)
    return browser
  } catch (error) {
    await browser.close()
    throw error
  }
}

/** The program can be a script that adds switches of its own, so this looks at the processes themselves. */
async function assertSandboxed(browser: Browser): Promise<void> {
  if (!canMeasure) return
  const context = await browser.newContext()
  try {
    await context.newPage()
    const renderers = () =>
      usagesBelow(process.pid).filter(({ pid }) => commandOf(pid).split(/[\0 ]/).includes('--type=renderer'))
    // A process gets its filter shortly after it starts.
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const found = renderers()
      if (found.length > 0 && found.every(({ pid }) => isConfined(pid))) return
      await pause(50)
    }
    throw new NoSandbox(sandboxWords.off)
  } finally {
    await context.close()
  }
}
