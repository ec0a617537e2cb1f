import * as z from 'zod'
import { splitEntries } from '../format/split-entries.ts'
import { alertConditions, maxMailAddresses } from '../jobs/alerts.ts'
import { because, optionalTrimmed } from './form.ts'
import { idField } from './id-forms.ts'
import { PageUrl } from './report-forms.ts'

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

/** A whole rule: absent fields are removed from it. */
export const AlertRuleForm = z.object(rule)
/** The rule of a saved view. Whether it exists is checked when the rule is created. */
export const NewAlertRuleForm = z.object({ view_id: idField, ...rule })
