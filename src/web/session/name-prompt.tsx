import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { isUnnamedKey } from '#contract/access/keys.ts'
import { paths } from '#web/app/paths.ts'
import { storedText, storeText } from '#web/data/browser-storage.ts'
import { queryClient } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { serviceInfoQuery, useOwnKey } from '#web/data/service.ts'
import { useSession } from '#web/data/session.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { nameWords as words } from './words.ts'
import styles from './name-prompt.module.css'

const NameQuestion = lazyPart(() => import('./name-question.tsx').then((file) => file.NameQuestion))

const putOffName = `seo-reports:name-put-off:${server}`
const today = (id: string) => `${id} ${new Date().toDateString()}`

/** Asks no more for the name of a key today. */
export const putOffNaming = (id: string) => storeText('browser', putOffName, today(id))

/** Asks for the name of the person on every page, while their key has that of its sign-in link. */
export function NamePrompt() {
  const ownKey = useOwnKey()
  const { key } = useSession()
  const [, setPutOff] = useState(0)
  const { pathname } = useLocation()
  if (!ownKey || !key || !isUnnamedKey(ownKey.name)) return null
  // That page has a field for it.
  if (pathname === paths.settings() || storedText('browser', putOffName) === today(ownKey.id)) return null
  return (
    <section className={`box cluster ${styles.prompt}`} aria-label={words.title}>
      <p className="grow">
        <b>{words.title}</b> <span className="muted">{words.text(ownKey.name)}</span>
      </p>
      <NameQuestion
        ownKey={key}
        hint=""
        onDone={() => void queryClient.invalidateQueries({ queryKey: serviceInfoQuery().queryKey })}
        onSkip={() => {
          putOffNaming(ownKey.id)
          setPutOff((times) => times + 1)
        }}
      />
    </section>
  )
}
