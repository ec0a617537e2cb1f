import { count, defineCheck, googleDocs, info } from '../define-check.ts'
import type { Entity } from '../facts/entities.ts'
import { invalidBlocks } from '../facts/json-ld.ts'

const syntaxes: Record<Entity['source'], string> = { 'json-ld': 'JSON-LD', microdata: 'microdata', rdfa: 'RDFa' }

export const texts = {
  unreadable: 'The page’s structured data can’t be read',
  items: (items: number, syntaxes: string) => `The page has ${count(items, 'structured data item')} in ${syntaxes}`,
}

export const structuredPresence = defineCheck({
  id: 'structured-presence',
  name: 'Structured data',
  aliases: ['schema', 'schema markup', 'JSON-LD', 'microdata', 'rich snippets'],
  titlePass: 'The page has structured data',
  titleFail: 'The page has no structured data',
  why: 'Structured data tells search engines what a page is about and makes rich results possible. Many good pages don’t need it.',
  how: 'See whether a type in Google’s search gallery fits this page. Google recommends JSON-LD.',
  thresholds: 'Info only. Lists the JSON-LD, microdata and RDFa types found.',
  reference: googleDocs('Structured data', 'appearance/structured-data/intro-structured-data'),
  grade: 'recommended',
  needs: ['entities', 'structured'],
  run({ entities: { types, total, items }, structured }) {
    const broken = invalidBlocks(structured.broken)
    if (total === 0 && broken.total > 0)
      return info(texts.unreadable, {
        value: 0,
        evidence: broken.items.map(({ at, note }) => ({ at, ...(note === null ? {} : { note }) })),
      })
    if (total === 0) return info('The page has no structured data', { value: 0 })
    const used = [...new Set(items.map(({ source }) => syntaxes[source]))]
    const names = [...new Set(types.map(({ type }) => type))]
    return info(
      texts.items(total, used.length > 1 ? `${used.slice(0, -1).join(', ')} and ${used.at(-1)}` : `${used[0]}`),
      {
        value: names.slice(0, 20).join(', ').slice(0, 300),
        evidence: types.map(({ type, source, total: times }) => ({
          snippet: type,
          note: `${count(times, 'time')}, in ${syntaxes[source]}`,
        })),
      },
    )
  },
})
