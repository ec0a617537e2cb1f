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

// Chromium logs no error if the page catches it, as zod does with its test for `new Function`.
test('a page evaluates no text', async ({ page, context }) => {
  const session = await context.newCDPSession(page)
  const issues: unknown[] = []
  session.on('Audits.issueAdded', ({ issue }) => {
    if (issue.code === 'ContentSecurityPolicyIssue') issues.push(issue.details)
  })
  await session.send('Audits.enable')
  await page.goto('/reports')
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  expect(issues).toEqual([])
})
