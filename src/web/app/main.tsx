import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import * as z from 'zod/mini'
import { setDraft } from '#web/data/analyse-request.ts'
import { serverNow } from '#web/data/clock.ts'
import { queryClient } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { findKey, hasKey, isVisitor, watchKey } from '#web/data/session.ts'
import { dropAllPending } from '#web/reports/pending-analyses.ts'
import { storedDeletes } from '#web/reports/pending-deletes.ts'
import { prefetchParts } from '#web/ui/lazy-part.tsx'
import { startPreferences } from '#web/ui/preferences.ts'
import { setClock } from '#web/ui/time.ts'
import { prefetchPages, routes } from './routes.tsx'
import '#web/ui/base.css'

// The content security policy forbids `new Function`, and reports even zod's test for it.
z.config({ jitless: true })
startPreferences()
setClock(serverNow)

watchKey((key) => {
  // Another key may have other rights. Without a key nothing may stay, neither data nor half-typed text.
  if (key) void queryClient.invalidateQueries({ queryKey: [server] })
  else {
    queryClient.clear()
    setDraft('')
    dropAllPending()
  }
})

/**
 * How long after the page has loaded prefetching begins, in ms: until then the network belongs to what the person
 * opens.
 */
const prefetchDelay = 5000

addEventListener('load', () =>
  setTimeout(() => {
    if (!hasKey() || isVisitor()) return
    if (storedDeletes().length > 0) void finishDeletions()
    import('./limit-cache.ts').then((file) => file.limitCache()).catch(() => {})
    prefetchPages()
    prefetchParts()
  }, prefetchDelay),
)

/** Deletes the reports that were to be deleted when the last page was left. */
async function finishDeletions() {
  const deletions = await import('#web/reports/delete-with-undo.tsx')
  await deletions.finishDeletions()
}

const tickMs = 10_000
/** A tick this late means that the machine slept. Busy and hidden tabs are delayed less. */
const sleptMs = 120_000

/** Refetches the data on screen when the machine wakes up. No event reports that; a late timer does. */
function refetchAfterSleep() {
  let due = Date.now() + tickMs
  setInterval(() => {
    if (Date.now() > due + sleptMs) void queryClient.invalidateQueries()
    due = Date.now() + tickMs
  }, tickMs)
}
refetchAfterSleep()

function start() {
  const router = createBrowserRouter(routes)
  const root = createRoot(document.getElementById('root') as HTMLElement)
  // A transition renders in slices, so that a slow phone stays responsive.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

// Other tabs may have the key: without asking them first, the sign-in page would flash. The timeout keeps the start
// apart from the evaluation of the scripts, so that neither is a long task.
void findKey().then(() => setTimeout(start))
