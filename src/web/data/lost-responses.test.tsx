// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { lost, openDashboard, serviceWithReports } from '#testing/web/dashboard.tsx'
import { formWords } from '#web/forms/words.ts'
import { signInWords } from '#web/session/words.ts'
import { keysWords } from '#web/settings/words.ts'
import { viewsWords } from '#web/views/words.ts'

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const sent = (requests: string[], method: string) => requests.filter((one) => one.startsWith(method))

describe('a write whose response is lost', () => {
  it('is saved if it changes a version, and not blamed on someone else', async () => {
    const service = await serviceWithReports(1)
    const { on, path, requests } = await openDashboard(service, '/websites/1/privacy')
    fireEvent.click(await screen.findByRole('radio', { name: 'Public' }))
    on('PUT', '/websites/1', lost, 1)
    await press(formWords.save)
    await waitFor(() => expect(path()).toBe('/websites/1?tab=issues'))
    expect((await service.call('GET /api/v1/websites/1')).body.data.privacy).toBe(0)
    expect(sent(requests, 'PUT')).toHaveLength(2)
  })

  it('is done if it deletes something', async () => {
    const service = await serviceWithReports(0)
    await service.call('POST /api/v1/views', { form: { name: 'Worst', list: 'reports', query: 'result=bad' } })
    const { on, requests } = await openDashboard(service, '/views')
    on('DELETE', /^\/views\//, lost, 1)
    await press(viewsWords.actionsFor('Worst'))
    fireEvent.click(await screen.findByRole('menuitem', { name: viewsWords.removeIt }))
    await screen.findByText(viewsWords.removed('Worst'))
    await waitFor(() => expect(sent(requests, 'DELETE')).toHaveLength(2))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('leaves a secret in the list that cannot be shown any more', async () => {
    const { on } = await openDashboard(await serviceWithReports(0), '/settings/keys')
    on('POST', '/keys', lost, 1)
    await press(keysWords.create)
    const form = await dialog(keysWords.form.title)
    fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Lost key' } })
    fireEvent.click(form.getByRole('button', { name: keysWords.form.submit }))
    await form.findByText(keysWords.form.lostKey('Lost key'))
    await waitFor(() =>
      expect(
        screen.getAllByRole('listitem').filter(({ textContent }) => textContent.includes('Lost key')),
      ).toHaveLength(1),
    )
  })

  it('signs out if it revokes the current key', async () => {
    const service = await serviceWithReports(0)
    await issueKey(service.store.db, 'Another', 'full')
    const { on } = await openDashboard(service, '/settings/keys')
    on('DELETE', /^\/keys\//, lost, 1)
    await press(keysWords.revokeThis('Test'))
    const question = await dialog(keysWords.dialog.title('Test'))
    fireEvent.click(question.getByRole('button', { name: keysWords.dialog.confirm }))
    await screen.findByRole('heading', { level: 1, name: signInWords.title })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
