import * as z from 'zod'
import { maxKeptReports } from '../websites/retention.ts'
import { optionalTrimmed, wholeNumberField } from './form.ts'

/**
 * How many reports of each page a website keeps. Absent or empty: all. A file of its own: the dashboard doesn't load
 * it.
 */
export const RetentionForm = z.object({ keep: optionalTrimmed(wholeNumberField(1, maxKeptReports)) })
