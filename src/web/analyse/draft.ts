import { server } from '#web/data/server.ts'

const name = `seo-reports:analyse-draft:${server}`

/** What was typed into the field and not analysed yet: it outlives a reload of the tab. */
export function keptDraft() {
  try {
    return sessionStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}

export function keepDraft(draft: string) {
  try {
    if (draft) sessionStorage.setItem(name, draft)
    else sessionStorage.removeItem(name)
  } catch {
    // The field still holds it until the page is left.
  }
}
