import * as z from 'zod'
import { alertConditions, maxMailAddresses, withoutReplaced } from '../jobs/alerts.ts'
import { because, idField, optional, optionalTrimmed, readEntries, refusal, withMessages } from './form.ts'
import { PageUrl, urlMessages } from './report-forms.ts'

/** The entries of a list, each once. */
const readList = (text: unknown, max: number) => readEntries(text, /[^\s,;]+/g, max, { once: true })

/** A plain address. Groups, comments, quotes and literals are refused: mail programs could read them otherwise. */
export const mailAddress = z
  .string()
  .max(254, { error: 'too_long', abort: true })
  .refine(
    (text) => /^[^\s@,;:<>"()[\]\\\p{Cc}]{1,64}@(?:[\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]+$/u.test(text),
    because('invalid_choice'),
  )

const rule = {
  conditions: z
    .transform((text) => withoutReplaced(readList(text, alertConditions.length)))
    .pipe(z.array(z.enum(alertConditions, because('invalid_choice'))).min(1, because('required'))),
  mail_to: z
    .transform((text) => readList(text, maxMailAddresses))
    .pipe(z.array(mailAddress).max(maxMailAddresses, because('too_many'))),
  webhook_url: optionalTrimmed(PageUrl),
}

const messages = {
  conditions: {
    otherwise: `Choose one or more of ${alertConditions.join(', ')}, separated by commas.`,
    required: 'Choose at least one.',
  },
  mail_to: {
    label: 'Send emails to',
    hint: `Optional. Separate recipients with commas, up to ${maxMailAddresses}.`,
    otherwise: 'Enter recipients such as name@example.com, separated by commas.',
    too_many: `Enter ${maxMailAddresses} recipients or fewer.`,
    not_allowed: 'This server can’t send email. Ask your administrator to set up a mail server, or use a webhook.',
  },
  webhook_url: {
    ...urlMessages,
    // The identity of a website isn't sent to webhooks.
    has_credentials: 'Remove the username and password from the URL.',
    label: 'Webhook URL',
    hint: 'Optional. We send a POST request for each alert. Slack webhook URLs work too.',
    unreachable: 'We can’t call URLs on private networks. Enter a public one.',
    dns: 'This domain doesn’t exist. Check the URL for typos.',
  },
}

/** A whole rule: absent fields are removed from it. */
export const AlertRuleForm = withMessages(z.object(rule), messages)
export type AlertRuleFields = z.output<typeof AlertRuleForm>

/** The rule of a saved view or of a website. Whether these exist is checked when the rule is created. */
export const NewAlertRuleForm = withMessages(
  z.object({ website_id: optional(idField), view_id: optional(idField), ...rule }).superRefine(
    (value, { issues }) => {
      const { website_id, view_id } = value as Record<string, unknown>
      if ((website_id === undefined) === (view_id === undefined))
        issues.push(refusal('one_required', website_id, { path: ['website_id'] }))
    },
    { when: () => true },
  ),
  {
    website_id: {
      otherwise: 'Enter the ID of a website.',
      one_required: 'Send exactly one of website_id and view_id.',
    },
    view_id: 'Enter the ID of a saved view of reports.',
    ...messages,
  },
)
