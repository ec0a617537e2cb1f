import type { AlertCondition, AlertFault, DeliveryState } from '#contract/alerts.ts'
import { maxMailAddresses, minScoreDrop } from '#contract/alerts.ts'
import { grouped } from '#web/ui/text.ts'

const conditions: Record<AlertCondition, string> = {
  not_indexable: 'A page can no longer be indexed',
  score_drop: `A score drops by ${minScoreDrop} or more`,
  becomes_bad: 'A page becomes Bad',
  new_issue: 'A new issue of high importance appears',
  count_changed: 'The number of pages changes',
}

const faults: Record<AlertCondition, (fault: Pick<AlertFault, 'before' | 'after' | 'check' | 'check_name'>) => string> =
  {
    not_indexable: () => 'Can no longer be indexed',
    score_drop: ({ before, after }) => `Score dropped from ${before} to ${after}`,
    becomes_bad: ({ after }) => `Now rated Bad (${after})`,
    new_issue: ({ check_name, check }) => `New issue: ${check_name ?? check}`,
    count_changed: ({ before, after }) =>
      `Number of pages changed from ${grouped(before ?? 0)} to ${grouped(after ?? 0)}`,
  }

type Reported = Exclude<DeliveryState, 'none'>

/** Alerts: the button of a view and its dialog, and the page of all alerts with its link in the sidebar. */
export const alertsWords = {
  title: 'Alerts',
  lead: 'What got worse in the views that you watch. Each alert was confirmed by a second check.',
  schedules: 'Schedules',
  schedulesLead: 'Websites and views whose pages are analysed automatically.',
  tabs: 'Alerts and schedules',
  button: 'Alerts',
  on: 'Alerts on',
  /** The name of a button that stands beside others of its kind. */
  of: (text: string, name: string) => `${text}: ${name}`,
  unread: (count: number) => (count === 1 ? '1 unread alert' : `${grouped(count)} unread alerts`),

  newTitle: 'Create alerts',
  changeTitle: 'Change alerts',
  about: (name: string) => `We tell you when something changes in “${name}”, once per problem.`,
  conditions: 'Alert when',
  condition: conditions,
  noCondition: 'Choose at least one.',
  always: 'Alerts always appear in the dashboard. They can also be sent.',
  mail: 'Send emails to',
  mailHint: `Optional. Separate recipients with commas, up to ${maxMailAddresses}.`,
  wrongMail: 'Enter recipients such as name@example.com, separated by commas.',
  tooManyMail: `Enter ${maxMailAddresses} recipients or fewer.`,
  noMailServer: 'This server can’t send email. Ask your administrator to set up a mail server, or use a webhook.',
  webhook: 'Webhook URL',
  webhookHint: 'Optional. We send each alert there by POST. Slack’s webhook URLs work.',
  wrongWebhook: 'Enter a URL that starts with https://.',
  create: 'Create alerts',
  save: 'Save changes',
  cancel: 'Cancel',
  close: 'Close',
  remove: 'Remove alerts',
  created: (name: string) => `Alerts created for “${name}”`,
  changed: (name: string) => `Alerts changed for “${name}”`,
  removed: (name: string) => `Alerts removed from “${name}”`,

  secret: 'Signing secret',
  secretTitle: 'Alerts created',
  secretText: 'Use this secret to verify that a request to your webhook is from us. Slack doesn’t need it.',
  verify:
    'The header SEO-Reports-Signature is “t=TIME,v1=SIGNATURE”. The signature is the HMAC-SHA256 of “TIME.BODY” in hexadecimal, with this secret as its key.',
  copySecret: 'Copy secret',
  secretCopied: 'Secret copied',

  markRead: 'Mark all as read',
  marked: 'All alerts marked as read',
  isNew: 'New',
  count: (total: number) => (total === 1 ? '1 problem' : `${grouped(total)} problems`),
  fault: (fault: AlertFault) => faults[fault.condition](fault),
  more: (count: number) => `Show ${grouped(count)} more`,
  notShown: (count: number) => `${grouped(count)} more aren’t listed.`,
  mailStates: { pending: 'Email waiting', sent: 'Email sent', failed: 'Email failed' } satisfies Record<
    Reported,
    string
  >,
  webhookStates: {
    pending: 'Webhook waiting',
    sent: 'Webhook sent',
    failed: 'Webhook failed',
  } satisfies Record<Reported, string>,
  emptyTitle: 'No alerts yet',
  emptyText: 'To get notified when pages get worse, open a saved view and choose Alerts. Alerts are kept for 90 days.',
  toViews: 'Go to views',
  notSupported: 'No alerts on this server',
  notSupportedText: 'This server can’t watch saved views.',
}
