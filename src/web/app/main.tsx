import './zod-config.ts'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { startPreferences } from '#web/data/preferences.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reader } from '#web/data/reader.ts'
import { serverNow, server } from '#web/data/server.ts'
import { areDifferentPeople, findCredential, watchCredential } from '#web/data/session.ts'
import { setClock } from '#web/ui/time.tsx'
import { routes } from './routes.tsx'
import '#web/ui/base.css'
import '#web/ui/controls.css'
import '#web/ui/layout.css'

startPreferences()
setClock(serverNow)

watchCredential((now, before) => {
  // No data must remain once the person has signed out, or for another one. Another key can have other rights.
  if (!now || areDifferentPeople(now, before)) return queryClient.clear()
  void queryClient.invalidateQueries({ queryKey: [reader()] })
  void queryClient.invalidateQueries({ queryKey: [server] })
})

/**
 * The pause between the load of the page and prefetching, in ms: until then only the opened page uses the network.
 */
const prefetchDelayMs = 5000

addEventListener('load', () =>
  setTimeout(() => {
    import('./long-session.ts').then((file) => file.startLongSession()).catch(() => {})
  }, prefetchDelayMs),
)

function start() {
  const router = createBrowserRouter(routes)
  const root = createRoot(document.getElementById('root')!)
  // A transition renders in slices, so that a slow phone stays responsive.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          {/* The content security policy allows no style elements. */}
          <CSPProvider disableStyleElements>
            <RouterProvider router={router} />
          </CSPProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

// Other tabs may have a key: without asking them first, the sign-in page would flash. The timeout keeps the start
// apart from the evaluation of the scripts, so that neither is a long task.
void findCredential().then(() => setTimeout(start))
