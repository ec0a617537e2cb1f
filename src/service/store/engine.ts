import { Kysely, type KyselyConfig, type KyselyPlugin, sql, type Transaction, type TransactionBuilder } from 'kysely'
import type { LinkTargets } from './pages/link-targets.ts'
import type { Schema } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'

/** What belongs to a store, and not to a single statement. */
export type StoreContext = { targets: LinkTargets } & ({ engine: 'sqlite'; file: string } | { engine: 'postgres' })

const contexts = new WeakMap<Kysely<Schema>, StoreContext>()

/** The database of a store. Its transactions, and copies of it with plugins, have its context. */
export class StoreDatabase extends Kysely<Schema> {
  readonly #context: StoreContext

  constructor(config: KyselyConfig, context: StoreContext) {
    super(config)
    this.#context = context
    contexts.set(this, context)
  }

  override transaction(): TransactionBuilder<Schema> {
    return inContext(super.transaction(), this.#context)
  }

  override withPlugin(plugin: KyselyPlugin): Kysely<Schema> {
    const copy = super.withPlugin(plugin)
    contexts.set(copy, this.#context)
    const begin = copy.transaction.bind(copy)
    copy.transaction = () => inContext(begin(), this.#context)
    return copy
  }
}

function inContext(builder: TransactionBuilder<Schema>, context: StoreContext): TransactionBuilder<Schema> {
  const execute = builder.execute.bind(builder)
  builder.execute = <T>(work: (tx: Transaction<Schema>) => Promise<T>) =>
    execute((tx) => {
      contexts.set(tx, context)
      return work(tx)
    })
  return builder
}

/** Returns the context of a store's database or transaction. */
export function contextOf(db: Kysely<Schema>): StoreContext {
  const context = contexts.get(db)
  if (!context) throw new Error('this is no database of a store')
  return context
}

export const engineOf = (db: Kysely<Schema>): Engine => contextOf(db).engine

/** The time of the database in milliseconds, because the processes that share it can have different clocks. */
export async function databaseTime(db: Kysely<Schema>): Promise<number> {
  if (engineOf(db) === 'sqlite') return Date.now()
  const { rows } = await sql<{ ms: number }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db)
  return Math.floor(Number(rows[0]?.ms))
}

/** The time of the database as rows have it. */
export const databaseNow = async (db: Kysely<Schema>): Promise<string> => new Date(await databaseTime(db)).toISOString()

/**
 * Advisory locks of PostgreSQL. The numbers are arbitrary, and the same in every process and version, because processes
 * of two versions can share a database while it is upgraded.
 */
export const locks = {
  migration: 7_361_001,
  /** Claiming URLs of jobs. */
  claim: 7_361_002,
  /** Comparing the name of a key with those of others. */
  keyNames: 7_361_003,
  /** First of two numbers; the second is the hash of a limit's name. */
  limits: 7_361_004,
} as const

/**
 * Lets one transaction at a time change a table from here on, so that what it has counted stays so. Call it before
 * other statements on the table. On SQLite, a transaction is the only one that writes.
 */
export async function lockTable(tx: Transaction<Schema>, table: keyof Schema): Promise<void> {
  if (engineOf(tx) === 'postgres') await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
}

/** Yields slices of `size` items. A statement takes a limited number of values. */
export function* batchesOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
