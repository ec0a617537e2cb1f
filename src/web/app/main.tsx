import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import * as z from 'zod/mini'
import { beforeAnswers } from '#web/data/answer.ts'
import { serverNow } from '#web/data/clock.ts'
import { queryClient } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { findKey, watchKey } from '#web/data/session.ts'
import { routes } from './routes.tsx'
import { startPreferences } from '#web/ui/preferences.ts'
import { tellTimeBy } from '#web/ui/time.ts'
import { readyForHosts } from '#web/ui/unicode-host.ts'
import '#web/ui/base.css'

// Never `new Function`: the content security policy forbids it, and even a probe is reported.
z.config({ jitless: true })
startPreferences()
beforeAnswers(readyForHosts)
tellTimeBy(serverNow)

// Another key may see something else; none may see nothing.
watchKey((key) => (key ? void queryClient.invalidateQueries({ queryKey: [server] }) : queryClient.clear()))

// The first seconds belong to the person: what they open then is fetched for itself.
const whenIdle = globalThis.requestIdleCallback ?? ((act: () => void) => act())
const warmUp = () =>
  whenIdle(() =>
    import('./warm-up.lazy.ts').then(
      (parts) => parts.warmUp(),
      () => {},
    ),
  )
addEventListener('load', () => setTimeout(warmUp, 5000))

const start = () => {
  const router = createBrowserRouter(routes)
  const root = createRoot(document.getElementById('root') as HTMLElement)
  // In slices, so that a slow phone answers to a tap meanwhile.
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
// Other tabs are asked first, so that the frame does not appear only to give way to the sign-in page; the start is a task of its own,
// apart from the evaluation of the scripts, so that neither is long.
void findKey().then(() => setTimeout(start))
