import { variants } from './support/mock-server/variants.ts'
import { readingFlow, wholeFlow } from './support/mock-server/whole-flow.ts'
import { test } from './support/mock-server/test.ts'

type Name = keyof typeof variants

/** Those that differ most from each other. With the others, everything takes minutes more: ALL_DIALECTS=1. */
const thorough = new Set<Name>(['plain', 'laravel', 'bare', 'noTotals', 'numbersAsText', 'sparse', 'mostDifferent'])
/** Where other rows, or names, are shown than are stored, as their own tests tell. */
const disobedient = new Set<Name>([
  'markup',
  'unreadableRows',
  'uuids',
  'tooManyRows',
  'pageIgnored',
  'pageIgnoredSilently',
  'sortIgnored',
  'shuffled',
])
const names = (Object.keys(variants) as Name[]).filter((name) => !disobedient.has(name))

// Each has a server of its own.
test.describe.configure({ mode: 'parallel' })

/** As a browser without a file picker does it: a file comes as a download. */
test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker')))

for (const name of names) {
  if (process.env['ALL_DIALECTS'] || thorough.has(name)) {
    test(`everything that can be done with lists and details is done on a server that answers as ${name}`, async ({
      page,
      startServer,
    }) => {
      await wholeFlow(page, await startServer({ variant: variants[name] }))
    })
  } else {
    test(`both lists, a report and a website are read from a server that answers as ${name}`, async ({
      page,
      startServer,
    }) => {
      await readingFlow(page, await startServer({ variant: variants[name] }))
    })
  }
}
