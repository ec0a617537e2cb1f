// @vitest-environment dashboard
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDashboard, serviceWithReports, sessionOf } from '#testing/web/dashboard.tsx'
import { grantWords, teamRoleWords } from '#web/resources/words.ts'
import { websiteWords, whoSeesWords as words } from './words.ts'

it('a website lists the people whose grants cover it, with their right', async () => {
  const service = await serviceWithReports(3)
  const [website, other] = (await service.call('GET /api/v1/websites')).body.data
  await service.call('POST /api/v1/clients', { form: { name: 'Bakery' } })
  const [client] = (await service.call('GET /api/v1/clients')).body.data
  await service.call(`PUT /api/v1/websites/${website.id}/client`, { form: { client_id: String(client.id) } })
  const session = await sessionOf(service)
  const invited = async (name: string, team_role: string, grants: string) => {
    const { person } = await sessionOf(service, name, `${name.toLowerCase()}@agency.example`)
    const { status } = await service.call(`PUT /api/v1/people/${person}`, { form: { team_role, grants } })
    expect(status).toBe(200)
  }
  await invited('Kim', 'member', `view client:${client.id}\nedit website:${website.id}`)
  await invited('Alex', 'guest', `view client:${client.id}`)
  await invited('Sam', 'member', `edit website:${other.id}`)
  await openDashboard({ ...service, session }, `/websites/${website.id}`)
  fireEvent.click(await screen.findByRole('button', { name: websiteWords.more }))
  fireEvent.click(await screen.findByRole('menuitem', { name: websiteWords.whoSees }))
  const dialog = within(await screen.findByRole('dialog', { name: words.title(website.domain) }))
  const list = within(await dialog.findByRole('list', { name: words.list }))
  const shown = list.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/^[A-Z]{1,2}(?=[A-Z])/, ''))
  const { edit, view } = grantWords.rights
  expect(shown).toEqual([
    `Alex${teamRoleWords.guest}\u00a0· ${words.through.client}${view}`,
    `Dana Whitfield${teamRoleWords.owner}\u00a0· ${words.through.all}${edit}`,
    `Kim${teamRoleWords.member}\u00a0· ${words.through.website}${edit}`,
  ])
})
