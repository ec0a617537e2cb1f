import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { CheckResult } from '#contract/analysis.ts'
import { unpack } from './payload.ts'
import type { Schema } from './schema.ts'
import { StoredVerdict } from './verdict.ts'

const WithResults = z.pick(StoredVerdict, { results: true })

/** What each check said about a report, at less cost than the whole report; undefined when there is none. Whoever asks has seen to who may know it. */
export async function findResults(db: Kysely<Schema>, reportId: number): Promise<Record<string, CheckResult> | undefined> {
  const row = await db.selectFrom('report_payloads').select('verdict').where('report_id', '=', reportId).executeTakeFirst()
  return row && z.parse(WithResults, unpack(row.verdict)).results
}
