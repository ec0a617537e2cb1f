import { createSignInLink, issueKey } from '#service/access/keys.ts'
import { insertAlert } from '#service/store/alerts/alerts.ts'
import { findAlertRule } from '#service/store/alerts/rules.ts'
import { createWaiver } from '#service/store/pages/waivers.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { newReport } from '#testing/store/reports.ts'
import type { TestService } from './service.ts'

/** IDs and secrets to request: a website with a report, and another, private website with a report. */
export type Targets = {
  website: number
  report: number
  other: number
  otherReport: number
  /** Earlier reports of the same pages. */
  older: number
  otherOlder: number
  view: number
  waiver: number
  link: number
  job: number
  schedule: number
  alertRule: number
  alert: number
  token: string
  /** Of a share link through which a report's page can be checked again. */
  checkToken: string
  key: string
  signIn: string
}
export type Request = `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`
export type Resource = {
  name: string
  /** True if it can contain several websites. The table then says whose data is shown. */
  isOfMany?: boolean
  /** Every request that might reach it, with or without a key. */
  requests(targets: Targets): Request[]
  form?: (targets: Targets) => Record<string, string>
  /** Creates a target that the request may delete. */
  fresh?: (service: TestService) => Promise<Partial<Targets>>
}

export const shared = '/api/v1/shared'
export const through = ({ token }: Targets) => `${shared}/links/${token}`

const fresh = async ({ store }: TestService) => {
  const { id, website_id } = await createReport(
    store.db,
    newReport({ url: `https://fresh-${freshOnes}.example/`, domain: `fresh-${freshOnes++}.example` }),
  )
  return { report: id, website: website_id }
}
/** Nothing works on jobs in the test. Watching one ends when it is cancelled. */
export const freshJob = async ({ call }: TestService, state: 'queued' | 'cancelled') => {
  const { id } = (await call('POST /api/v1/jobs', { form: { urls: 'https://other.example/' } })).body.data
  if (state === 'cancelled') await call(`POST /api/v1/jobs/${id}/cancel`)
  return { job: id as number }
}

export const freshView = async ({ call }: TestService) => ({
  view: (await call('POST /api/v1/views', { form: { name: `Fresh ${freshOnes++}`, list: 'reports', query: '' } })).body
    .data.id,
})
const freshWaiver = async ({ store }: TestService) => {
  const { website_id } = await createReport(store.db, newReport({ url: `https://waived-${freshOnes}.example/` }))
  const what = { website_id, check_id: `waived-${freshOnes++}`, scope: 'website', target: null } as const
  const words = { reason: 'By design', author: 'Test', created_at: '2026-03-01T00:00:00.000Z', expires_on: null }
  const made = await store.db.transaction().execute((tx) => createWaiver(tx, { ...what, ...words }, '2026-03-01'))
  return 'waiver' in made ? { waiver: made.waiver.id } : {}
}
const daily = { every: 'day', time: '06:00', time_zone: 'Europe/Berlin' }
export const freshSchedule = async (service: TestService) => {
  const { website } = await fresh(service)
  const { body } = await service.call('POST /api/v1/schedules', { form: { website_id: String(website), ...daily } })
  return { schedule: body.data.id as number }
}
const blockers = { conditions: 'not_indexable' }
export const freshAlertRule = async (service: TestService) => {
  const { view } = await freshView(service)
  const form = { view_id: String(view), ...blockers, webhook_url: 'https://hooks.example/' }
  const { id } = (await service.call('POST /api/v1/alerts/rules', { form })).body.data
  return { alertRule: id as number }
}
/** An alert that was sent. */
export const freshAlert = async (service: TestService) => {
  const { alertRule } = await freshAlertRule(service)
  const rule = await findAlertRule(service.store.db, alertRule)
  if (!rule) throw new Error('no rule')
  const change = { condition: 'count_changed', url: null, report_id: null, check: null, check_name: null } as const
  const changes = [{ ...change, before: 1, after: 2 }]
  const alert = await service.store.db.transaction().execute((tx) => insertAlert(tx, rule, changes))
  return { alert: alert ?? 0 }
}
let freshOnes = 0

/** Every write, with a form that reaches it. */
export const writes: Resource[] = [
  {
    name: 'Analyse a page',
    requests: () => ['POST /api/v1/reports', `POST ${shared}/reports`],
    form: () => ({ url: 'not a page' }),
  },
  {
    name: 'Delete a report',
    requests: (t) => [
      `DELETE /api/v1/reports/${t.report}`,
      `DELETE ${shared}/reports/${t.report}`,
      `DELETE ${through(t)}/reports/${t.report}`,
    ],
    fresh,
  },
  {
    name: 'Delete several reports',
    requests: () => ['POST /api/v1/bulk/reports/delete', `POST ${shared}/bulk/reports/delete`],
    form: (t) => ({ ids: String(t.report) }),
    fresh,
  },
  {
    name: 'Change the privacy of a website',
    requests: (t) => [`PUT /api/v1/websites/${t.website}`, `PUT ${shared}/websites/${t.website}`, `PUT ${through(t)}`],
    form: () => ({ privacy: '0' }),
    fresh,
  },
  {
    name: 'Change how many reports a website keeps',
    requests: (t) => [
      `PUT /api/v1/websites/${t.website}/retention`,
      `PUT ${shared}/websites/${t.website}/retention`,
      `PUT ${through(t)}/retention`,
    ],
    form: () => ({ keep: '10' }),
    fresh,
  },
  {
    name: 'Delete a website',
    requests: (t) => [
      `DELETE /api/v1/websites/${t.website}`,
      `DELETE ${shared}/websites/${t.website}`,
      `DELETE ${through(t)}`,
    ],
    fresh,
  },
  {
    name: 'Create a view',
    requests: () => ['POST /api/v1/views', `POST ${shared}/views`],
    form: () => ({ name: `Mine ${freshOnes++}`, list: 'reports', query: '' }),
  },
  {
    name: 'Change a view',
    requests: (t) => [`PUT /api/v1/views/${t.view}`],
    form: () => ({ name: `Changed ${freshOnes++}` }),
    fresh: freshView,
  },
  { name: 'Reorder the views', requests: () => ['PUT /api/v1/views/order'], form: () => ({ ids: 'these' }) },
  { name: 'Delete a view', requests: (t) => [`DELETE /api/v1/views/${t.view}`], fresh: freshView },
  {
    name: 'Waive an issue',
    requests: () => ['POST /api/v1/waivers', `POST ${shared}/waivers`],
    form: (t) => ({ website_id: String(t.website), check: 'noindex', scope: 'website', reason: 'By design' }),
    fresh,
  },
  {
    name: 'Remove a waiver',
    requests: (t) => [`DELETE /api/v1/waivers/${t.waiver}`, `DELETE ${shared}/waivers/${t.waiver}`],
    fresh: freshWaiver,
  },
  {
    name: 'Change the status or owner of a finding',
    requests: (t) => [
      `PUT /api/v1/reports/${t.report}/findings/title-present`,
      `PUT ${shared}/reports/${t.report}/findings/title-present`,
      `PUT ${through(t)}/reports/${t.report}/findings/title-present`,
    ],
    form: () => ({ status: 'done' }),
  },
  {
    name: 'Start a job',
    requests: () => ['POST /api/v1/jobs', `POST ${shared}/jobs`],
    form: () => ({ urls: 'https://shop.example/' }),
  },
  {
    name: 'Pause, resume, cancel or retry a job',
    requests: (t) =>
      ['pause', 'resume', 'retry', 'cancel'].map((name) => `POST /api/v1/jobs/${t.job}/${name}` as const),
    fresh: (service) => freshJob(service, 'queued'),
  },
  {
    name: 'Create a schedule',
    requests: () => ['POST /api/v1/schedules', `POST ${shared}/schedules`],
    form: (t) => ({ website_id: String(t.website), ...daily }),
    fresh,
  },
  {
    name: 'Change a schedule',
    requests: (t) => [`PUT /api/v1/schedules/${t.schedule}`],
    form: () => daily,
    fresh: freshSchedule,
  },
  {
    name: 'Delete a schedule',
    requests: (t) => [`DELETE /api/v1/schedules/${t.schedule}`, `DELETE ${shared}/schedules/${t.schedule}`],
    fresh: freshSchedule,
  },
  {
    name: 'Set alerts on a view',
    requests: () => ['POST /api/v1/alerts/rules', `POST ${shared}/alerts/rules`],
    form: (t) => ({ view_id: String(t.view), ...blockers }),
    fresh: freshView,
  },
  {
    name: 'Change or remove the alerts of a view',
    requests: (t) => [`PUT /api/v1/alerts/rules/${t.alertRule}`, `DELETE /api/v1/alerts/rules/${t.alertRule}`],
    form: () => blockers,
    fresh: freshAlertRule,
  },
  {
    name: 'Create a share link',
    requests: (t) => ['POST /api/v1/links', `POST ${shared}/links`, `POST ${through(t)}`],
    form: (t) => ({ kind: 'website', mode: 'live', website_id: String(t.website) }),
  },
  {
    name: 'Revoke a share link',
    requests: (t) => [`DELETE /api/v1/links/${t.link}`, `DELETE ${through(t)}`],
    fresh: async (service) => ({ link: (await createLink(service, 1)).id }),
  },
  {
    name: 'Create a key',
    requests: () => ['POST /api/v1/keys', `POST ${shared}/keys`],
    form: () => ({ name: 'Made here', role: 'read' }),
  },
  {
    name: 'Revoke a key',
    requests: (t) => [`DELETE /api/v1/keys/${t.key}`],
    fresh: async ({ store }) => ({ key: (await issueKey(store.db, 'Fresh', 'read')).info.id }),
  },
  {
    name: 'Sign in with a one-time link',
    requests: () => ['POST /api/v1/sign-in'],
    form: (t) => ({ token: t.signIn }),
    fresh: async ({ store }) => ({ signIn: (await createSignInLink(store.db, '')).split('=')[1] ?? '' }),
  },
  {
    name: 'Enter the password of the website',
    requests: (t) => [`POST ${shared}/websites/${t.website}/unlock`],
    form: () => ({ password: 'right' }),
  },
  {
    name: 'Enter the password of another, private website',
    requests: (t) => [`POST ${shared}/websites/${t.other}/unlock`],
    form: () => ({ password: 'right' }),
  },
  {
    name: 'Enter the password of a share link',
    requests: (t) => [`POST ${through(t)}/unlock`],
    form: () => ({ password: 'right' }),
  },
  {
    name: 'Check the page of a share link again',
    requests: (t) => [`POST ${shared}/links/${t.checkToken}/check`, `POST ${shared}/reports/${t.report}/check`],
  },
  {
    name: 'Check a page again through a share link without that right',
    requests: (t) => [`POST ${through(t)}/check`, `POST ${through(t)}/reports/${t.report}/check`],
  },
  {
    name: 'Lock what this browser unlocked',
    requests: (t) => [`POST ${shared}/websites/${t.website}/forget`, `POST ${through(t)}/forget`],
  },
]

/** Creates a share link of a report through which its page can be checked again. */
export const createCheckLink = async ({ call }: TestService, report: number) =>
  (await call('POST /api/v1/links', { form: { kind: 'report', report_id: String(report), can_check: '1' } })).body
    .data as { id: number; token: string }

/** Creates a share link of a website. */
export const createLink = async ({ call }: TestService, website: number) =>
  (
    await call('POST /api/v1/links', {
      form: { kind: 'website', mode: 'live', website_id: String(website), label: 'For shop.example' },
    })
  ).body.data as { id: number; token: string }
