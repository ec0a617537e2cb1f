import { counted, grouped } from '#contract/format/numbers.ts'
import type { AlertTest } from '#contract/jobs/alert-test.ts'
import {
  type AlertCondition,
  type ConditionGroup,
  type DeliveryState,
  alertDays,
  minScoreDrop,
  minShareDrop,
  minSitemapChange,
} from '#contract/jobs/alerts.ts'

const conditions: Record<AlertCondition, string> = {
  not_indexable: 'A page is no longer indexable',
  score_drop: `A page’s score drops by ${minScoreDrop} points or more`,
  becomes_bad: 'A page becomes Bad',
  new_issue: 'A page has a new issue of high importance',
  title_changed: 'A page’s title tag changes',
  h1_changed: 'A page’s H1 changes',
  canonical_changed: 'A page’s canonical URL changes',
  count_changed: 'The number of pages changes',
  broken_links: 'A crawl finds new broken links',
  robots_changed: 'A crawl finds that robots.txt changed',
  sitemap_size: `A crawl finds ${100 * minSitemapChange}% more or fewer URLs in the sitemap`,
  new_5xx: 'A crawl finds new server errors (5xx)',
  canonical_host: 'A crawl finds a new canonical tag to another host',
  indexable_share: `A crawl finds that the share of indexable pages fell by ${minShareDrop} points or more`,
  google_dropped: 'Google drops a page with clicks',
  clicks_at_risk: 'A page with clicks is at risk: noindex, error, redirect or canonical',
}

const shortConditions: Record<AlertCondition, string> = {
  not_indexable: 'No longer indexable',
  score_drop: `Score drops by ${minScoreDrop}`,
  becomes_bad: 'Becomes Bad',
  new_issue: 'New issue',
  title_changed: 'Title changes',
  h1_changed: 'H1 changes',
  canonical_changed: 'Canonical changes',
  count_changed: 'Number of pages changes',
  broken_links: 'New broken links',
  robots_changed: 'robots.txt changes',
  sitemap_size: `Sitemap ± ${100 * minSitemapChange}%`,
  new_5xx: 'New server errors',
  canonical_host: 'Canonical to another host',
  indexable_share: 'Share of indexable pages falls',
  google_dropped: 'Dropped by Google',
  clicks_at_risk: 'Clicks at risk',
}

/** “Email failed: the mail server rejected it with status 550” */
const testFailures = ({ mail, mail_error, webhook, webhook_error }: AlertTest) => [
  ...(mail === 'failed' ? [`Email failed: ${mail_error ?? 'no reason given'}`] : []),
  ...(webhook === 'failed' ? [`Webhook failed: ${webhook_error ?? 'no reason given'}`] : []),
]

const conditionGroups: Record<ConditionGroup, string> = {
  breaks: 'What breaks',
  changes: 'What changes',
  figures: 'Figures',
}

type Reported = Exclude<DeliveryState, 'none'>

/** Alerts: the dialog of a view's alerts, and the page of all alerts. */
export const alertsWords = {
  title: 'Alerts',
  lead: 'What changed on the websites and in the views you watch. Before we alert you, we check each page again.',
  rules: 'Rules',
  rulesTitle: 'Alert rules',
  rulesLead: 'The views and websites you watch, with the conditions and recipients of their alerts.',
  tabs: 'Alerts and rules',

  of: (text: string, name: string) => `${text}: ${name}`,
  compareCrawls: 'Compare the crawls',
  change: 'Change',
  sendTest: 'Send a test',
  recipients: 'Sent to',
  noRecipients: 'No recipients. Alerts only appear on this page, so there’s nothing to test.',
  webhookTo: (host: string) => `webhook on ${host}`,
  schedule: 'Schedule',
  notScheduled: 'None. Pages are compared whenever they’re analysed.',
  on: 'Alerts on',
  button: 'Alerts',
  unnamedView: (id: number) => `View ${id}`,
  shortCondition: shortConditions,
  testFailures,
  testResult: (test: AlertTest) =>
    [
      ...(test.mail === 'sent' ? ['Test email sent'] : []),
      ...(test.webhook === 'sent' ? ['Test sent to the webhook'] : []),
      ...testFailures(test),
    ]
      .map((sentence) => `${sentence}.`)
      .join(' '),
  noRulesTitle: 'No alert rules yet',
  noRulesText: 'To get notified when pages get worse, open a website or a saved view of reports and choose the bell.',
  rulesNeedFullKey: 'You can’t view alert rules',
  rulesNeedFullKeyText: 'You need a key with full access, because anyone with a webhook’s URL can post to it.',

  newTitle: 'Create alerts',
  changeTitle: 'Change alerts',
  about: (name: string) => `Get an alert when pages in “${name}” change. Each change is reported once.`,
  conditions: 'Alert when',
  chosen: (count: number) => `Alert on ${counted(count, 'condition')}`,
  condition: conditions,
  conditionGroup: conditionGroups,
  always: 'Alerts always appear on the Alerts page. We can also send them.',
  create: 'Create alerts',
  save: 'Save changes',
  cancel: 'Cancel',
  close: 'Close',
  remove: 'Remove alerts',
  removeTitle: (name: string) => `Remove alerts from “${name}”?`,
  removeText: 'No more alerts are created or sent for it. Earlier alerts stay on the Alerts page.',
  created: (name: string) => `Alerts created for “${name}”`,
  changed: (name: string) => `Alerts changed for “${name}”`,
  removed: (name: string) => `Alerts removed from “${name}”`,

  secret: 'Signing secret',
  secretTitle: { created: 'Alerts created', webhookAdded: 'Webhook added' },
  secretText: 'Use this secret to verify that requests to your webhook are from us. Slack doesn’t need it.',
  verify:
    'The header SEO-Reports-Signature is “t=TIME,v1=SIGNATURE”. The signature is the HMAC-SHA256 of “TIME.BODY” in hexadecimal, with this secret as its key.',
  copySecret: 'Copy secret',
  secretCopied: 'Secret copied',

  markRead: 'Mark all as read',
  marked: 'All alerts marked as read',
  isNew: 'New',
  pages: (count: number, isCut: boolean) => (isCut ? `${grouped(count)} pages or more` : counted(count, 'page')),
  more: (count: number) => `Show ${grouped(count)} more`,
  notShown: (count: number) => `${counted(count, 'more change', 'more changes')} not shown.`,
  mailStates: { pending: 'Email pending', sent: 'Email sent', failed: 'Email failed' } satisfies Record<
    Reported,
    string
  >,
  webhookStates: {
    pending: 'Webhook pending',
    sent: 'Webhook sent',
    failed: 'Webhook failed',
  } satisfies Record<Reported, string>,
  emptyTitle: 'No alerts yet',
  emptyForReaders: `Alerts about your websites appear here once your team has set them up. Alerts are kept for ${alertDays} days.`,
  emptyText: `To get notified when pages get worse, open a website or a saved view of reports and choose the bell. Alerts are kept for ${alertDays} days.`,
  toWebsites: 'Go to websites',
}
