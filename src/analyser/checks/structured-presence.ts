import { count, defineCheck, googleDocs, info } from '../define-check.ts'
import type { Entity } from '../facts/entities.ts'

const syntaxes: Record<Entity['source'], string> = { 'json-ld': 'JSON-LD', microdata: 'microdata', rdfa: 'RDFa' }

export const structuredPresence = defineCheck({
  id: 'structured-presence',
  name: 'Structured data',
  aliases: ['schema', 'schema markup', 'JSON-LD', 'microdata', 'rich snippets'],
  titlePass: 'The page describes what it is about with structured data',
  titleFail: 'The page has no structured data',
  why: 'Structured data tells search engines what a page is about, and is the way to rich results. Many good pages need none.',
  how: 'Look whether one of the types in Google’s gallery fits the page. JSON-LD is the form that Google advises.',
  thresholds: 'Shown only: the types of JSON-LD, microdata and RDFa with how often each is described.',
  reference: googleDocs('Structured data', 'appearance/structured-data/intro-structured-data'),
  grade: 'recommended',
  needs: ['entities'],
  run({ entities: { types, total, items } }) {
    if (total === 0) return info('The page has no structured data', { value: 0 })
    const used = [...new Set(items.map(({ source }) => syntaxes[source]))]
    const names = [...new Set(types.map(({ type }) => type))]
    return info(
      `The page describes ${count(total, 'thing')} by ${used.length > 1 ? `${used.slice(0, -1).join(', ')} and ${used.at(-1)}` : used[0]}`,
      {
        value: names.slice(0, 20).join(', ').slice(0, 300),
        evidence: types.map(({ type, source, total: times }) => ({
          snippet: type,
          note: `${count(times, 'time')}, by ${syntaxes[source]}`,
        })),
      },
    )
  },
})
