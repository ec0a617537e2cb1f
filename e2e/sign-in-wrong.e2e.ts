import { html, reset, status } from './support/mock-server/faults.ts'
import { expect, test } from './support/mock-server/test.ts'

test('a failed sign-in distinguishes a wrong key, an unreachable server and an incompatible server', async ({
  page,
  startServer,
}) => {
  const server = await startServer({ signedIn: false })
  await page.goto(`${server.origin}/reports?result=bad`)
  const key = page.getByLabel('API key')
  const signIn = page.getByRole('button', { name: 'Sign in' })
  await expect(page.getByText('Ask your administrator to create one.')).toBeVisible()
  await expect(page.getByText('npm run sign-in')).toHaveCount(0)

  await key.fill('not-this-one')
  await signIn.click()
  await expect(page.getByText('That key isn’t valid.')).toBeVisible()
  await expect(key).toHaveAttribute('aria-invalid', 'true')

  await key.fill(server.key)
  for (const [act, sentence] of [
    [reset(), 'Can’t reach the server.'],
    [html(200), 'The server’s response wasn’t what we expected.'],
    [html(404), 'The server’s response wasn’t what we expected.'],
    [html(502), 'isn’t responding. Try again'],
    [status(429, { body: { message: 'Too many requests' } }), 'Too many requests'],
  ] as const) {
    const end = server.on('GET', '/websites', act)
    await signIn.click()
    await expect(page.getByRole('alert')).toContainText(sentence)
    await expect(key).not.toHaveAttribute('aria-invalid')
    await expect(key).toHaveValue(server.key)
    end()
  }

  await signIn.click()
  await expect(page).toHaveURL(`${server.origin}/reports?result=bad`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bad reports')
})
