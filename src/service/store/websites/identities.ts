import type { Generated } from 'kysely'
import type { RenderMode } from '#contract/reports/rendering.ts'

/** How a website's pages are requested and rendered. A website without a row has the defaults. */
export type WebsiteIdentitiesTable = {
  website_id: number
  render: Generated<RenderMode>
  judge_as_production: Generated<0 | 1>
  /** Further hosts that the identity is sent to, as a JSON array. */
  hosts: Generated<string>
  /** The names of what is set, without values, as JSON. Null if no identity is set. */
  summary: string | null
  /** What is sent, encrypted. Null if no identity is set. */
  sealed: Buffer | null
  /** Tells which key it was encrypted with. */
  key_id: string | null
  updated_at: string
}

/** The pages of a group that were rendered, and those of them that their scripts changed. */
export type RenderSamplesTable = { website_id: number; page_group: string; rendered: number; differed: number }
