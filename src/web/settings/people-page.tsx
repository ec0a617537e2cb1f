import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Invitation, Person } from '#contract/access/people.ts'
import { paths } from '#web/app/paths.ts'
import { startQuery } from '#web/data/query-client.ts'
import { hasOwnerAccess, useOwnerAccess, useHasPeople, useOwnPerson } from '#web/data/service.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Repairs } from '#web/list/list-notices.tsx'
import { QueryStates } from '#web/list/query-states.tsx'
import { useListQuery } from '#web/list/use-list-query.ts'
import { listWords } from '#web/list/words.ts'
import { clientsQuery } from '#web/resources/clients.ts'
import { summariseGrants } from '#web/resources/grants.ts'
import { teamRoleWords } from '#web/resources/words.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Card, CardHead, EmptyCard, EmptyState, focusHeading, PageHeader } from '#web/ui/page.tsx'
import { column, Table } from '#web/ui/table.tsx'
import { formatAbsolute, RelativeTime } from '#web/ui/time.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { noFilter, PeopleFilters, peopleParams, useFiltered } from './people-filters.tsx'
import { revokeInvitation } from './people-mutations.ts'
import { peopleFilterWords, peopleWords as words } from './people-words.ts'
import type { PersonAction } from './person-dialogs.tsx'
import { peopleQueries } from './queries.ts'
import { notAvailableWords } from './words.ts'
import rows from '#web/ui/rows.module.css'
import keys from './keys-page.module.css'
import styles from './people-page.module.css'

const InviteDialog = lazyPart(() => import('./invite-dialog.tsx').then((file) => file.InviteDialog))
const PersonDialog = lazyPart(() => import('./person-dialogs.tsx').then((file) => file.PersonDialog))

export async function loader() {
  if (await hasOwnerAccess()) await Promise.all([startQuery(peopleQueries.people()), startQuery(clientsQuery())])
  return null
}

type Opened = { action: PersonAction; person: Person }

/** Everyone who can sign in, and the invitations that weren't used yet. */
export function Component() {
  const isAvailable = [useOwnerAccess(), useHasPeople()].every(Boolean)
  const [inviting, setInviting] = useState(false)
  return (
    <div className="stack">
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={
          isAvailable && (
            <Button variant="main" icon="plus" onClick={() => setInviting(true)}>
              {words.invite}
            </Button>
          )
        }
      />
      {isAvailable ? (
        <>
          <PeopleTable />
          <Invitations />
        </>
      ) : (
        <EmptyCard
          title={words.notAvailable}
          text={words.notAvailableText}
          to={paths.settings()}
          action={notAvailableWords.toSettings}
        />
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </div>
  )
}

function PeopleTable() {
  const result = useQuery(peopleQueries.people())
  return (
    <QueryStates result={result} height="12rem">
      {(people) => <FilteredPeople people={people} />}
    </QueryStates>
  )
}

function FilteredPeople({ people }: { people: Person[] }) {
  const { query, change, repairs } = useListQuery(peopleParams)
  const found = useFiltered(people, query)
  const ownId = useOwnPerson()?.id
  const [opened, setOpened] = useState<Opened | null>(null)
  const columns = useMemo(() => columnsFor(ownId, setOpened), [ownId])
  return (
    <>
      <Repairs repairs={repairs} />
      {(people.length > 1 || found.length === 0) && <PeopleFilters query={query} change={change} />}
      <p className="hidden-visually" role="status">
        {words.count(found.length)}
      </p>
      <Card flush>
        {found.length > 0 ? (
          <Table caption={words.list} columns={columns} rows={found} keyOf={({ id }) => id} />
        ) : (
          <EmptyState
            title={peopleFilterWords.noneTitle}
            actions={<Button onClick={() => change(noFilter)}>{listWords.clearFilters}</Button>}
          >
            {peopleFilterWords.noneText}
          </EmptyState>
        )}
      </Card>
      {opened && <PersonDialog {...opened} people={people} ownId={ownId ?? null} onClose={() => setOpened(null)} />}
    </>
  )
}

const columnsFor = (ownId: number | undefined, open: (opened: Opened) => void) => [
  column<Person>(
    words.columns.person,
    ({ id, name }) => (
      <span className={`row ${styles.person}`}>
        <Avatar name={name} />
        <span className="medium breaks">{name}</span>
        {id === ownId && <span className={styles.you}>{words.you}</span>}
      </span>
    ),
    { isRowHeading: true, card: 'bare line' },
  ),
  column<Person>(words.columns.email, ({ email }) => <span className="breaks">{email}</span>, { card: 'line' }),
  column<Person>(words.columns.role, ({ team_role }) => teamRoleWords[team_role], { width: '5rem' }),
  column<Person>(words.columns.grants, ({ grants }) => summariseGrants(grants), { width: '9rem' }),
  column<Person>(
    words.columns.seen,
    ({ last_seen_at }) => (last_seen_at ? <RelativeTime iso={last_seen_at} /> : words.never),
    { width: '8rem' },
  ),
  column<Person>(
    words.columns.state,
    ({ state }) => (
      <span className={classes('pill', state === 'active' ? 'good' : 'decent')}>{words.states[state]}</span>
    ),
    { width: '6.5rem' },
  ),
  column<Person>(
    words.columns.actions,
    (person) => {
      const item = (action: PersonAction, danger = false) => ({
        label: words[action],
        danger,
        onSelect: () => open({ action, person }),
      })
      return (
        <Menu
          label={words.actionsFor(person.name)}
          size="s"
          items={[
            item('edit'),
            item('passwordLink'),
            item(person.state === 'active' ? 'suspend' : 'activate'),
            item('remove', true),
          ]}
        />
      )
    },
    { width: '3.5rem', hiddenHeading: true, isControl: true, card: 'bare end' },
  ),
]

function Invitations() {
  const { data = [] } = useQuery(peopleQueries.invitations())
  if (data.length === 0) return null
  return (
    <Card flush aria-labelledby="invitations">
      <CardHead id="invitations" title={words.invitations} />
      <ul className="rows">
        {data.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Card>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { name, email, team_role, grants, invited_by, expires_at } = invitation
  const summary = team_role !== 'owner' && summariseGrants(grants)
  const { busy, failure, submit } = useSubmit(async () => {
    await revokeInvitation(invitation)
    showToast({ text: words.revoked(name), tone: 'good' })
    // The button is gone.
    focusHeading()
  })
  return (
    <li className={`${rows.row} ${keys.row} ${keys.pair}`}>
      <div className="about">
        <span className="medium">{name}</span>
        <span className="muted small">
          {[email, teamRoleWords[team_role], summary, invited_by && words.invitedBy(invited_by)]
            .filter(Boolean)
            .join('\u00a0· ')}
          {'\u00a0· '}
          {words.expires} <time dateTime={expires_at}>{formatAbsolute(new Date(expires_at))}</time>
        </span>
        {failure && <span role="alert">{failure}</span>}
      </div>
      <Button size="s" icon="trash" busy={busy} aria-label={words.revokeThis(name)} onClick={() => submit(undefined)}>
        {words.revoke}
      </Button>
    </li>
  )
}
