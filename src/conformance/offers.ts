import type { Extensions } from './extensions.ts'
import type { ListFacts } from './lists.ts'

export type Found = {
  reports: ListFacts<unknown>
  websites: ListFacts<unknown>
  extensions: Extensions
  isOpen: boolean
  /** Null where there was no website to look at. */
  hasVersions: boolean | null
}

/** What the dashboard will be with this server: what it offers, and by which way. */
export function offersFor({
  reports,
  websites,
  extensions: { names, role },
  isOpen,
  hasVersions,
}: Found): [what: string, how: string][] {
  const has = (name: string, there: string, without: string) => (names.has(name) ? there : without)
  return [
    ['The list of reports', listWords(reports)],
    ['The list of websites', listWords(websites)],
    [
      'Reading, analysing, deleting',
      role === 'read' ? 'reading alone: this key may not write' : 'by the eight operations',
    ],
    ['Saved views', has('views', 'on the server, for everybody with a key', 'in this browser')],
    ['Export', has('exports', 'as a file from the server', 'by walking the pages in the browser')],
    ['Deleting many', has('bulk', 'a thousand in one request', 'one by one')],
    ['Next and previous report', has('neighbours', 'told by the server', 'found by reading the list')],
    ['What checks mean', has('checks', 'told by the server', 'names made readable')],
    [
      'New reports while a list is open',
      has('newer_than', 'counted by the server', 'seen when the list is loaded again'),
    ],
    [
      'Two people at one privacy form',
      hasVersions === null
        ? 'not known: there is no website to look at'
        : hasVersions
          ? 'noticed, by ETag'
          : 'the last one wins',
    ],
    ['Reading without a key', has('shared', 'by the privacy of a website', 'not offered')],
    [
      'Links with an end, keys, who did what',
      [has('links', 'links', ''), has('keys', 'keys', ''), has('audit', 'who did what', '')]
        .filter(Boolean)
        .join(', ') || 'not offered',
    ],
    ['A dashboard on another host', isOpen ? 'works' : 'through the gateway alone'],
  ]
}

function listWords(facts: ListFacts<unknown>): string {
  if (!facts) return 'not to be had'
  if (facts.paging === 'first only') return 'the first rows alone: the server knows no other page'
  if (facts.totals === 'exact')
    return facts.paging === 'next' ? 'exact total, next and previous' : 'exact total, numbered pages'
  return 'next and previous alone: no total is told'
}
