import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMatch } from 'react-router-dom'
import * as z from 'zod/mini'
import { scoreOrNull } from '#contract/lenient.ts'
import { readId } from '#contract/list-query.ts'
import { server } from '#web/data/server.ts'
import { watchKey } from '#web/data/session.ts'
import { readStored } from '#web/data/stored.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { base } from '../paths.ts'

const name = `seo-reports:recent-reports:${server}`
const maxReports = 20
const Recent = z.object({ id: z.number(), url: z.string(), score: scoreOrNull })
export type Recent = z.infer<typeof Recent>

/** The reports last opened in this browser, the latest first. */
export const recentReports = (): Recent[] => readStored(() => localStorage, name, z.array(Recent)) ?? []

function keep(reports: Recent[]) {
  try {
    if (reports.length > 0) localStorage.setItem(name, JSON.stringify(reports))
    else localStorage.removeItem(name)
  } catch {
    // Without storage there are no recent reports.
  }
}

// Signing out leaves no URLs behind.
watchKey((key) => {
  if (!key) keep([])
})

/** Remembers the open report once it is loaded, without requesting it. */
export function useNoteReport() {
  const id = readId(useMatch(`${base}/reports/:id`)?.params.id)
  const { data } = useQuery({ ...reportQueries.detail(id ?? 0), enabled: false })
  useEffect(() => {
    if (!data || data.id !== id) return
    const { url, score } = data
    keep(
      [{ id, url, score }, ...recentReports().filter((report) => report.id !== id && report.url !== url)].slice(
        0,
        maxReports,
      ),
    )
  }, [data, id])
}
