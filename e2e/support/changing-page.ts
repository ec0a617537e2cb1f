import { expect } from '@playwright/test'
import type { PageServer } from './page-server.ts'
import type { Service } from './service.ts'

type Parts = Partial<Record<'title' | 'description' | 'robots' | 'viewport' | 'h1' | 'image' | 'links', string>>

const sound = {
  title: '<title>Garden lamps of copper and glass</title>',
  description:
    '<meta name="description" content="Garden lamps of copper and glass for paths, terraces and old trees, made by hand, tested in the rain and repaired for as long as you keep them.">',
  robots: '',
  viewport: '<meta name="viewport" content="width=device-width, initial-scale=1">',
  h1: '<h1>Garden lamps</h1>',
  image: '<img src="/lamp.png" alt="A copper lamp" width="600" height="400">',
  links: '<a href="/article">How our lamps are made</a>',
}

/** Returns the HTML of a page without grave faults, with some parts replaced. */
export function lampPage(parts: Parts = {}): string {
  const { title, description, robots, viewport, h1, image, links } = { ...sound, ...parts }
  const text = '<p>Every lamp is soldered by hand and tested in a shower of our own.</p>'.repeat(12)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${title}${description}${robots}${viewport}</head>
<body>${h1}${image}<h2>Made for the rain</h2>${text}${links}</body></html>`
}

/** Analyses a page as it is now. */
export async function analyse(service: Service, url: string) {
  const { status, body } = await service.api('/api/v1/reports', { method: 'POST', body: new URLSearchParams({ url }) })
  expect(status).toBe(201)
  return body.data as { id: number; score: number; website_id: number; created_at: string }
}

/** Analyses a page once per version, and returns its reports, the oldest first. */
export async function analyseVersions(
  { service, pages }: { service: Service; pages: PageServer },
  path: string,
  versions: Parts[],
) {
  const reports: Awaited<ReturnType<typeof analyse>>[] = []
  for (const version of versions) {
    pages.set(path, lampPage(version))
    reports.push(await analyse(service, pages.origin + path))
  }
  return reports
}
