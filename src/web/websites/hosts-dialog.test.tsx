// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDashboard, serviceWithReports } from '#testing/web/dashboard.tsx'
import { paths } from '#web/app/paths.ts'
import { hostsWords as words, websiteWords } from './words.ts'

it('the hosts that belong together with a website are set in a dialog of its page', async () => {
  const service = await serviceWithReports(1)
  await openDashboard(service, paths.websiteIssues(1))
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: websiteWords.more }))
    fireEvent.click(await screen.findByRole('menuitem', { name: websiteWords.hosts }))
    return screen.findByLabelText<HTMLTextAreaElement>('Hosts')
  }
  const save = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: words.save })))
  fireEvent.input(await open(), { target: { value: '*.shop.example' } })
  await save()
  expect(screen.getByText(/isn’t a host/)).toBeTruthy()
  fireEvent.input(screen.getByLabelText('Hosts'), { target: { value: 'https://shop.example/\nblog.example:8443' } })
  await save()
  await waitFor(() => expect(screen.queryByLabelText('Hosts')).toBeNull())
  expect((await service.call('GET /api/v1/websites/1/hosts')).body.data.hosts).toEqual([
    'shop.example',
    'blog.example:8443',
  ])
  expect((await open()).value).toBe('shop.example\nblog.example:8443')
})
