// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AlertRuleForm } from '#contract/forms/alert-forms.ts'
import { labelOf, messageOf } from '#contract/forms/form.ts'
import { alertConditions } from '#contract/jobs/alerts.ts'
import type { FieldCode } from '#contract/responses/error-codes.ts'
import { createReport } from '#service/store/reports/reports.ts'
import type { TestService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'
import { openDashboard, serviceWithReports } from '#testing/web/dashboard.tsx'
import { viewsWords } from '#web/views/words.ts'
import { alertsWords as words } from './words.ts'

const rulesOf = async ({ call }: TestService) => (await call('GET /api/v1/alerts/rules')).body.data

/** A service with the view Worst of bad reports, with alerts if `conditions` are given. */
async function serviceWithView(conditions?: string) {
  const service = await serviceWithReports(0)
  const form = { name: 'Worst', list: 'reports', query: 'result=bad' }
  const { id } = (await service.call('POST /api/v1/views', { form })).body.data
  if (conditions) {
    const rule = { view_id: `${id}`, conditions, webhook_url: '' }
    expect((await service.call('POST /api/v1/alerts/rules', { form: rule })).status).toBe(201)
  }
  return service
}

const openAlerts = async (text: string) =>
  fireEvent.click(await within(screen.getByRole('main')).findByRole('button', { name: words.of(text, 'Worst') }))
const dialog = async (title: string) => within(await screen.findByRole('dialog', { name: title }))
const condition = (name: (typeof alertConditions)[number]) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: words.condition[name] })
const field = (name: 'mail_to' | 'webhook_url') => screen.getByLabelText<HTMLInputElement>(labelOf(AlertRuleForm, name))
const fill = (name: 'mail_to' | 'webhook_url', value: string) => fireEvent.change(field(name), { target: { value } })
const submit = () => fireEvent.submit(field('mail_to').form!)
const message = (name: 'conditions' | 'mail_to' | 'webhook_url', code: FieldCode) =>
  messageOf(AlertRuleForm, { field: name, code })
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('the alerts of a view', () => {
  it('are created, changed and removed', async () => {
    const service = await serviceWithView()
    await openDashboard(service, '/views')
    await openAlerts(words.button)
    const created = await dialog(words.newTitle)
    created.getByText(words.about('Worst'))
    const all = ['not_indexable', 'score_drop', 'becomes_bad', 'new_issue']
    expect(alertConditions.filter((alertCondition) => condition(alertCondition).checked)).toEqual(all)
    fireEvent.click(condition('new_issue'))
    submit()
    await screen.findByText(words.created('Worst'))
    await isClosed()
    const [rule] = await rulesOf(service)
    expect(rule.conditions.toSorted()).toEqual(all.filter((one) => one !== 'new_issue').toSorted())

    await openAlerts(words.on)
    const changed = await dialog(words.changeTitle)
    expect(condition('new_issue').checked).toBe(false)
    fireEvent.click(condition('count_changed'))
    submit()
    await screen.findByText(words.changed('Worst'))
    await isClosed()
    const after = ['not_indexable', 'score_drop', 'becomes_bad', 'count_changed']
    expect((await rulesOf(service))[0].conditions.toSorted()).toEqual(after.toSorted())

    await openAlerts(words.on)
    fireEvent.click((await dialog(words.changeTitle)).getByRole('button', { name: words.remove }))
    const removal = await dialog(words.removeTitle('Worst'))
    removal.getByText(words.removeText)
    expect(changed).toBeTruthy()
    fireEvent.click(removal.getByRole('button', { name: words.remove }))
    await isClosed()
    expect(await rulesOf(service)).toEqual([])
  })

  it('of a website are created on its page, with conditions about its crawls', async () => {
    const service = await serviceWithReports(1)
    const { domain } = (await service.call('GET /api/v1/websites/1')).body.data
    await openDashboard(service, '/websites/1')
    const button = await within(screen.getByRole('main')).findByRole('button', { name: words.of(words.button, domain) })
    fireEvent.click(button)
    const created = await dialog(words.newTitle)
    created.getByText(words.about(domain))
    for (const name of [
      'robots_changed',
      'sitemap_size',
      'new_5xx',
      'canonical_host',
      'indexable_share',
      'google_dropped',
    ] as const)
      expect(condition(name).checked).toBe(true)
    submit()
    await screen.findByText(words.created(domain))
    await isClosed()
    expect(await rulesOf(service)).toMatchObject([{ website_id: 1, view_id: null }])
  })

  it('propose the recipients of the newest rule, so that they are asked for once', async () => {
    const service = await serviceWithView('becomes_bad')
    const [rule] = await rulesOf(service)
    const form = { conditions: 'becomes_bad', webhook_url: 'https://hooks.example.com/team' }
    expect((await service.call(`PUT /api/v1/alerts/rules/${rule.id}`, { form })).status).toBe(200)
    const { id } = await createReport(service.store.db, newReport())
    const { website_id } = (await service.call(`GET /api/v1/reports/${id}`)).body.data
    const { domain } = (await service.call(`GET /api/v1/websites/${website_id}`)).body.data
    await openDashboard(service, `/websites/${website_id}`)
    const button = await within(screen.getByRole('main')).findByRole('button', { name: words.of(words.button, domain) })
    fireEvent.click(button)
    await dialog(words.newTitle)
    expect(field('webhook_url').value).toBe(form.webhook_url)
    expect(condition('not_indexable').closest('details')?.open).toBe(false)
    submit()
    await dialog(words.secretTitle.created)
    expect(await rulesOf(service)).toMatchObject([{}, { website_id, webhook_url: form.webhook_url }])
  })

  it('are listed by the website that they watch', async () => {
    const service = await serviceWithReports(1)
    const { domain } = (await service.call('GET /api/v1/websites/1')).body.data
    const form = { website_id: '1', conditions: 'robots_changed' }
    expect((await service.call('POST /api/v1/alerts/rules', { form })).status).toBe(201)
    await openDashboard(service, '/alerts?tab=rules')
    const link = await within(screen.getByRole('main')).findByRole('link', { name: domain })
    expect(link.getAttribute('href')).toMatch(/^\/websites\/1\b/)
    expect(screen.getByRole('main').textContent).toContain(words.shortCondition.robots_changed)
  })

  it('say why a webhook is refused, and are followed by the secret of one that is added', async () => {
    const service = await serviceWithView('becomes_bad')
    await openDashboard(service, '/views')
    await openAlerts(words.on)
    const changed = await dialog(words.changeTitle)
    for (const [url, code] of [
      ['http://10.0.0.1/hook', 'unreachable'],
      ['https://hooks.example.com:8443/', 'other_port'],
      ['https://me:secret@hooks.example.com/', 'has_credentials'],
    ] as const) {
      fill('webhook_url', url)
      submit()
      await changed.findByText(message('webhook_url', code))
      await expect.poll(() => document.activeElement).toBe(field('webhook_url'))
      expect(field('webhook_url').value).toBe(url)
    }
    fill('webhook_url', 'https://hooks.example.com/')
    submit()
    const added = await dialog(words.secretTitle.webhookAdded)
    added.getByText((await rulesOf(service))[0].webhook_secret)
    added.getByText(words.verify)
    fireEvent.click(added.getByRole('button', { name: words.close }))
    await isClosed()
  })

  it('explain wrong input beside its field, and lose nothing typed', async () => {
    const service = await serviceWithView()
    await openDashboard(service, '/views')
    await openAlerts(words.button)
    const created = await dialog(words.newTitle)
    for (const alertCondition of alertConditions)
      if (condition(alertCondition).checked) fireEvent.click(condition(alertCondition))
    submit()
    await created.findByText(message('conditions', 'required'))
    await expect.poll(() => document.activeElement).toBe(condition('not_indexable'))
    fireEvent.click(condition('becomes_bad'))
    fill('mail_to', 'me at example')
    fill('webhook_url', 'hooks.example.com')
    submit()
    await created.findByText(message('mail_to', 'invalid_choice'))
    created.getByText(message('webhook_url', 'missing_scheme'))
    await expect.poll(() => document.activeElement).toBe(field('mail_to'))
    expect(field('mail_to').value).toBe('me at example')
    fill('mail_to', 'me@example.com')
    fill('webhook_url', '')
    submit()
    // The service of these tests has no mail server.
    await created.findByText(message('mail_to', 'not_allowed'))
    expect(await rulesOf(service)).toEqual([])
  })

  it('are deleted with their view only after a question', async () => {
    const service = await serviceWithView('becomes_bad')
    await openDashboard(service, '/views')
    const remove = async () => {
      fireEvent.click(await screen.findByRole('button', { name: viewsWords.actionsFor('Worst') }))
      fireEvent.click(await screen.findByRole('menuitem', { name: viewsWords.removeIt }))
    }
    await remove()
    const question = await dialog(viewsWords.deleteTitle('Worst'))
    question.getByText(viewsWords.deleteText)
    fireEvent.click(question.getByRole('button', { name: viewsWords.cancel }))
    await isClosed()
    expect(await rulesOf(service)).toHaveLength(1)
    await remove()
    const again = await dialog(viewsWords.deleteTitle('Worst'))
    fireEvent.click(again.getByRole('button', { name: viewsWords.deleteView }))
    await screen.findByText(viewsWords.removed('Worst'))
    expect(await rulesOf(service)).toEqual([])
  })
})
