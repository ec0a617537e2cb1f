// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDashboard, serviceWithReports } from '#testing/web/dashboard.tsx'
import { signInWords } from '#web/session/words.ts'
import { keysWords as words, settingsWords } from './words.ts'

const dialog = async (title: string) => within(await screen.findByRole('dialog', { name: title }))
const click = (within: Pick<typeof screen, 'getByRole'>, name: string, role = 'button') =>
  fireEvent.click(within.getByRole(role, { name }))

it('the last full-access key is revoked only after a second warning, and then signs its browser out', async () => {
  const service = await serviceWithReports(0)
  const { goTo } = await openDashboard(service, '/settings/keys')
  const status = async () => (await service.call('GET /api/v1/keys')).status
  const askToRevoke = async () => {
    fireEvent.click(await screen.findByRole('button', { name: words.revokeThis('Test') }))
    const first = await dialog(words.dialog.title('Test'))
    first.getByText(words.dialog.own, { exact: false })
    click(first, words.dialog.confirm)
    return dialog(words.dialog.lastTitle)
  }
  const second = await askToRevoke()
  second.getByText(words.dialog.last)
  click(second, words.dialog.cancel)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await status()).toBe(200)

  await goTo('/settings')
  fireEvent.click(await screen.findByRole('button', { name: settingsWords.key.signOut }))
  const out = await dialog(settingsWords.signOut.title)
  click(out, settingsWords.signOut.revoke, 'checkbox')
  click(out, settingsWords.signOut.confirm)
  click(await dialog(settingsWords.signOut.lastTitle), settingsWords.signOut.cancel)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await status()).toBe(200)

  await goTo('/settings/keys')
  click(await askToRevoke(), words.dialog.lastConfirm)
  await screen.findByLabelText(signInWords.label)
  expect(await status()).toBe(401)
})
