import type { Page, Response } from '@playwright/test'
import { differences } from '#testing/documented.ts'

/** Holds what the page gets from the service against the service's own document; gives what is otherwise, once all is read. */
export function watchAnswers(page: Page, origin: string): () => Promise<string[]> {
  const found: Promise<string[]>[] = []
  page.on('response', (response) => {
    if (response.url().startsWith(`${origin}/api/`)) found.push(differencesIn(response, origin).catch(() => []))
  })
  return async () => (await Promise.all(found)).flat()
}

async function differencesIn(response: Response, origin: string): Promise<string[]> {
  // What a test put in the service's place comes from no address.
  if (!(await response.serverAddr())) return []
  const headers = response.headers()
  const isRead = headers['content-type']?.startsWith('application/json')
  // A page that was left takes the bodies of its answers with it.
  const body = isRead ? await response.text().catch(() => undefined) : undefined
  const request = response.request()
  const path = response.url().slice(origin.length)
  const lines = differences({
    method: request.method(),
    path,
    status: response.status(),
    header: (name) => headers[name.toLowerCase()],
    body,
  })
  return lines.map((line) => `undocumented: ${request.method()} ${path} ${response.status()}: ${line}`)
}
