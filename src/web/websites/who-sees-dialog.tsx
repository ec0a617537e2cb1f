import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { WholeWebsite } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { grantOn } from '#web/resources/grants.ts'
import { assigneesQuery } from '#web/resources/people.ts'
import { grantWords, teamRoleWords } from '#web/resources/words.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass, Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { whoSeesWords as words } from './words.ts'
import styles from './who-sees-dialog.module.css'

type WhoSeesDialogProps = { website: WholeWebsite; onClose: () => void }

/** Lists the people whose grants cover a website, for owners, who alone are told everyone's grants. */
export function WhoSeesDialog({ website, onClose }: WhoSeesDialogProps) {
  const result = useQuery({ ...assigneesQuery(), staleTime: 0 })
  return (
    <Dialog
      open
      title={words.title(unicodeHost(website.domain))}
      onClose={onClose}
      actions={
        <>
          <Link to={paths.people()} className={buttonClass({})}>
            {words.manage}
          </Link>
          <Button variant="main" onClick={onClose}>
            {words.close}
          </Button>
        </>
      }
    >
      <div className="stack snug">
        <p>{words.text}</p>
        <QueryStates result={result} height="6rem">
          {(people) => (
            <ul className={`rows ${styles.list}`} aria-label={words.list}>
              {people.map(({ id, name, state, team_role = 'member', grants = [] }) => {
                const grant = state === 'suspended' ? null : grantOn(website, grants)
                if (!grant) return null
                return (
                  <li key={id} className={styles.person}>
                    <Avatar name={name} />
                    <span className={styles.name}>
                      <span className="medium breaks">{name}</span>
                      <span className="faint tiny">
                        {teamRoleWords[team_role]}
                        {'\u00a0· '}
                        {words.through[grant.scope]}
                      </span>
                    </span>
                    <span className="muted small">{grantWords.rights[grant.right]}</span>
                  </li>
                )
              })}
            </ul>
          )}
        </QueryStates>
      </div>
    </Dialog>
  )
}
