import { describeError } from '#web/data/error-words.ts'
import { listWords } from '#web/list/words.ts'
import { signInWords } from '#web/session/words.ts'
import { html, reset, status } from './support/mock-server/faults.ts'
import { expect, test } from './support/mock-server/test.ts'

const titleOf = (kind: 'limited' | 'network' | 'server', status: number | null = null) =>
  describeError({ kind, status, message: '' }).title

test('a failed sign-in distinguishes a wrong key, an unreachable server and an incompatible server @all', async ({
  page,
  startServer,
}) => {
  const server = await startServer({ signedIn: false })
  await page.goto(`${server.origin}/reports?result=bad`)
  const key = page.getByLabel(signInWords.label)
  const signIn = page.getByRole('button', { name: signInWords.submit })
  await expect(page.getByText(signInWords.noKeyHere)).toBeVisible()
  await expect(page.getByText(signInWords.command)).toHaveCount(0)

  await key.fill('not-this-one')
  await signIn.click()
  await expect(page.getByText('That key isn’t valid.')).toBeVisible()
  await expect(key).toHaveAttribute('aria-invalid', 'true')

  await key.fill(server.key)
  for (const [act, sentence] of [
    [reset(), titleOf('network')],
    [html(200), 'The server’s response wasn’t what we expected.'],
    [html(404), 'The server’s response wasn’t what we expected.'],
    [html(502), titleOf('server', 502)],
    [status(429, { body: { message: 'Slow down' } }), titleOf('limited', 429)],
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(listWords.unsavedView)
})
