import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeEachEngine, type TestDatabase } from '#testing/store/databases.ts'
import { reportListQuery } from '#testing/store/list-queries.ts'
import { openStore, type Store } from '../database.ts'
import { selectMatches } from './report-ids.ts'

describeEachEngine('a filter of reports', (engine) => {
  let database: TestDatabase
  let store: Store

  beforeAll(async () => {
    database = await engine.createDatabase()
    store = await openStore(database)
  })

  afterAll(async () => {
    await store.close()
    await database.remove()
  })

  it('counts pages that changed and are not indexable among the few that are not', async () => {
    // PostgreSQL chooses by the numbers of rows, and there are none here.
    if (store.engine === 'postgres') return
    const query = reportListQuery({ changed: 'worse', indexability: 'blocked' })
    const filter = { ...query, deleted: [], secondSearch: null }
    const { sql, parameters } = selectMatches(store.db, { filter, few: null, hasWaivers: true }, null).compile()
    const { rows } = await store.db.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]))
    expect(JSON.stringify(rows)).toContain('COVERING INDEX reports_latest_indexability')
  })
})
