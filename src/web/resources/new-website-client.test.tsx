// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Grant } from '#contract/access/people.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { openDashboard, openPageForm, serviceWithReports, sessionOf, sessionWith } from '#testing/web/dashboard.tsx'
import { addGrant } from '#testing/web/grants.ts'
import { addWords } from '#web/jobs/words.ts'
import { clientWords, newWebsiteClientWords as words } from './words.ts'

const editClient = (id: number): Grant => ({ right: 'edit', scope: 'client', client_id: id, website_id: null })

/** Opens the form of one page, beside a website on loopback that isn't known yet. */
async function open({ clients, grants }: { clients: string[]; grants: readonly Grant[] | null }) {
  const { host, url: origin } = await servePages({ '/': smallPage })
  const service = await serviceWithReports(1)
  service.allowHosts.add(host)
  for (const name of clients) await service.call('POST /api/v1/clients', { form: { name } })
  const session = grants ? await sessionWith(service, 'member', grants) : await sessionOf(service)
  await openDashboard({ ...service, session }, '/reports')
  const field = await openPageForm()
  const form = within(await screen.findByRole('dialog', { name: addWords.title }))
  const submit = () => fireEvent.submit(field.form!)
  const clientOf = async (domain: string) => {
    const { body } = await service.call('GET /api/v1/websites')
    return body.data.find((website: { domain: string }) => website.domain === domain)?.client_id
  }
  const type = (text: string) => fireEvent.change(field, { target: { value: text } })
  return { origin, host, form, submit, type, clientOf }
}

it('a member of several clients chooses one for a new domain', async () => {
  const { origin, host, form, submit, type, clientOf } = await open({
    clients: ['Bakery', 'Butcher', 'Florist'],
    grants: [editClient(1), editClient(2)],
  })
  type(origin)
  await form.findByLabelText(words.label)
  submit()
  await form.findByText(words.missing)
  await addGrant(form, words.label, 'but', `Butcher${clientWords.websites(0)}`)
  submit()
  await waitFor(async () => expect(await clientOf(host)).toBe(2))
})

it('the new domains of a member with one client are given to it without a question', async () => {
  const { origin, host, form, submit, type, clientOf } = await open({
    clients: ['Bakery', 'Butcher'],
    grants: [editClient(2)],
  })
  type(origin)
  submit()
  await waitFor(async () => expect(await clientOf(host)).toBe(2))
  expect(form.queryByLabelText(words.label)).toBeNull()
})

it('an owner can choose a client for a new domain, and for no other', async () => {
  const { origin, host, form, submit, type, clientOf } = await open({ clients: ['Bakery'], grants: null })
  type('site-0.example')
  await waitFor(() => expect(form.queryByLabelText(words.label)).toBeNull())
  type(origin)
  await form.findByLabelText(words.label)
  submit()
  await waitFor(async () => expect(await clientOf(host)).toBeNull())
})

it('a domain that no grant of a member covers is refused at its field', async () => {
  const { host, form, submit, type } = await open({
    clients: [],
    grants: [{ right: 'edit', scope: 'website', client_id: null, website_id: 1 }],
  })
  type(`http://${host}/`)
  submit()
  const sentence = await form.findByText(`Ask an owner to assign this domain: ${host}.`)
  expect(sentence.closest('p')?.id).toBe(form.getByRole('textbox').getAttribute('aria-describedby'))
})
