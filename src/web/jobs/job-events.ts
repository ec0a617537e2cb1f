import { useEffect, useState } from 'react'
import type { Job } from '#contract/jobs/job.ts'
import { pause } from '#web/data/concurrency.ts'
import { currentClient } from '#web/data/current-client.ts'
import { eventsIn } from '#web/data/events.ts'
import { queryClient } from '#web/data/query-client.ts'
import { jobQueries, readEvent, updateJob } from './queries.ts'

/** How long to wait before events are requested again after a failure, in ms. Until then the job is polled. */
const retryMs = 30_000

/**
 * Follows a job by server-sent events while this tab is visible, because browsers open few connections to a server.
 * Returns whether events arrive: if not, the job has to be polled.
 */
export function useJobEvents(id: number | null): boolean {
  const [isConnected, setConnected] = useState(false)
  const isVisible = useIsVisible()
  useEffect(() => {
    if (id === null || !isVisible) return
    const stop = new AbortController()
    void follow(id, stop.signal, setConnected)
    return () => {
      stop.abort()
      setConnected(false)
    }
  }, [id, isVisible])
  return isConnected
}

/**
 * The server closes the stream after some minutes, even if the job is still running. A stream without any event counts
 * as a failure: something between may remove them.
 */
async function follow(id: number, signal: AbortSignal, onConnected: (connected: boolean) => void) {
  while (!signal.aborted) {
    let hasEvents = false
    try {
      const headers = { Accept: 'text/event-stream' }
      const { body } = await currentClient().call('GET', `/jobs/${id}/events`, { signal, headers, asStream: true })
      for await (const { data } of eventsIn(body)) {
        const job: Job = readEvent(data)
        updateJob(job)
        onConnected(true)
        if (job.finished_at !== null) return
        hasEvents = true
      }
    } catch {
      hasEvents = false
    }
    if (!hasEvents) {
      onConnected(false)
      await pause(retryMs, signal)
    }
    void queryClient.invalidateQueries({ queryKey: jobQueries.recent().queryKey })
  }
}

function useIsVisible() {
  const [isVisible, setVisible] = useState(!document.hidden)
  useEffect(() => {
    const update = () => setVisible(!document.hidden)
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isVisible
}
