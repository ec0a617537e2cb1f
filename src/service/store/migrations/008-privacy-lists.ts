import type { Engine } from '../engine.ts'

/** Indexes of the websites of one privacy in every sort order, with the columns that walking them needs. */
export function privacyLists(engine: Engine): string[] {
  return [
    'create index websites_privacy_id on websites (privacy, id, deleted_at) where deleted_at is null',
    'create index websites_privacy_domain on websites (privacy, domain, id, deleted_at) where deleted_at is null',
    'create index websites_privacy_average on websites (privacy, average_score, id, deleted_at) where deleted_at is null',
    'create index websites_privacy_count on websites (privacy, reports_count, id, deleted_at) where deleted_at is null',
    ...(engine === 'sqlite'
      ? []
      : [
          'create index websites_privacy_average_desc on websites (privacy, average_score desc nulls last, id desc) where deleted_at is null',
        ]),
  ]
}
