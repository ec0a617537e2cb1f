import * as z from 'zod'

export const testResults = ['none', 'sent', 'failed'] as const

/** The result of a test alert for each kind of recipient, with the reason for a failure. */
export const AlertTest = z
  .object({
    mail: z.enum(testResults),
    mail_error: z.string().nullable(),
    webhook: z.enum(testResults),
    webhook_error: z.string().nullable(),
  })
  .meta({ id: 'AlertTest', description: '`none`: the rule has no such recipient.' })
export type AlertTest = z.infer<typeof AlertTest>
