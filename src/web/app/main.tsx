import './zod-config.ts'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { startPreferences } from '#web/data/preferences.ts'
import { queryClient } from '#web/data/query-client.ts'
import { serverNow, server } from '#web/data/server.ts'
import { findKey, watchKey } from '#web/data/session.ts'
import { setClock } from '#web/ui/time.tsx'
import { routes } from './routes.tsx'
import '#web/ui/base.css'
import '#web/ui/controls.css'
import '#web/ui/layout.css'

startPreferences()
setClock(serverNow)

watchKey((key) => {
  // Another key can have other rights. Without a key, no data must remain.
  if (key) void queryClient.invalidateQueries({ queryKey: [server] })
  else queryClient.clear()
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

// Other tabs may have the key: without asking them first, the sign-in page would flash. The timeout keeps the start
// apart from the evaluation of the scripts, so that neither is a long task.
void findKey().then(() => setTimeout(start))
