import type { Page } from '@playwright/test'
import { desk, phone } from './support/axe.ts'
import type { Service } from './support/service.ts'
import { expect, holdResponses, layoutShifts, settled, test } from './support/test.ts'

const fontStatus = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts].find(({ family }) => family.includes('Inter Optional'))?.status
  })

/** Makes a seeded website public. Returns the path of one of its reports. */
async function publicReport(service: Service) {
  const { id } = (await service.api('/api/v1/websites?sort_by=reports_count')).body.data[0] as { id: number }
  await service.api(`/api/v1/websites/${id}`, { method: 'PUT', body: new URLSearchParams({ privacy: '0' }) })
  const [report] = (await service.api(`/api/v1/reports?website_id=${id}`)).body.data as { id: number }[]
  return `/reports/${report?.id}`
}

for (const size of [desk, phone]) {
  test(`nothing moves when the font arrives late at ${size.width} px${size === phone ? ' @all' : ''}`, async ({
    page,
    service,
    browser,
  }) => {
    const report = await publicReport(service)
    const visitor = await browser.newContext({ baseURL: service.origin, storageState: { cookies: [], origins: [] } })
    for (const [tab, path] of [
      [page, '/'],
      [page, '/reports'],
      [page, '/websites'],
      [await visitor.newPage(), report],
    ] as const) {
      await tab.setViewportSize(size)
      const sendFont = await holdResponses(tab, /\.woff2$/)
      await tab.goto(path, { waitUntil: 'commit' })
      await settled(tab)
      const since = await tab.evaluate(() => performance.now())
      sendFont()
      expect(await fontStatus(tab)).toBe('loaded')
      // The next frame would show the text in the new font.
      await tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      expect(await layoutShifts(tab, since), path).toEqual([])
    }
    await visitor.close()
  })
}
