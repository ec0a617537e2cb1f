import { readFile } from 'node:fs/promises'
import { structureWords as words } from '#web/websites/website/words.ts'
import { websiteTabsWords } from '#web/websites/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { analyse, lampPage } from './support/changing-page.ts'
import { expect, settled, test } from './support/test.ts'

test('the structure of a website lists redirects and canonical URLs, each with an export', async ({
  page,
  service,
  pages,
}) => {
  const url = pages.origin
  pages.set('/lamps', lampPage({ robots: `<link rel="canonical" href="${url}/lamps">` }))
  await analyse(service, `${url}/lamps?color=copper`)
  const { website_id } = await analyse(service, `${url}/jumper`)

  // Chromium without a window can't show the dialog for saving files.
  await page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  await page.goto(`/websites/${website_id}`)
  await page
    .getByRole('navigation', { name: websiteTabsWords.tabs })
    .getByRole('link', { name: websiteTabsWords.tab.structure })
    .click()
  await expect(page).toHaveURL(`/websites/${website_id}?tab=structure`)
  const redirects = page.getByRole('table', { name: words.title.redirects })
  await expect(redirects.getByRole('row', { name: '/jumper' })).toContainText('302/knitting')
  const canonicals = page.getByRole('table', { name: words.title.canonicals })
  await expect(canonicals.getByRole('row', { name: '/lamps' }).first()).toContainText('/lamps?color=copper')
  await settled(page)
  await expectNoFindings(page, 'structure of a website', [desk, phone])

  await page.setViewportSize(desk)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: words.exportOf(words.title.redirects) }).click()
  const file = await readFile(await (await coming).path(), 'utf8')
  expect(file.split('\r\n')[1]).toContain(`${url}/jumper`)
})
