import type { Page } from '@playwright/test'
import { dialects } from './dialects.ts'
import type { Rehearsal, RehearsalOptions } from './rehearsal.ts'

export type See = (page: Page, server: Rehearsal) => Promise<unknown>
type Given = { page: Page; rehearse: (options: RehearsalOptions) => Promise<Rehearsal> }

/** The body of a test: one thing that another server does, the address where it shows, and what a person then reads. */
export const profile =
  (dialect: keyof typeof dialects, path: string, see: See, options: RehearsalOptions = {}) =>
  async ({ page, rehearse }: Given) => {
    const server = await rehearse({ dialect: dialects[dialect], ...options })
    await page.goto(server.origin + path)
    await see(page, server)
  }
