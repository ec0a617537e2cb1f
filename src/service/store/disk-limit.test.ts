import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { openStore } from './database.ts'
import { createDiskLimit, databaseBytes } from './disk-limit.ts'

describeEachEngine('the size of the database', onBoth, ({ createDatabase, name }) => {
  it('is limited, and deleting rows makes room on SQLite', async () => {
    const database = await createDatabase()
    const { db, close } = await openStore(database)
    onTestFinished(async () => {
      await close()
      await database.remove()
    })
    const empty = await databaseBytes(db, database.dataDir)
    const limit = createDiskLimit(db, database.dataDir, empty + 5_000_000)
    const unlimited = createDiskLimit(db, database.dataDir, null)
    const isReached = async () => {
      await Promise.all([limit.measure(), unlimited.measure()])
      return [limit.isReached(), unlimited.isReached()]
    }
    expect(await isReached()).toEqual([false, false])
    for (let row = 0; row < 10; row += 1) {
      // Random, because PostgreSQL compresses long values.
      const value = randomBytes(1_000_000).toString('base64')
      await db
        .insertInto('meta')
        .values({ name: `large ${row}`, value })
        .execute()
    }
    expect(await isReached()).toEqual([true, false])
    await db.deleteFrom('meta').where('name', 'like', 'large %').execute()
    if (name === 'postgres') return
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    expect(await isReached()).toEqual([false, false])
  })
})
