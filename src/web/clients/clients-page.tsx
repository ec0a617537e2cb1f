import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Client } from '#contract/access/clients.ts'
import { grouped } from '#contract/format/numbers.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { startQuery } from '#web/data/query-client.ts'
import { useOwnerAccess } from '#web/data/service.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { listWords } from '#web/list/words.ts'
import { clientsQuery } from '#web/resources/clients.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Card, EmptyState, PageHeader } from '#web/ui/page.tsx'
import { column, Table } from '#web/ui/table.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { changeClient } from './mutations.ts'
import { clientsWords as words } from './words.ts'

const loadDialogs = () => import('./client-dialogs.tsx')
const ClientDialog = lazyPart(() => loadDialogs().then((file) => file.ClientDialog))
const BrandDialog = lazyPart(() => loadDialogs().then((file) => file.BrandDialog))
const DeleteClientDialog = lazyPart(() => loadDialogs().then((file) => file.DeleteClientDialog))

export async function loader() {
  await startQuery(clientsQuery())
  return null
}

type Opened = { dialog: 'edit' | 'brand' | 'remove'; client: Client }

/** All clients, and what owners can do with them. */
export function Component() {
  const result = useQuery(clientsQuery())
  const canManage = useOwnerAccess()
  const [isAdding, setAdding] = useState(false)
  const [opened, setOpened] = useState<Opened | null>(null)
  const columns = useMemo(() => columnsFor(canManage ? setOpened : null), [canManage])
  const add = canManage && (
    <Button variant="main" icon="plus" onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  )
  const close = () => setOpened(null)
  return (
    <div className="stack">
      <PageHeader title={words.title} lead={words.lead} actions={Boolean(result.data?.length) && add} />
      <QueryStates result={result} height="12rem">
        {(clients) =>
          clients === null || clients.length === 0 ? (
            <Card>
              <EmptyState title={words.emptyTitle} actions={add}>
                {words.emptyText}
              </EmptyState>
            </Card>
          ) : (
            <Card flush>
              <Table caption={words.list} columns={columns} rows={clients} keyOf={({ id }) => id} />
            </Card>
          )
        }
      </QueryStates>
      {isAdding && <ClientDialog client={null} onClose={() => setAdding(false)} />}
      {opened?.dialog === 'edit' && <ClientDialog client={opened.client} onClose={close} />}
      {opened?.dialog === 'brand' && <BrandDialog client={opened.client} onClose={close} />}
      {opened?.dialog === 'remove' && <DeleteClientDialog client={opened.client} onClose={close} />}
    </div>
  )
}

async function setArchived({ id, name }: Client, archived: boolean) {
  try {
    await changeClient(id, { archived })
    showToast({ text: archived ? words.archivedNow(name) : words.restoredNow(name), tone: 'good' })
  } catch (error) {
    showToast({ text: errorSentence(asApiError(error)), tone: 'bad' })
  }
}

const columnsFor = (open: ((opened: Opened) => void) | null) => [
  column<Client>(
    words.columns.name,
    ({ id, name }) => (
      <Link to={paths.client(id)} className="target medium breaks">
        {name}
      </Link>
    ),
    { isRowHeading: true, card: 'bare line' },
  ),
  column<Client>(
    words.columns.contact,
    ({ contact }) => <span className="breaks">{contact || listWords.notKnown}</span>,
    { card: 'line' },
  ),
  column<Client>(words.columns.websites, ({ websites_count }) => grouped(websites_count), { width: '6rem' }),
  column<Client>(
    words.columns.state,
    ({ archived }) => (
      <span className={classes('pill', archived ? 'decent' : 'good')}>{archived ? words.archived : words.active}</span>
    ),
    { width: '6.5rem' },
  ),
  ...(open ? [actionsColumn(open)] : []),
]

const actionsColumn = (open: (opened: Opened) => void) =>
  column<Client>(
    words.columns.actions,
    (client) => (
      <Menu
        label={words.actionsFor(client.name)}
        size="s"
        items={[
          { label: words.edit, onSelect: () => open({ dialog: 'edit', client }) },
          { label: words.brand, onSelect: () => open({ dialog: 'brand', client }) },
          {
            label: client.archived ? words.restore : words.archive,
            onSelect: () => void setArchived(client, !client.archived),
          },
          { label: words.remove, danger: true, onSelect: () => open({ dialog: 'remove', client }) },
        ]}
      />
    ),
    { width: '3.5rem', hiddenHeading: true, isControl: true, card: 'bare end' },
  )
