import { test as base } from '@playwright/test'
import { watch } from '../test.ts'
import { type Rehearsal, type RehearsalOptions, startRehearsal } from './rehearsal.ts'

type Fixtures = {
  faults: string[]
  tolerated: RegExp[]
  /** Starts a rehearsal server that is closed by itself; the page has its key, unless told otherwise. */
  rehearse: (options?: RehearsalOptions & { signedIn?: boolean }) => Promise<Rehearsal>
}

/** Browser tests against a server that is told how to answer; no page may throw. */
export const test = base.extend<Fixtures>({
  tolerated: [[], { option: true }],
  faults: [
    async ({ page, tolerated }, use) => {
      const faults: string[] = []
      await watch(page, faults)
      await use(faults)
      const real = faults.filter((fault) => !tolerated.some((pattern) => pattern.test(fault)))
      base.expect(real, 'the page threw, logged an error or broke its policy').toEqual([])
    },
    { auto: true },
  ],
  rehearse: async ({ context, page, faults }, use) => {
    const started: Rehearsal[] = []
    await use(async ({ signedIn = true, ...options } = {}) => {
      const rehearsal = await startRehearsal(options)
      started.push(rehearsal)
      if (signedIn) await context.addInitScript(signIn, { origin: rehearsal.origin, key: rehearsal.key })
      return rehearsal
    })
    if (!page.isClosed() && (await page.getByRole('heading', { name: 'This page broke' }).count()))
      faults.push('the page broke')
    // What a page asks for after its server has gone is no fault of the page.
    await page.close()
    await Promise.all(started.map((one) => one.close()))
  },
})

export { expect } from '@playwright/test'

/** Once for an origin, so that who signs out stays signed out. */
function signIn({ origin, key }: { origin: string; key: string }) {
  if (location.origin !== origin || localStorage.getItem('rehearsed')) return
  localStorage.setItem('rehearsed', 'yes')
  localStorage.setItem(`seo-reports:key:${origin}`, key)
}
