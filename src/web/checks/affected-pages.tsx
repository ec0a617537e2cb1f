import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { readItem } from '#contract/envelope.ts'
import { CheckPages } from '#contract/website-pages.ts'
import { paths } from '#web/app/paths.ts'
import { ApiError, parseBody } from '#web/data/api-error.ts'
import { hasExtension } from '#web/data/extensions.ts'
import { server } from '#web/data/server.ts'
import { currentClient, hasKey } from '#web/data/session.ts'
import { Card } from '#web/ui/card.tsx'
import { checksPageWords as words } from './words.ts'
import styles from './checks.module.css'

/** On how many pages a check fails or warns, as a link to them. Nothing on servers that don't count this. */
export function AffectedPages({ check }: { check: string }) {
  const { data } = useQuery(checkPagesQuery(check))
  if (!data) return null
  const { pages, websites, total } = data
  return (
    <Card className={styles.affected}>
      {pages === 0 ? (
        words.affectsNone(total)
      ) : (
        <>
          <Link to={paths.reports({ check, latest: '1' })}>{words.affected(pages, total)}</Link>{' '}
          {words.affectedWebsites(websites)}
        </>
      )}
    </Card>
  )
}

/** How many pages have an issue, by their latest reports. Null without a key, and on a server that doesn't count them. */
const checkPagesQuery = (check: string) =>
  queryOptions({
    queryKey: [server, 'check-pages', check],
    queryFn: async ({ signal, client }) => {
      if (!hasKey() || !(await hasExtension(client, 'check_pages'))) return null
      const path = `/checks/${encodeURIComponent(check)}/pages`
      try {
        const { body } = await currentClient().call('GET', path, { signal })
        return parseBody(path, body, () => readItem(CheckPages, body))
      } catch (error) {
        if (error instanceof ApiError && error.kind === 'missing') return null
        throw error
      }
    },
  })
