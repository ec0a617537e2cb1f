import { dialects } from './support/rehearsal/dialects.ts'
import { wholeFlow } from './support/rehearsal/flow.ts'
import { test } from './support/rehearsal/test.ts'

/** As a browser without a file picker does it: a file comes as a download. */
test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker')))

type Name = keyof typeof dialects

/** What is shown on these is not what is stored, in its order: their own profiles say what a person reads there. */
const others: Name[] = ['markup', 'someUnreadable', 'uuids', 'flooding', 'pageIgnored', 'pageIgnoredUntold', 'sortIgnored', 'shuffled']
/** Those that differ most; `EVERY_DIALECT=1` takes all, which is minutes. */
const usual: Name[] = ['laravel', 'bare', 'noTotals', 'sparse', 'strangest']
const all = (Object.keys(dialects) as Name[]).filter((name) => !others.includes(name))

for (const name of process.env['EVERY_DIALECT'] ? all : usual) {
  test(`everything that can be done with lists and details is done on a server that answers as ${name}`, async ({ page, rehearse }) => {
    await wholeFlow(page, await rehearse({ dialect: dialects[name] }))
  })
}
