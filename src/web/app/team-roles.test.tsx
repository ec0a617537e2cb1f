// @vitest-environment dashboard
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Grant } from '#contract/access/people.ts'
import { privacyLabels } from '#contract/websites/website.ts'
import { openDashboard, serviceWithReports, sessionWith, untilRows } from '#testing/web/dashboard.tsx'
import { analyseWords, newReportWords } from '#web/analyse/words.ts'
import { listWords, selectionWords } from '#web/list/words.ts'
import { bulkPrivacyWords, privacyWords } from '#web/privacy/words.ts'
import { firstRunWords } from '#web/reports/first-run/words.ts'
import { reportSelectionWords } from '#web/reports/words.ts'
import { peopleWords } from '#web/settings/people-words.ts'
import { signInSettingsWords } from '#web/settings/sign-in-words.ts'
import { settingsNavWords } from '#web/settings/words.ts'
import { addWebsiteWords } from '#web/websites/new-website/words.ts'
import { websiteWords } from '#web/websites/words.ts'
import { paths } from './paths.ts'
import { frameWords } from './words.ts'

const viewAll: Grant = { right: 'view', scope: 'all', client_id: null, website_id: null }

async function openAs(role: 'member' | 'guest', path: string, grants: readonly Grant[] = [viewAll]) {
  const service = await serviceWithReports(3)
  const session = await sessionWith(service, role, grants)
  return openDashboard({ ...service, session }, path)
}

const linksIn = async (name: string) => {
  const nav = await screen.findByRole('navigation', { name })
  return within(nav)
    .getAllByRole('link')
    .map((link) => link.textContent)
}

it('offers guests the pages of their websites, and nothing of the team', async () => {
  await openAs('guest', paths.settings())
  expect(await linksIn(settingsNavWords.label)).toEqual([
    settingsNavWords.account,
    settingsNavWords.sessions,
    settingsNavWords.appearance,
    settingsNavWords.shortcuts,
  ])
  expect(await linksIn(frameWords.main)).not.toContain(frameWords.runs)
})

it('offers members their keys and the activity, and not what owners manage', async () => {
  await openAs('member', paths.settings())
  const links = await linksIn(settingsNavWords.label)
  expect(links).toContain(settingsNavWords.keys)
  expect(links).toContain(settingsNavWords.activity)
  for (const name of ['people', 'signIn', 'clients', 'brand'] as const)
    expect(links).not.toContain(settingsNavWords[name])
})

it('offers guests nothing that changes a website', async () => {
  const { goTo } = await openAs('guest', paths.websites())
  await untilRows(3)
  await goTo(paths.website(1))
  await screen.findByRole('heading', { level: 1, name: 'site-0.example' })
  expect(screen.queryByRole('button', { name: analyseWords.submit })).toBeNull()
  expect(screen.queryByRole('button', { name: websiteWords.again })).toBeNull()
})

it('offers guests no share dialog, whose link they can’t create', async () => {
  await openAs('guest', paths.website(1))
  await screen.findByRole('heading', { level: 1, name: 'site-0.example' })
  expect(screen.queryByRole('button', { name: listWords.share })).toBeNull()
})

it('asks nothing for members that only owners can see', async () => {
  const { goTo, requests } = await openAs('member', paths.signInSettings())
  await screen.findByText(signInSettingsWords.notAvailable)
  await goTo(paths.people())
  await screen.findByText(peopleWords.notAvailable)
  expect(requests.filter((request) => /providers|invitations/.test(request))).toEqual([])
})

it('lets members change the websites that they can edit, and only look at others', async () => {
  const edit: Grant = { right: 'edit', scope: 'website', client_id: null, website_id: 1 }
  const { goTo } = await openAs('member', paths.websitePrivacy(1), [viewAll, edit])
  await screen.findByText(privacyWords.choice[1])
  await goTo(paths.websitePrivacy(2))
  await screen.findByText(privacyWords.readOnly(privacyLabels[1]))
})

it('offers members the actions on selected reports and websites only if they can edit all of them', async () => {
  const edit: Grant = { right: 'edit', scope: 'client', client_id: 1, website_id: null }
  const service = await serviceWithReports(6)
  await service.call('POST /api/v1/clients', { form: { name: 'Bakery' } })
  await service.call('PUT /api/v1/websites/1/client', { form: { client_id: '1' } })
  const session = await sessionWith(service, 'member', [viewAll, edit])
  const { goTo } = await openDashboard({ ...service, session }, paths.reports({ website_id: 1 }))
  const choose = async (count: number) => {
    await untilRows(count)
    fireEvent.click(screen.getByRole('checkbox', { name: listWords.selectPage }))
    return within(await screen.findByRole('region', { name: selectionWords.bar }))
  }
  const own = await choose(2)
  await own.findByRole('button', { name: reportSelectionWords.again })
  expect(own.queryByText(selectionWords.uneditable)).toBeNull()
  await goTo(paths.reports())
  const mixed = await choose(6)
  expect(mixed.queryByRole('button', { name: reportSelectionWords.again })).toBeNull()
  mixed.getByText(selectionWords.uneditable)
  await goTo(paths.websites())
  const websites = await choose(3)
  expect(websites.queryByRole('button', { name: bulkPrivacyWords.action })).toBeNull()
  websites.getByText(selectionWords.uneditable)
  await goTo(paths.websites({ client: '1' }))
  const websitesOfClient = await choose(1)
  await websitesOfClient.findByRole('button', { name: bulkPrivacyWords.action })
})

it('offers members who can only look no analysis and no new website', async () => {
  const { goTo } = await openAs('member', paths.websites())
  await untilRows(3)
  expect(screen.queryByRole('button', { name: analyseWords.submit })).toBeNull()
  expect(screen.queryByRole('button', { name: addWebsiteWords.title })).toBeNull()
  await goTo(paths.newReport())
  await screen.findByText(newReportWords.readOnly)
})

it.for(['member', 'guest'] as const)('tells a %s without grants what will appear, and whom to ask', async (role) => {
  const { goTo } = await openAs(role, paths.home(), [])
  await screen.findByText(firstRunWords.waitingText)
  await goTo(paths.websites())
  await screen.findByText(firstRunWords.waitingText)
})
