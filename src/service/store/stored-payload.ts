import * as z from 'zod/mini'
import type { StoredFacts } from '#analyser/page-facts.ts'
import { unpack } from './payload.ts'
import { StoredVerdict } from './verdict.ts'

export type ReportPayload = { verdict: StoredVerdict; facts: StoredFacts }

// Facts are this program's own and read whole; what they must have is their version.
const Facts = z.looseObject({ version: z.literal(1) })

/** Verdict and facts as they were given. Throws when what is stored cannot be read. */
export function readPayload(row: { verdict: Uint8Array; facts: Uint8Array }): ReportPayload {
  const { site, ...verdict } = z.parse(StoredVerdict, unpack(row.verdict))
  return { verdict, facts: { ...readFacts(row.facts), ...(site !== undefined && { site }) } }
}

const WithSite = z.pick(StoredVerdict, { site: true })

/** What the website's other reports said when a verdict was made; undefined where they were not looked at. */
export const readSite = (verdict: Uint8Array) => z.parse(WithSite, unpack(verdict)).site

/** Without what the website's other reports said. */
export const readFacts = (bytes: Uint8Array) => z.parse(Facts, unpack(bytes)) as unknown as StoredFacts
