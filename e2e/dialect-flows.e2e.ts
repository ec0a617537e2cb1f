import { dialects } from './support/rehearsal/dialects.ts'
import { wholeFlow } from './support/rehearsal/flow.ts'
import { test } from './support/rehearsal/test.ts'

type Name = keyof typeof dialects

/** Those that differ most from each other. The others, whose difference has a test of its own, take minutes more: ALL_DIALECTS=1. */
const few: Name[] = ['laravel', 'bare', 'noTotals', 'sparse', 'strangest']
/** Where other rows, or names, are shown than are stored, as their own tests tell. */
const disobedient = new Set<Name>(['markup', 'someUnreadable', 'uuids', 'flooding', 'pageIgnored', 'pageIgnoredUntold', 'sortIgnored', 'shuffled'])
const names = process.env['ALL_DIALECTS'] ? (Object.keys(dialects) as Name[]).filter((name) => !disobedient.has(name)) : few

/** As a browser without a file picker does it: a file comes as a download. */
test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker')))

for (const name of names) {
  test(`everything that can be done with lists and details is done on a server that answers as ${name}`, async ({ page, rehearse }) => {
    await wholeFlow(page, await rehearse({ dialect: dialects[name] }))
  })
}
