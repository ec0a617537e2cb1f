import { setTimeout as pause } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

// Runs in a thread of its own with a connection of its own.

/** Longer than a writer waits between two attempts, so that it gets its turn after each index. */
const pauseMs = 50

const file = new Database(workerData as string, { fileMustExist: true, timeout: 60_000 })
file.pragma('analysis_limit = 0')
// Index by index, because each statement holds the write lock while it reads.
const indexes = file.prepare<[], string>(`select name from sqlite_schema where type = 'index'`).pluck().all()
for (const name of indexes) {
  file.exec(`analyze "${name}"`)
  await pause(pauseMs)
}
// Other connections read the statistics with the schema, and that only when the schema changes.
file.exec('begin immediate; create table renewed (id integer); drop table renewed; commit')
file.close()
