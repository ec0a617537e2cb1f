import { RetentionForm } from '../forms/retention-form.ts'
import { Retention, retentionParams } from '../websites/retention.ts'
import type { Paths } from './operation.ts'
import { parametersOf } from './parameters.ts'
import { itemOf, namedBody } from './schemas.ts'

const retention = { tag: 'Extensions', extension: 'retention' } as const

const RetentionItem = itemOf('RetentionItem', Retention, 200)

/** How long a website keeps its reports. */
export const retentionPaths: Paths = {
  '/api/v1/websites/{id}/retention': {
    get: {
      ...retention,
      id: 'readRetention',
      summary: 'Get how many reports a website keeps',
      access: 'read',
      parameters: parametersOf(retentionParams, { keep: 'Counts what would be deleted with this setting.' }),
      responses: { 200: { description: 'The setting.', schema: RetentionItem } },
    },
    put: {
      ...retention,
      id: 'changeRetention',
      summary: 'Change how many reports a website keeps',
      description:
        'Older reports are deleted in the background. Reports of working share links are always kept. Deleted reports can’t be restored. `expired` is lower if counting fails or takes more than two seconds.',
      access: 'write',
      form: namedBody('RetentionForm', RetentionForm, 'Without `keep`, all reports are kept.'),
      responses: { 200: { description: 'The setting.', schema: RetentionItem } },
    },
  },
}
