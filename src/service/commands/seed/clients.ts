import type { Transaction } from 'kysely'
import { insertClient, listClients } from '#service/store/clients.ts'
import type { Schema } from '#service/store/schema.ts'
import { seedDomain } from './reports.ts'

const places = [
  'Ashford',
  'Briar',
  'Calder',
  'Dunmore',
  'Elm Street',
  'Fairview',
  'Glen',
  'Harbour',
  'Ivy Lane',
  'Kingsley',
]
const trades = ['Bakery', 'Dental', 'Travel', 'Furniture', 'Legal', 'Cycles', 'Gardens', 'Hotels', 'Music', 'Outdoor']
const people = [
  'Ada Byrne',
  'Ben Okafor',
  'Carla Mendes',
  'Dev Patel',
  'Erik Lund',
  'Fay Moreau',
  'Gita Rao',
  'Hal Novak',
]

/** Returns the name of a client. Neighbours share neither place nor trade. */
function nameOf(index: number): string {
  const round = Math.floor(index / (places.length * trades.length))
  const place = places[index % places.length]
  const trade = trades[(index + Math.floor(index / places.length)) % trades.length]
  return `${place} ${trade}${round === 0 ? '' : ` ${round + 1}`}`
}

/**
 * Creates clients, unless there are some of these names, and assigns the websites of `seedReports` to them in turns.
 * One website in ten has no client, and those that have one keep it.
 */
export async function seedClients(
  tx: Transaction<Schema>,
  { clients, websites }: { clients: number; websites: number },
) {
  for (let index = 0; index < clients; index += 1) {
    const person = people[index % people.length] ?? ''
    const contact = `${person}, ${person.split(' ')[0]?.toLowerCase()}@${seedDomain(index)}`
    await insertClient(tx, { name: nameOf(index), contact, notes: '' })
  }
  const ids = new Map((await listClients(tx)).map(({ id, name }) => [name, id]))
  for (let index = 0; index < websites; index += 1) {
    const client_id = ids.get(nameOf(index % clients))
    if (index % 10 === 9 || client_id === undefined) continue
    await tx
      .updateTable('websites')
      .set({ client_id })
      .where('domain', '=', seedDomain(index))
      .where('client_id', 'is', null)
      .execute()
  }
}
