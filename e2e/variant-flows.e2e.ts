import { test } from './support/mock-server/test.ts'
import { variants } from './support/mock-server/variants.ts'
import { readingFlow, wholeFlow } from './support/mock-server/whole-flow.ts'

type Name = keyof typeof variants

/** The variants that differ most. The whole flow with all variants takes minutes longer: ALL_VARIANTS=1. */
const thorough = new Set<Name>(['plain', 'laravel', 'bare', 'noTotals', 'numbersAsText', 'sparse', 'mostDifferent'])
/** Variants that show other rows or names than those stored. They have their own tests. */
const unfaithful = new Set<Name>([
  'markup',
  'unreadableRows',
  'uuids',
  'tooManyRows',
  'pageIgnored',
  'pageIgnoredSilently',
  'sortIgnored',
  'shuffled',
])
const names = (Object.keys(variants) as Name[]).filter((name) => !unfaithful.has(name))

// Each test has its own server.
test.describe.configure({ mode: 'parallel' })

/** Removes the file picker, so that the file is downloaded. */
test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker')))

for (const name of names) {
  if (process.env['ALL_VARIANTS'] || thorough.has(name)) {
    test(`everything works with lists and detail pages in the API variant ${name}`, async ({ page, startServer }) => {
      await wholeFlow(page, await startServer({ variant: variants[name] }))
    })
  } else {
    test(`both lists, a report and a website are readable in the API variant ${name}`, async ({
      page,
      startServer,
    }) => {
      await readingFlow(page, await startServer({ variant: variants[name] }))
    })
  }
}
