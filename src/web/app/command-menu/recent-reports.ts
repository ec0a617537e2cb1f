import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMatch } from 'react-router-dom'
import * as z from 'zod'
import { readId } from '#contract/lists/list-query.ts'
import { AnyScore } from '#contract/responses/lenient.ts'
import { isSameUrl } from '#contract/url-key.ts'
import { storedEntries } from '#web/data/browser-storage.ts'
import { server } from '#web/data/server.ts'
import { watchCredential } from '#web/data/session.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { base } from '../paths.ts'

const maxReports = 20
const Recent = z.object({ id: z.number(), url: z.string(), score: AnyScore })
export type Recent = z.infer<typeof Recent>

const stored = storedEntries('browser', `seo-reports:recent-reports:${server}`, Recent)

/** The reports last opened in this browser, the latest first. */
export const recentReports = stored.get

// Signing out leaves no URLs behind.
watchCredential((now) => {
  if (!now) stored.remove()
})

/** Remembers the open report once it is loaded, without requesting it. */
export function useNoteReport() {
  const id = readId(useMatch(`${base}/reports/:id`)?.params.id)
  const { data } = useQuery({ ...reportQueries.detail(id ?? 0), enabled: false })
  useEffect(() => {
    if (!data || data.id !== id) return
    const { url, score } = data
    const others = recentReports().filter((report) => report.id !== id && !isSameUrl(report.url, url))
    stored.set([{ id, url, score }, ...others].slice(0, maxReports))
  }, [data, id])
}
