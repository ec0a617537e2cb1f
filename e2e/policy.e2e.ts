import { expect, test } from './support/test.ts'

test('a browser test notices what the content security policy of any page refuses', async ({
  page,
  browser,
  service,
  faults,
}) => {
  const other = await browser.newContext({ baseURL: service.origin })
  for (const shown of [page, await other.newPage()]) {
    await shown.goto('/checks')
    expect(faults).toEqual([])
    await shown.evaluate(() => {
      document.head.append(Object.assign(document.createElement('style'), { textContent: 'h1 { color: red }' }))
      document.body.insertAdjacentHTML('beforeend', '<p style="color: red">')
      document.body.append(Object.assign(document.createElement('img'), { src: 'https://example.com/a.png' }))
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.ran = true' }))
    })
    await expect
      .poll(() => new Set(faults.filter((fault) => /violates the following content security policy/i.test(fault))).size)
      .toBe(4)
    faults.length = 0
  }
  await other.close()
})
