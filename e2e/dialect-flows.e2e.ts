import { dialects } from './support/rehearsal/dialects.ts'
import { readingFlow, wholeFlow } from './support/rehearsal/flow.ts'
import { test } from './support/rehearsal/test.ts'

type Name = keyof typeof dialects

/** Those that differ most from each other. With the others, everything takes minutes more: ALL_DIALECTS=1. */
const thorough = new Set<Name>(['plain', 'laravel', 'bare', 'noTotals', 'numbersAsText', 'sparse', 'strangest'])
/** Where other rows, or names, are shown than are stored, as their own tests tell. */
const disobedient = new Set<Name>([
  'markup',
  'someUnreadable',
  'uuids',
  'flooding',
  'pageIgnored',
  'pageIgnoredUntold',
  'sortIgnored',
  'shuffled',
])
const names = (Object.keys(dialects) as Name[]).filter((name) => !disobedient.has(name))

// Each has a server of its own.
test.describe.configure({ mode: 'parallel' })

/** As a browser without a file picker does it: a file comes as a download. */
test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker')))

for (const name of names) {
  if (process.env['ALL_DIALECTS'] || thorough.has(name)) {
    test(`everything that can be done with lists and details is done on a server that answers as ${name}`, async ({
      page,
      rehearse,
    }) => {
      await wholeFlow(page, await rehearse({ dialect: dialects[name] }))
    })
  } else {
    test(`both lists, a report and a website are read from a server that answers as ${name}`, async ({
      page,
      rehearse,
    }) => {
      await readingFlow(page, await rehearse({ dialect: dialects[name] }))
    })
  }
}
