import { useQuery } from '@tanstack/react-query'
import type { Link } from '#contract/sharing/links.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { revokeLink } from '#web/links/mutations.ts'
import { isActive, linksOfPerson } from '#web/resources/link-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { peopleWords } from './people-words.ts'

const { links: words } = peopleWords

/** The live share links of a person who is to be suspended or removed: links outlive their maker. */
export function LiveLinks({ personId }: { personId: number }) {
  const { data } = useQuery(linksOfPerson(personId))
  const live = data?.rows.filter((link) => isActive(link)) ?? []
  if (live.length === 0) return null
  return (
    <section className="stack tight" aria-labelledby="live-links">
      <h3 id="live-links">{words.title(live.length)}</h3>
      <p className="muted small">{words.text}</p>
      <ul className="stack tight scrolls">
        {live.map((link) => (
          <LiveLink key={link.id} link={link} />
        ))}
      </ul>
    </section>
  )
}

function LiveLink({ link }: { link: Link }) {
  const name = link.label || link.title
  const { busy, error, submit } = useSubmit(async () => {
    await revokeLink(link.id)
    announce(words.revoked(name))
  })
  return (
    <li className="row spread">
      <span className="small breaks">
        {name}
        {error && <span role="alert"> {errorSentence(error)}</span>}
      </span>
      <Button size="s" icon="trash" busy={busy} aria-label={words.revokeThis(name)} onClick={() => submit(undefined)}>
        {words.revoke}
      </Button>
    </li>
  )
}
