import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { useTeamRole } from '#web/data/service.ts'
import { useCanEditAny, useMemberGrants } from '#web/resources/me.ts'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { Card, EmptyState } from '#web/ui/page.tsx'
import { firstRunWords as words } from './words.ts'
import styles from './first-run.module.css'

/**
 * Explains reports before there is any, with a field for the first one and an example. People who can't make one learn
 * whom to ask.
 */
export function FirstRun() {
  const canEdit = useCanEditAny()
  const { analyse } = useAnalyseRequests()
  const [url, setUrl] = useState('')
  if (useIsWaiting()) return <Waiting />
  return (
    <Card className={`grid roomy ${styles.card}`}>
      <h2>{words.title}</h2>
      <p className="muted prose">{words.text}</p>
      {canEdit && (
        <form
          className={`cluster ${styles.form}`}
          onSubmit={(event) => {
            event.preventDefault()
            analyse(url)
          }}
        >
          <TextInput
            icon="globe"
            boxClassName={styles.field}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            aria-label={words.field}
            placeholder={words.placeholder}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
          <Button type="submit" variant="main" className={styles.go}>
            {words.action}
          </Button>
        </form>
      )}
      <p>
        <Link to={paths.exampleReport()}>{words.example}</Link>
      </p>
    </Card>
  )
}

/** Returns whether someone has to let the reader see a website first. */
export function useIsWaiting() {
  const isGuest = useTeamRole() === 'guest'
  const grants = useMemberGrants()
  return isGuest || grants?.length === 0
}

/** Says what will appear, and whom to ask. */
export const Waiting = () => (
  <Card>
    <EmptyState title={words.waitingTitle}>{words.waitingText}</EmptyState>
  </Card>
)
