import { sql } from 'kysely'
import { auditActions } from '#contract/access/audit.ts'
import type { Store } from '#service/store/database.ts'
import { randomFrom } from '#testing/random.ts'

/** Inserts 3,000 links to 300 websites, 9,000 visits of 30 of them, and 20,000 audit events of some fifty days. */
export async function fillLinksAndEvents({ db, engine }: Store) {
  const random = randomFrom(7)
  const at = (share: number) => new Date(Date.parse('2026-01-01') + Math.floor(share * 50 * 86_400_000)).toISOString()
  const link = (id: number) =>
    ({
      token_hash: `hash ${id}`,
      kind: 'website',
      mode: 'live',
      label: '',
      report_id: null,
      website_id: 1 + (id % 300),
      list: null,
      query: null,
      title: 'shop.example',
      password_hash: null,
      snapshot_at: null,
      created_by: 'Test',
      created_at: at(0),
      expires_at: null,
      revoked_at: null,
      last_visit_at: null,
      snapshot: null,
    }) as const
  const note = (share: number) => ({
    at: at(share),
    actor: random() < 0.5 ? 'visitor' : `key${Math.floor(random() * 9)}aaaa`,
    actor_name: null,
    action: auditActions[Math.floor(random() * auditActions.length)] ?? 'sign_in',
    object_kind: null,
    object_id: null,
    object_name: null,
    detail: null,
  })
  for (let from = 1; from <= 3_000; from += 500)
    await db
      .insertInto('links')
      .values(Array.from({ length: 500 }, (_, i) => link(from + i)))
      .execute()
  for (let from = 0; from < 9_000; from += 500)
    await db
      .insertInto('link_visits')
      .values(
        Array.from({ length: 500 }, (_, i) => ({
          link_id: 1 + ((from + i) % 30),
          visited_at: at(from / 9_000),
          client: 'Firefox',
        })),
      )
      .execute()
  for (let from = 0; from < 20_000; from += 500)
    await db
      .insertInto('audit')
      .values(Array.from({ length: 500 }, (_, i) => note((from + i) / 20_000)))
      .execute()
  if (engine === 'postgres') await sql`vacuum analyze`.execute(db)
}
