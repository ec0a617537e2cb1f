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

  test(`nothing moves while websites load at ${size.width} px${size === phone ? ' @all' : ''}`, async ({
    page,
    service,
    browser,
  }) => {
    const [site, other] = (await service.api('/api/v1/websites?sort_by=reports_count')).body.data as { id: number }[]
    const website = `/websites/${site!.id}`
    const form = new URLSearchParams({ kind: 'website', website_id: String(site!.id) })
    const { token } = (await service.api('/api/v1/links', { method: 'POST', body: form })).body.data
    const visitor = await browser.newContext({ baseURL: service.origin, storageState: { cookies: [], origins: [] } })
    for (const [tab, path] of [
      [page, website],
      [page, `${website}?tab=reports`],
      [page, `${website}?tab=pages&check=title-present`],
      [page, `${website}/against/${other!.id}`],
      [await visitor.newPage(), `/s/${token}`],
    ] as const) {
      await tab.setViewportSize(size)
      await tab.goto(path)
      await settled(tab)
      const shifts = await layoutShifts(tab)
      const sum = shifts.reduce((all, { value }) => all + value, 0)
      expect(sum, `${path} ${JSON.stringify(shifts)}`).toBeLessThan(0.01)
    }
    await visitor.close()
  })
}
