import type { Engine } from '../engine.ts'

/** Share links. They have no foreign keys, because a link outlives its target. */
export function links(engine: Engine): string[] {
  const id =
    engine === 'sqlite' ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key'
  const key = engine === 'sqlite' ? 'integer' : 'bigint'
  const bytes = engine === 'sqlite' ? 'blob' : 'bytea'
  const end = engine === 'sqlite' ? ' strict' : ''
  return [
    `create table links (
      id ${id}, token_hash text not null,
      kind text not null check (kind in ('report', 'website', 'view')), mode text not null check (mode in ('live', 'frozen')),
      label text not null, report_id ${key}, website_id ${key}, list text check (list in ('reports', 'websites')), query text,
      title text not null, password_hash text, frozen_at text, created_by text not null, created_at text not null,
      expires_at text, revoked_at text, opens_count integer not null default 0, last_opened_at text, frozen ${bytes},
      check (mode = 'live' or (kind = 'report' and frozen_at is not null))
    )${end}`,
    'create unique index links_token on links (token_hash)',
    'create index links_website on links (website_id) where website_id is not null',
    `create table link_opens (
      id ${id}, link_id ${key} not null references links (id), opened_at text not null, client text not null
    )${end}`,
    'create index link_opens_link on link_opens (link_id, id)',
    'create index link_opens_age on link_opens (opened_at)',
  ]
}
