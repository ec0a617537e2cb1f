import { frameWords } from '#web/app/words.ts'
import { listWords } from '#web/list/words.ts'
import { reportWords } from '#web/reports/report/words.ts'
import { deletingWords } from '#web/reports/words.ts'
import { serverWords, signInWords } from '#web/session/words.ts'
import { serversWords, settingsWords } from '#web/settings/words.ts'
import { expectNoFindings, phone } from './support/axe.ts'
import {
  addressField,
  expect,
  errorOf,
  heading,
  keyField,
  signedInTo,
  nameOf,
  signIn,
  test,
} from './support/static-test.ts'

test('a server is chosen with its key, and a deep link survives a reload @all', async ({ page, startServer }) => {
  const server = await startServer({ cors: true, signedIn: false })
  await page.goto('/reports?result=bad')
  await expect(heading(page)).toHaveText(serverWords.title)
  await expect(addressField(page)).toBeFocused()
  expect(server.requests).toEqual([])
  // The policy must precede the first script to apply to it.
  const head = await page.content()
  expect(head).toMatch(
    /^[^]*<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'sha256-[^;]+';[^]*<script/,
  )
  expect(head.indexOf('Content-Security-Policy')).toBeLessThan(head.indexOf('<script'))

  await signIn(page, { ...server, origin: `${nameOf(server)}/api/v1/` })
  await expect(page).toHaveURL('/reports?result=bad')
  await expect(heading(page)).toHaveText(listWords.unsavedView)
  // The first list must have arrived: its request isn't one of the reload.
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  server.requests.length = 0
  const listAsked = () =>
    server.requests.filter(({ path, search }) => path === '/reports' && search === '?result=bad').length
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(listAsked()).toBe(1)
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/reports\/\d+/)
  await expect(page.getByRole('heading', { name: reportWords.checks })).toBeVisible()
  const title = await heading(page).innerText()
  await page.reload()
  await expect(heading(page)).toHaveText(title)
  for (const { headers } of server.requests)
    expect(headers).toMatchObject({ authorization: `Bearer ${server.key}`, accept: 'application/json' })
  expect(server.requests.filter(({ headers }) => headers.cookie)).toEqual([])
})

test('writes work across origins: a website is changed and a report deleted @all', async ({ page, startServer }) => {
  const server = await startServer({ cors: true, signedIn: false })
  await page.goto('/websites/1/privacy')
  await signIn(page, server)
  await page.getByRole('radio', { name: 'Public' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.websites.find(({ id }) => id === 1)?.privacy).toBe(0)
  const put = server.requests.find(({ method }) => method === 'PUT')
  expect(put?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)

  const [first] = server.reports
  await page.goto(`/reports/${first?.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: /Delete/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: deletingWords.confirm(1) })
    .click()
  await expect.poll(() => server.reports.some(({ id }) => id === first?.id)).toBe(false)
  // Only the browser's own headers, none added by the page.
  expect(server.requests.find(({ method }) => method === 'DELETE')?.headers.accept).toBe('*/*')
})

test.describe('a server without CORS headers', () => {
  test.use({ tolerated: [/blocked by CORS policy/] })

  test('is distinguished from an unreachable one, with instructions for its administrator @all', async ({
    page,
    startServer,
    host,
  }) => {
    const server = await startServer({ signedIn: false })
    await page.goto('/sign-in')
    await signIn(page, server)
    await expect(await errorOf(addressField(page))).toContainText('its CORS settings block this page')
    const help = page.getByRole('group').filter({ hasText: serverWords.help.summary })
    await expect(help.getByText(`Access-Control-Allow-Origin: ${host.origin}`)).toBeVisible()
    await expect(
      help.getByText(
        `SEO_REPORTS_ALLOW_HOSTS=${new URL(server.origin).host} SEO_REPORTS_UPSTREAM=${server.origin} npm start`,
      ),
    ).toBeVisible()
    await expectNoFindings(page, 'a refused origin', [phone])
  })
})

test('two servers are kept apart and can be switched @all', async ({ page, startServer }) => {
  const one = await startServer({ cors: true, signedIn: false, reports: 20 })
  const other = await startServer({ cors: true, signedIn: false, reports: 30 })
  other.key = 'another-key'
  await page.goto('/reports?result=bad')
  await signIn(page, one)

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: serversWords.add }).click()
  await signIn(page, other)
  // Other servers begin with the reports.
  await expect(page).toHaveURL('/reports')
  await expect(page.getByRole('link', { name: /^Reports/ })).toContainText('30')
  await expect(page.getByRole('link', { name: frameWords.serverInUse(nameOf(other)) })).toBeVisible()
  await page.goto('/settings')
  const list = page.getByRole('region', { name: 'Servers' })
  await expect(list.getByRole('listitem').filter({ hasText: nameOf(other) })).toContainText('Current')
  await list.getByRole('button', { name: serversWords.useThis(nameOf(one)) }).click()
  await expect(page.getByRole('link', { name: /^Reports/ })).toContainText('20')
  expect(new Set(one.requests.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${one.key}`]))
  expect(new Set(other.requests.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${other.key}`]))
})

test('a server is renamed, signed out of and removed with all its stored data @all', async ({
  page,
  context,
  startServer,
}) => {
  const [other, one] = [
    await startServer({ cors: true, signedIn: false }),
    await startServer({ cors: true, signedIn: false }),
  ]
  await signedInTo(context, other, one)
  await page.goto('/settings')
  const list = page.getByRole('region', { name: 'Servers' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expectNoFindings(page, 'the settings with two servers')
  await list.getByRole('button', { name: serversWords.signOutOf(nameOf(other)) }).click()
  await expect(list.getByRole('listitem').filter({ hasText: nameOf(other) })).toContainText(serversWords.signedOut)
  await list.getByRole('button', { name: serversWords.renameThis(nameOf(other)) }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('The other one')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await list.getByRole('button', { name: serversWords.removeThis('The other one') }).click()
  await expect(page.getByRole('dialog')).toContainText('saved views')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)

  await list.getByRole('button', { name: serversWords.removeThis(nameOf(one)) }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(heading(page)).toHaveText(serverWords.title)
  await expect(addressField(page)).toHaveValue('')
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(kept).not.toContain('127.0.0.1')
  expect(kept).not.toContain('half-typed')
})

test.describe('a link that names its server', () => {
  test("is what is copied, and asks for that server's key if it is unknown @all", async ({
    page,
    context,
    browser,
    startServer,
    host,
  }) => {
    const server = await startServer({ cors: true, signedIn: false })
    await signedInTo(context, server)
    await page.goto('/websites/1?result=good')
    await page.getByRole('button', { name: 'Share' }).click()
    const link = await page.getByRole('dialog').getByRole('textbox').inputValue()
    expect(link).toBe(`${host.origin}/websites/1?result=good&server=${encodeURIComponent(server.origin)}`)
    await expect(page.getByRole('dialog').getByText('Only people with a key for this server')).toBeVisible()

    const elsewhere = await browser.newContext({ baseURL: host.origin })
    const opened = await elsewhere.newPage()
    server.requests.length = 0
    await opened.goto(link)
    await expect(opened.getByText(`This link is for ${nameOf(server)}.`)).toBeVisible()
    await expect(addressField(opened)).toHaveValue(server.origin)
    await expect(keyField(opened)).toBeFocused()
    expect(server.requests).toEqual([])
    await keyField(opened).fill(server.key)
    await opened.getByRole('button', { name: signInWords.submit, exact: true }).click()
    await expect(opened).toHaveURL('/websites/1?result=good')
    await expect(heading(opened)).toHaveText(server.websites.find(({ id }) => id === 1)?.domain ?? '')
    await elsewhere.close()
  })

  test('switches to that server if it is known, in this tab only @all', async ({ page, context, startServer }) => {
    const [there, here] = [
      await startServer({ cors: true, signedIn: false }),
      await startServer({ cors: true, signedIn: false }),
    ]
    there.key = 'the-key-of-there'
    await signedInTo(context, there, here)
    await page.goto(`/websites/1?server=${encodeURIComponent(there.origin)}`)
    await expect(page).toHaveURL('/websites/1')
    await expect(heading(page)).toHaveText(there.websites.find(({ id }) => id === 1)?.domain ?? '')
    expect(here.requests).toEqual([])
    expect(new Set(there.requests.map(({ headers }) => headers.authorization))).toEqual(
      new Set(['Bearer the-key-of-there']),
    )
    const tab = await context.newPage()
    await tab.goto('/reports')
    await expect.poll(() => here.requests.length).toBeGreaterThan(0)
  })

  test("never uses another server's key or shows its reports @all", async ({ page, context, startServer }) => {
    const [mine, strange] = [
      await startServer({ cors: true, signedIn: false }),
      await startServer({ cors: true, signedIn: false }),
    ]
    await signedInTo(context, mine)
    await page.goto(`/reports/12?server=${encodeURIComponent(strange.origin)}`)
    await expect(page.getByText('Your other keys won’t be sent there.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Your other keys won’t be sent there.')).toBeVisible()
    expect([...mine.requests, ...strange.requests]).toEqual([])
    await page.getByRole('button', { name: `Use ${nameOf(mine)}` }).click()
    await expect(heading(page)).toHaveText('Reports')
    expect(strange.requests).toEqual([])

    for (const [given, sentence] of [
      ['javascript:alert(1)', 'Server URLs start with https://'],
      ['https://me:secret@seo.example', 'contains a username or password'],
    ] as const) {
      await page.goto(`/reports/12?server=${encodeURIComponent(given)}`)
      await expect(page.getByRole('alert')).toContainText(`We ignored the server in the link you followed (${given})`)
      await expect(page.getByRole('alert')).toContainText(sentence)
      await expect(page).toHaveURL('/sign-in')
      expect(mine.requests.filter(({ path }) => path === '/reports/12')).toEqual([])
    }
  })
})

test('the dashboard works in a folder of a host @all', async ({ page, startServer, hostOfFolder: host }) => {
  const server = await startServer({ cors: true, signedIn: false })
  await page.goto(`${host.origin}/seo/reports?sort=asc`)
  await signIn(page, server)
  await expect(page).toHaveURL(`${host.origin}/seo/reports?sort=asc`)
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/seo\/reports\/1\?list=/)
  await page.reload()
  await expect(heading(page)).not.toHaveText(serverWords.title)
  await page.getByRole('link', { name: 'Websites' }).first().click()
  await expect(page).toHaveURL(`${host.origin}/seo/websites?per_page=50`)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: settingsWords.key.signOut, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: settingsWords.signOut.confirm }).click()
  await expect(page).toHaveURL(`${host.origin}/seo/sign-in`)
})
