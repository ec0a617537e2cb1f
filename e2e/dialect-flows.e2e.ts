import { dialects } from './support/rehearsal/dialects.ts'
import { wholeFlow } from './support/rehearsal/flow.ts'
import { test } from './support/rehearsal/test.ts'

/** As a browser without a file picker does it: a file comes as a download. */
test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker')))

for (const name of ['plain', 'laravel', 'bare', 'noTotals', 'numbersAsText', 'sparse', 'strangest'] as const) {
  test(`everything that can be done with lists and details is done on a server that answers as ${name}`, async ({ page, rehearse }) => {
    await wholeFlow(page, await rehearse({ dialect: dialects[name] }))
  })
}
