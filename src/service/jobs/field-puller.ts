import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { FormFactor } from '#contract/google/field-data.ts'
import { type FieldClient, FieldKeyRefused, type FieldSubject } from '#service/google/field-data.ts'
import { GoogleRefused } from '#service/google/refusals.ts'
import {
  addFieldPulls,
  endFieldPull,
  type FieldOfForms,
  findOrigin,
  pagesWithImpressions,
  renewFieldPull,
  storeField,
  takeFieldPull,
} from '#service/store/google/field-data.ts'
import type { Schema } from '#service/store/schema.ts'
import { createPoller } from './poller.ts'

export type FieldPullerOptions = {
  db: Kysely<Schema>
  /** Null without an API key. */
  findClient: () => Promise<FieldClient | null>
  /** The least time in milliseconds between two requests. Google allows 150 a minute. */
  pauseMs?: number
  onError: (error: unknown, message: string) => void
}

const pollMs = 15_000
const defaultPauseMs = 420
/** Of each website, those with most impressions. */
const maxPages = 500
/** In milliseconds. Another API key is tried at once. */
const retryMs = { refused: 24 * 3600_000, otherwise: 15 * 60_000 }

/** Asks the Chrome UX Report for each website once a week. Any number of processes can do so. */
export function createFieldPuller({ db, findClient, pauseMs = defaultPauseMs, onError }: FieldPullerOptions) {
  const poller = createPoller(pullDue, {
    everyMs: pollMs,
    onFailure: (error) => onError(error, "field data couldn't be pulled"),
  })
  return poller

  async function pullDue(signal: AbortSignal) {
    const client = await findClient()
    if (!client) return
    await addFieldPulls(db)
    for (;;) {
      signal.throwIfAborted()
      const website = await takeFieldPull(db)
      if (!website) return
      await pullWebsite(website, client, signal).catch(async (error: unknown) => {
        signal.throwIfAborted()
        await endFieldPull(db, website.website_id, problemOf(error))
        throw error
      })
    }
  }

  async function pullWebsite(
    { website_id, domain }: { website_id: number; domain: string },
    client: FieldClient,
    signal: AbortSignal,
  ) {
    const origin = await findOrigin(db, website_id, domain)
    await storeField(db, { website_id, page_id: null }, await fieldOf({ origin }, client, signal, true))
    for (const { id, url } of await pagesWithImpressions(db, website_id, maxPages)) {
      await renewFieldPull(db, website_id)
      await storeField(db, { website_id, page_id: id }, await fieldOf({ url }, client, signal))
    }
    await endFieldPull(db, website_id, { problem: null })
  }

  async function fieldOf(
    subject: FieldSubject,
    client: FieldClient,
    signal: AbortSignal,
    withWeeks = false,
  ): Promise<FieldOfForms> {
    const of = async (form: FormFactor) => {
      await wait(pauseMs, undefined, { signal })
      const field = await client.current(subject, form, signal)
      if (!field || !withWeeks) return field
      await wait(pauseMs, undefined, { signal })
      return { ...field, weeks: await client.weeks(subject, form, signal) }
    }
    const [phone, desktop] = [await of('phone'), await of('desktop')]
    return { phone, desktop }
  }
}

const problemOf = (error: unknown) =>
  error instanceof FieldKeyRefused
    ? { problem: error.message, retryMs: retryMs.refused }
    : { problem: error instanceof GoogleRefused ? error.message : unknownProblem, retryMs: retryMs.otherwise }

const unknownProblem = 'Field data couldn’t be pulled. We’ll try again in 15 minutes.'
