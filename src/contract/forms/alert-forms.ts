import * as z from 'zod'
import { splitEntries } from '../format/split-entries.ts'
import { alertConditions, maxMailAddresses } from '../jobs/alerts.ts'
import { because, idField, optionalTrimmed, withMessages } from './form.ts'
import { maxUrlLength, PageUrl } from './report-forms.ts'

/** The entries of a list, each once. */
const entries = z.transform((text): string[] => [...new Set(typeof text === 'string' ? splitEntries(text) : [])])

const address = z
  .string()
  .max(254, because('too_long'))
  .refine((text) => /^[^\s@,;<>"()]{1,64}@[^\s@,;<>"()]+\.[^\s@,;<>"()]+$/.test(text), because('invalid_choice'))

const rule = {
  conditions: entries.pipe(z.array(z.enum(alertConditions, because('invalid_choice'))).min(1, because('required'))),
  mail_to: entries.pipe(z.array(address).max(maxMailAddresses, because('too_many'))),
  webhook_url: optionalTrimmed(PageUrl),
}

const messages = {
  conditions: `conditions must be ${alertConditions.join(', ')} or some of them, separated by commas.`,
  mail_to: {
    otherwise: `mail_to must be at most ${maxMailAddresses} email recipients, such as seo@example.com, separated by commas.`,
    not_allowed: 'mail_to needs a mail server, which the administrator sets with SEO_REPORTS_SMTP_URL.',
  },
  webhook_url: {
    otherwise: 'webhook_url must be an http or https URL without credentials.',
    too_long: `webhook_url must be at most ${maxUrlLength} characters.`,
    unreachable: "webhook_url can't be called: its host isn't public.",
    dns: "webhook_url can't be called: its domain doesn't exist.",
    other_port: 'webhook_url must use the standard port, 80 for http or 443 for https.',
  },
}

/** A whole rule: absent fields are removed from it. */
export const AlertRuleForm = withMessages(z.object(rule), messages)
/** The rule of a saved view. Whether it exists is checked when the rule is created. */
export const NewAlertRuleForm = withMessages(z.object({ view_id: idField, ...rule }), {
  view_id: 'view_id must be the ID of a saved view of reports.',
  ...messages,
})
