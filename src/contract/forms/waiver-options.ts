import * as z from 'zod'
import { todayInUtc } from '../format/days.ts'
import { day } from '../lists/query-params.ts'
import { maxWaiverReason } from '../reports/waivers.ts'
import { because, nameField, optionalTrimmed } from './form.ts'

/** The last day of a waiver: today or later, in UTC. */
export const lastDayField = optionalTrimmed(
  z
    .string()
    .refine((text) => day.schema.safeParse(text).success, because('invalid_time'))
    .refine((text) => !day.schema.safeParse(text).success || text >= todayInUtc(), because('in_the_past'))
    .meta({ format: 'date' }),
)

/**
 * The part of a new waiver that a person types. The browser checks only this. In waiver-forms.ts, it would add the
 * other fields to the dashboard's first load.
 */
export const WaiverOptions = z.object({ reason: nameField(maxWaiverReason), expires_on: lastDayField })
