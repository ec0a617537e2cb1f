import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { useOwnerAccess } from '#web/data/service.ts'
import { useSession } from '#web/data/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { connectUrl, googleClientQuery } from './queries.ts'
import { websiteGoogleWords } from './words.ts'
import styles from './google.module.css'

const words = websiteGoogleWords.doors

/** The three ways to figures of Search Console, the best first. */
export const Doors = ({ id, onOpen }: { id: number; onOpen: (door: 'service' | 'file') => void }) => (
  <ol className="rows" aria-label={words.title}>
    <Door {...words.oauth} reason={<WhyNotOAuth />}>
      <OAuthLink id={id} />
    </Door>
    <Door {...words.service}>
      <Button onClick={() => onOpen('service')}>{words.service.action}</Button>
    </Door>
    <Door {...words.file}>
      <Button onClick={() => onOpen('file')}>{words.file.action}</Button>
    </Door>
  </ol>
)

type DoorProps = { title: string; text: string; reason?: ReactNode; children: ReactNode }

const Door = ({ title, text, reason, children }: DoorProps) => (
  <li className={styles.door}>
    <div className="about">
      <b className="medium">{title}</b>
      <span className="muted small pretty">{text}</span>
      {reason}
    </div>
    <div className={styles.action}>{children}</div>
  </li>
)

/** Why a Google account can't be connected now; null if it can. */
export function useOAuthProblem(): 'session' | 'client' | null {
  const hasSession = typeof useSession().credential !== 'string'
  const { data } = useQuery(googleClientQuery())
  if (data && !data.has_client_secret) return 'client'
  return hasSession ? null : 'session'
}

function OAuthLink({ id }: { id: number }) {
  const isDisabled = useOAuthProblem() !== null
  return isDisabled ? (
    <Button disabled>{words.oauth.action}</Button>
  ) : (
    <a href={connectUrl(id)} className={buttonClass({ variant: 'main' })}>
      {words.oauth.action}
    </a>
  )
}

function WhyNotOAuth() {
  const problem = useOAuthProblem()
  const isOwner = useOwnerAccess()
  if (problem === null) return null
  return (
    <span className="small linked">
      {problem === 'session' ? (
        words.oauth.needsSession
      ) : (
        <>
          {words.oauth.noClient}{' '}
          {isOwner ? <Link to={paths.googleSettings()}>{words.oauth.setUp}</Link> : words.oauth.askOwner}
        </>
      )}
    </span>
  )
}
